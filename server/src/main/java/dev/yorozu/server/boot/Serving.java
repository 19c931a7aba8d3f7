package dev.yorozu.server.boot;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.AdminSettings;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.console.ConsoleModule;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.doors.cloudflare.CloudflareModule;
import dev.yorozu.server.doors.redis.RedisDoor;
import dev.yorozu.server.doors.upstash.UpstashModule;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.http.listener.HttpListener;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.operate.AdminModule;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.RunningServer;
import dev.yorozu.server.operate.StatisticsModule;
import dev.yorozu.server.operate.backup.BackupRoutes;
import dev.yorozu.server.operate.backup.Installation;
import dev.yorozu.server.operate.backup.scheduled.BackupMetrics;
import dev.yorozu.server.operate.backup.scheduled.ScheduledBackups;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.CensusMetrics;
import dev.yorozu.server.operate.statistics.CensusPolicy;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.server.store.OpenStore;
import dev.yorozu.server.store.StoreOpener;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.server.systems.Host;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Opens the store and serves it until a signal asks to stop: what {@code serve} and {@code demo} have in common. */
public record Serving(Settings settings, RandomTokens random, InstantSource clock) {
    /** What is done with a server while it runs. */
    @FunctionalInterface
    public interface Use {
        /**
         * @param modules all that it serves, but for what every server has
         * @param note what a command finds it by
         */
        void with(Server server, List<HttpModule> modules, RunningServer note) throws InterruptedException;
    }

    /**
     * Serves until a signal comes.
     *
     * @param further what this server has beside the systems; stays the caller's
     * @param prepare gets the store and the directory, which stays closed until it is asked, before anybody can ask them
     * @param ready gets the server's address once it answers there
     */
    public void run(
            List<? extends HttpModule> further, BiConsumer<Store, DirectoryOnDemand> prepare, Consumer<URI> ready)
            throws InterruptedException {
        use(further, prepare, (server, modules, note) -> {
            Path data = dataDirectory(settings);
            note.write(data);
            // Before anyone can know that it runs, so that a signal right after the ready line is not missed.
            server.stopOnSignal();
            ready.accept(server.url());
            server.runUntilSignal();
            note.remove(data);
        });
    }

    /** Serves for as long as it is used. */
    public void use(List<? extends HttpModule> further, BiConsumer<Store, DirectoryOnDemand> prepare, Use use)
            throws InterruptedException {
        // Not while the listener is made: two threads that initialize one library may wait for each other.
        Thread preparing = Thread.ofPlatform().daemon().name("yorozu-preparing").start(HttpListener::prepare);
        try (Telemetry telemetry = Telemetry.start(settings);
                DirectoryOnDemand directory = directory();
                OpenStore opened =
                        StoreOpener.open(settings, clock, telemetry.metrics().storeObserver())) {
            Path data = dataDirectory(settings);
            Store store = telemetry.meter(opened.store());
            prepare.accept(store, directory);
            Census census = census(store, opened.url(), telemetry.metrics());
            try (Host host = new Host(
                    Systems.ALL, settings, store, directory, census, telemetry::metrics, data, random, clock)) {
                host.outgoingThrough(telemetry::trace);
                host.revocations().open();
                LocalOperator operator =
                        LocalOperators.of(host, opened.url(), opened.served(), new Installation(directory, data, true));
                Optional<ScheduledBackups> backups = operator.scheduled().scheduled();
                backups.ifPresent(
                        each -> BackupMetrics.register(telemetry.metrics().registry(), each));
                List<HttpModule> modules = Stream.of(
                                adminModules(operator, host),
                                further,
                                Systems.modules(host),
                                UpstashModule.of(host).stream().toList(),
                                CloudflareModule.of(host).stream().toList())
                        .<HttpModule>flatMap(List::stream)
                        .toList();
                List<Health> parts = directory.health().stream().toList();
                preparing.join();
                try (Server server = Server.start(
                        settings, telemetry, store, modules, parts, () -> backups.map(ScheduledBackups::status))) {
                    server.beforeStop(census::close);
                    backups.ifPresent(each -> server.beforeStop(each::close));
                    server.beforeStop(host.revocations()::close);
                    RedisDoor.open(host).ifPresent(door -> server.beforeStop(door::close));
                    DoorListener.open(host, telemetry).ifPresent(door -> server.beforeStop(door::stop));
                    census.start();
                    backups.ifPresent(ScheduledBackups::start);
                    use.with(
                            server,
                            modules,
                            RunningServer.here(server.url(), opened.url().toString()));
                }
            }
        }
    }

    /** The accounts, which are opened while the store is, where somebody is sure to need them. */
    private DirectoryOnDemand directory() {
        DirectoryOnDemand directory = new DirectoryOnDemand(settings, clock);
        if (Systems.keepAccounts(settings)) {
            directory.prepare();
        }
        return directory;
    }

    /** The directory that the settings name, made where it is missing. */
    public static Path dataDirectory(Settings settings) {
        Path data = settings.value(StoreSettings.DATA).toAbsolutePath().normalize();
        try {
            return OwnerOnly.directory(data);
        } catch (IOException unwritable) {
            throw new StartException("The data directory " + data
                    + " is not writable: allow this user to write there, or choose another with --data.");
        }
    }

    /** The operations for programs and for people, behind one gate. */
    private List<HttpModule> adminModules(LocalOperator operator, Host host) {
        Path data = host.data();
        SecureRandom secure = new SecureRandom();
        AdminToken token = settings.find(AdminSettings.TOKEN)
                .map(AdminToken::of)
                .orElseGet(() -> AdminToken.inDirectory(data, secure));
        AdminGate gate = new AdminGate(token, host.addresses(), clock);
        int pieceBytes = settings.value(ServerSettings.MAX_BODY_BYTES);
        BackupRoutes backups =
                new BackupRoutes(operator.backups(), operator.log(), gate, data, pieceBytes, clock, secure);
        List<HttpModule> modules = new ArrayList<>(List.of(
                new AdminModule(operator.operations(), backups, gate),
                new StatisticsModule(operator.operations(), gate),
                new ConsoleModule(operator, host.census(), host.store()::damage, gate, random, clock)));
        host.systems().stream()
                .filter(system -> system.isEnabled(settings))
                .forEach(system -> modules.addAll(system.operatorModules(host, operator, gate)));
        return modules;
    }

    private Census census(Store store, StoreUrl url, Metrics metrics) {
        Census census = new Census(
                store,
                Keyspace.schema(),
                CensusPolicy.of(settings, url instanceof StoreUrl.Redis),
                metrics.caches()::uses,
                random,
                clock);
        CensusMetrics.register(metrics.registry(), census::latest);
        return census;
    }
}
