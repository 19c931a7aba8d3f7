package dev.yorozu.server.cli;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.Server;
import dev.yorozu.server.StartException;
import dev.yorozu.server.Telemetry;
import dev.yorozu.server.admin.AdminModule;
import dev.yorozu.server.admin.AdminToken;
import dev.yorozu.server.admin.RunningServer;
import dev.yorozu.server.admin.StoreOperations;
import dev.yorozu.server.backup.OwnerOnly;
import dev.yorozu.server.config.AdminSettings;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.store.OpenStore;
import dev.yorozu.server.store.StoreOpener;
import dev.yorozu.server.systems.Systems;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the store and serves it until a signal asks to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Start the server; it stops at SIGTERM or Ctrl-C.")
final class ServeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on; 0 takes a free one (default: 8080)")
    private @Nullable String port;

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on (default: 127.0.0.1)")
    private @Nullable String host;

    @Mixin
    private final StoreOptions options = new StoreOptions();

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = settings();
        InstantSource clock = InstantSource.system();
        try (Telemetry telemetry = Telemetry.start(settings);
                OpenStore opened = StoreOpener.open(settings, clock, telemetry.storeObserver())) {
            Path data = dataDirectory(settings);
            Store store = telemetry.meter(opened.store());
            AdminModule admin = adminModule(settings, opened, store, data, clock);
            try (Systems systems = Systems.of(settings, store, data, RandomTokens.secure(), clock);
                    Server server = Server.start(settings, telemetry, store, modules(admin, systems))) {
                RunningServer note =
                        RunningServer.here(server.url(), opened.url().toString());
                note.write(data);
                // Before anyone can know that it runs, so that a signal right after the ready line is not missed.
                server.stopOnSignal();
                console.out().println("Yorozu is ready at " + server.url());
                server.runUntilSignal();
                note.remove(data);
            }
        }
        return Yorozu.DONE;
    }

    private static List<HttpModule> modules(AdminModule admin, Systems systems) {
        return Stream.concat(Stream.of(admin), systems.modules().stream()).toList();
    }

    private Settings settings() {
        SettingsReader reader = options.reader();
        if (port != null) {
            reader.flag("server.port", "--port", port);
        }
        if (host != null) {
            reader.flag("server.host", "--host", host);
        }
        return reader.read();
    }

    private static Path dataDirectory(Settings settings) {
        Path data = settings.value(StoreSettings.DATA).toAbsolutePath().normalize();
        try {
            return OwnerOnly.directory(data);
        } catch (IOException unwritable) {
            throw new StartException("The data directory " + data
                    + " is not writable: allow this user to write there, or choose another with --data.");
        }
    }

    private static AdminModule adminModule(
            Settings settings, OpenStore opened, Store store, Path data, InstantSource clock) {
        SecureRandom random = new SecureRandom();
        AdminToken token = settings.find(AdminSettings.TOKEN)
                .map(AdminToken::of)
                .orElseGet(() -> AdminToken.inDirectory(data, random));
        StoreOperations operations = new StoreOperations(
                store,
                Keyspace.schema(),
                StoreSettings.limits(settings),
                clock,
                opened.served(),
                opened.url().kind(),
                Systems.sessions(settings, store, RandomTokens.secure(), clock));
        return new AdminModule(operations, token, data, settings.value(ServerSettings.MAX_BODY_BYTES), clock, random);
    }
}
