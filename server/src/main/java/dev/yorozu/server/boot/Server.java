package dev.yorozu.server.boot;

import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.config.Version;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.http.health.StoreProbe;
import dev.yorozu.server.http.listener.HttpListener;
import dev.yorozu.server.http.listener.RouteTaken;
import dev.yorozu.server.openapi.OpenApiModule;
import dev.yorozu.server.operate.backup.scheduled.BackupStatus;
import dev.yorozu.server.pages.ErrorPage;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PagesModule;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A running server: an HTTP listener in front of a store.
 *
 * <p>It owns the store from a successful start on, and closes it when it stops, after the last request.
 */
public final class Server implements AutoCloseable {
    private final Store store;
    private final HttpListener listener;
    private final Optional<HttpListener> encrypted;
    private final String host;
    private final AtomicBoolean stopping;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final List<Runnable> first = new CopyOnWriteArrayList<>();

    private Server(
            Store store, HttpListener listener, Optional<HttpListener> encrypted, String host, AtomicBoolean stopping) {
        this.store = store;
        this.listener = listener;
        this.encrypted = encrypted;
        this.host = host;
        this.stopping = stopping;
    }

    /** As the other, for a server that needs nothing but its store. */
    public static Server start(
            Settings settings, Telemetry telemetry, Store store, List<? extends HttpModule> modules) {
        return start(settings, telemetry, store, modules, List.of(), Optional::empty);
    }

    /**
     * Starts to answer requests. Throws {@link StartException} when it cannot listen where it should; the store is then
     * still the caller's.
     *
     * @param store as {@link Telemetry#meter} gives it
     * @param further what the server needs beside the store
     * @param backups how those go that the server makes; empty where it makes none
     */
    public static Server start(
            Settings settings,
            Telemetry telemetry,
            Store store,
            List<? extends HttpModule> modules,
            List<Health> further,
            Supplier<Optional<BackupStatus>> backups) {
        String host = settings.value(ServerSettings.HOST);
        int port = settings.value(ServerSettings.PORT);
        requireFree(host, port);
        InstantSource clock = InstantSource.system();
        String url = settings.value(StoreSettings.URL);
        Health health = new Health("store", new StoreProbe(store, url), settings.value(StoreSettings.TIMEOUT), clock);
        List<Health> parts = new ArrayList<>(List.of(health));
        parts.addAll(further);
        AtomicBoolean stopping = new AtomicBoolean();
        List<HttpModule> all = new ArrayList<>(modules);
        all.add(new StatusModule(store, parts, stopping::get, telemetry.metrics(), backups, clock));
        all.add(new PagesModule(health, url, Version.text(), StandardSettings.schema(), pieces(modules), clock));
        all.add(new OpenApiModule(Systems.interfaces(settings), all));
        telemetry.metrics().damage(store::damage);
        if (StoreUrl.parse(url) instanceof StoreUrl.Rocks) {
            telemetry.metrics().memory(store::memory);
        }
        HttpListener listener = listener(settings, telemetry, all, new ErrorPage(pieces(modules)));
        if (!listener.listening()) {
            throw cannotListen(host, port);
        }
        try {
            Optional<HttpListener> encrypted =
                    EncryptedListener.open(settings, telemetry, all, new ErrorPage(pieces(modules)));
            return new Server(store, listener, encrypted, host, stopping);
        } catch (RuntimeException e) {
            listener.stop();
            throw e;
        }
    }

    /** Only systems can be moved, so that only they can meet another module. */
    private static HttpListener listener(
            Settings settings, Telemetry telemetry, List<HttpModule> modules, ErrorPage errors) {
        try {
            return HttpListener.start(
                    settings, telemetry.metrics(), telemetry.logs(), telemetry.tracing(), modules, errors);
        } catch (RouteTaken taken) {
            throw new StartException(
                    taken.getMessage() + ": give one of the two systems another path with its setting mount.");
        }
    }

    private static List<LandingPiece> pieces(List<? extends HttpModule> modules) {
        return modules.stream()
                .filter(LandingPiece.class::isInstance)
                .map(LandingPiece.class::cast)
                .toList();
    }

    private static void requireFree(String host, int port) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new StartException("The host " + host + " is unknown here: give another with --host.");
        }
        if (!isFree(address)) {
            throw cannotListen(host, port);
        }
    }

    /** Helidon logs a stack trace when it cannot listen; trying first gives a sentence instead. */
    static boolean isFree(InetSocketAddress address) {
        try (ServerSocketChannel channel = ServerSocketChannel.open()) {
            channel.bind(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static StartException cannotListen(String host, int port) {
        return new StartException("Cannot listen on " + host + " port " + port
                + ", it is taken or not allowed: choose another with --port, or --port 0 for a free one.");
    }

    public int port() {
        return listener.port();
    }

    /** The port with TLS, where there is one. */
    public Optional<Integer> encryptedPort() {
        return encrypted.map(HttpListener::port);
    }

    /** Where the server can be reached from this machine. */
    public URI url() {
        String reachable = switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::" -> "[::1]";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
        return URI.create("http://" + reachable + ":" + port());
    }

    /** Does this before anything else when the server stops, so that no request waits for what goes on without end. */
    public void beforeStop(Runnable action) {
        first.add(action);
    }

    /** Accepts nothing more, lets running requests finish, and closes the store. Only the first call does anything. */
    public void stop() {
        if (stopping.compareAndSet(false, true)) {
            try {
                first.forEach(Runnable::run);
            } finally {
                finish();
            }
        }
    }

    private void finish() {
        try {
            encrypted.ifPresent(HttpListener::stop);
            listener.stop();
            store.close();
        } finally {
            stopped.countDown();
        }
    }

    /**
     * Makes SIGTERM and SIGINT stop this server in order. To be called before anybody is told that the server is ready,
     * because a signal that comes earlier ends the process as it stands.
     */
    public void stopOnSignal() {
        if (signalled.compareAndSet(false, true)) {
            Signals.onStop(() -> Thread.ofPlatform().name("yorozu-stop").start(this::stop));
        }
    }

    /** Waits for SIGTERM or SIGINT, then stops. Returns when all is closed, so that the process can end with status 0. */
    public void runUntilSignal() throws InterruptedException {
        stopOnSignal();
        stopped.await();
    }

    @Override
    public void close() {
        stop();
    }
}
