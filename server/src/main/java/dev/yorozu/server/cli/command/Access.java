package dev.yorozu.server.cli.command;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.LocalOperators;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.config.AdminSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.config.Version;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.operate.Operator;
import dev.yorozu.server.operate.RemoteOperator;
import dev.yorozu.server.operate.RunningServer;
import dev.yorozu.server.operate.backup.Installation;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.CensusPolicy;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.server.store.OpenStore;
import dev.yorozu.server.store.StoreOpener;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.server.systems.Host;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The way of a command to its store: through the server that runs there, or by opening it where none does. */
public final class Access {
    @Mixin
    private final StoreOptions options = new StoreOptions();

    @Option(
            names = "--server",
            paramLabel = "URL",
            converter = ServerAddress.class,
            description = {
                "Work on the server at this address, with the token of YOROZU_ADMIN_TOKEN or of the data directory",
                "(default: the one that runs for the data directory, if any)"
            })
    private @Nullable URI server;

    /** What the settings allow a store to hold. */
    public Limits limits() {
        return StoreSettings.limits(options.settings());
    }

    public Settings settings() {
        return options.settings();
    }

    /** Works on a store that is there already. */
    public <T> T use(Function<Operator, T> work) {
        return use(false, work);
    }

    /** Works on a store, which is made when there is none. */
    public <T> T useOrMake(Function<Operator, T> work) {
        return use(true, work);
    }

    private <T> T use(boolean make, Function<Operator, T> work) {
        Settings settings = options.settings();
        Path data = settings.value(StoreSettings.DATA).toAbsolutePath().normalize();
        StoreUrl url = StoreUrl.parse(settings.value(StoreSettings.URL));
        Optional<URI> running = Optional.ofNullable(server).or(() -> running(data, url));
        if (running.isPresent()) {
            try (RemoteOperator remote = RemoteOperator.connect(running.get(), token(settings, data))) {
                return work.apply(remote);
            }
        }
        requireStore(url, make);
        return open(settings, url, data, (opened, directory, host) -> {
            Installation installation =
                    new Installation(directory, data, RunningServer.find(data).isPresent());
            return work.apply(LocalOperators.of(host, url, opened.alone(), installation));
        });
    }

    /** What works on a store that this process opened. */
    @FunctionalInterface
    private interface Work<T> {
        T on(OpenStore opened, DirectoryOnDemand directory, Host host);
    }

    private static <T> T open(Settings settings, StoreUrl url, Path data, Work<T> work) {
        InstantSource clock = InstantSource.system();
        RandomTokens random = RandomTokens.secure();
        try (OpenStore opened = StoreOpener.open(settings, clock, StoreObserver.NONE);
                DirectoryOnDemand directory = new DirectoryOnDemand(settings, clock);
                Census census = census(opened.store(), url, random, clock)) {
            Host host = new Host(
                    Systems.ALL,
                    settings,
                    opened.store(),
                    directory,
                    census,
                    () -> new Metrics(Version.text()),
                    data,
                    random,
                    clock);
            try {
                return work.on(opened, directory, host);
            } finally {
                host.revocations().close();
            }
        }
    }

    /**
     * Opens the store itself, which is made when there is none; an embedded one cannot be opened beside its server, while a
     * Redis can. The feed of revocations is told what is revoked so.
     */
    public <T> T open(Function<Store, T> work) {
        Settings settings = options.settings();
        Path data = settings.value(StoreSettings.DATA).toAbsolutePath().normalize();
        StoreUrl url = StoreUrl.parse(settings.value(StoreSettings.URL));
        boolean served = server != null
                || (!(url instanceof StoreUrl.Redis) && running(data, url).isPresent());
        if (served) {
            throw new StartException("This works on the store itself, and not through a server: stop the one that runs"
                    + " here, and leave --server out.");
        }
        requireStore(url, true);
        return open(settings, url, data, (opened, directory, host) -> work.apply(host.store()));
    }

    /** Other servers may use a Redis, and have counted already; an embedded store is nobody else's while it is open here. */
    private static Census census(Store store, StoreUrl url, RandomTokens random, InstantSource clock) {
        return switch (url) {
            case StoreUrl.Redis redis ->
                new Census(store, Keyspace.schema(), CensusPolicy.visiting(), List::of, random, clock);
            case StoreUrl.Rocks rocks -> Census.alone(store, Keyspace.schema(), clock);
            case StoreUrl.Memory memory -> Census.alone(store, Keyspace.schema(), clock);
        };
    }

    /** The server of the data directory, unless another store than its own is asked for by name. */
    private Optional<URI> running(Path data, StoreUrl url) {
        return RunningServer.find(data)
                .filter(found -> !options.namesStore() || found.store().equals(url.toString()))
                .map(RunningServer::url);
    }

    private static AdminToken token(Settings settings, Path data) {
        return settings.find(AdminSettings.TOKEN)
                .map(AdminToken::of)
                .or(() -> AdminToken.find(data))
                .orElseThrow(() -> new StartException("There is no admin token in " + data
                        + ": set YOROZU_ADMIN_TOKEN, or name the server's data directory with --data."));
    }

    /** A mistyped directory must not become a new, empty store. */
    private static void requireStore(StoreUrl url, boolean make) {
        switch (url) {
            case StoreUrl.Memory memory ->
                throw new StartException("A memory: store lives within its server, and none runs for this data"
                        + " directory: start one, or name another store with --store.");
            case StoreUrl.Rocks rocks -> {
                if (!make && !Files.isDirectory(rocks.directory())) {
                    throw new StartException("There is no store in " + rocks.directory()
                            + ": name its directory with --data, or another store with --store.");
                }
            }
            case StoreUrl.Redis redis -> {}
        }
    }
}
