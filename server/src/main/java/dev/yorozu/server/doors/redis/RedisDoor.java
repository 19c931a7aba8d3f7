package dev.yorozu.server.doors.redis;

import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.doors.Doors;
import dev.yorozu.server.http.connection.ConnectionLimiter;
import dev.yorozu.server.http.connection.ConnectionLimits;
import dev.yorozu.server.metrics.ConnectionMetrics;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.tls.ServerCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where Redis clients come in: a socket of its own, and a virtual thread for each connection. One more thread accepts, and one
 * closes the connections of clients that take too long.
 */
public final class RedisDoor implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(RedisDoor.class.getName());
    private static final byte[] FULL = "-ERR max number of clients reached\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BACKLOG = 511;
    private static final Duration WATCHED_EVERY = Duration.ofSeconds(1);

    private static final String NAME = "redis";

    private final Doors doors;
    private final ServerSocket listening;
    private final Optional<ServerCertificate> certificate;
    private final DoorCommands commands;
    private final ConnectionLimiter limiter;
    private final ConnectionMetrics metrics;
    private final ClientPatience patience;
    private final Set<TimedStreams> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong ids = new AtomicLong();
    private volatile boolean closed;

    private RedisDoor(
            Doors doors,
            Settings settings,
            Metrics counts,
            Optional<ServerCertificate> certificate,
            ServerSocket listening) {
        this.doors = doors;
        this.certificate = certificate;
        this.listening = listening;
        this.commands = new DoorCommands(
                doors, settings.value(RedisDoorSettings.DURABILITY), RespLimits.of(StoreSettings.limits(settings)));
        this.metrics = counts.doorConnections(NAME);
        metrics.waitsFor("command");
        this.limiter = new ConnectionLimiter(
                ConnectionLimits.of(settings, RedisDoorSettings.MAX_CONNECTIONS), metrics, System::nanoTime);
        this.patience = new ClientPatience(
                settings.value(ServerSettings.IDLE_TIMEOUT),
                settings.value(ServerSettings.REQUEST_TIMEOUT),
                settings.value(ServerSettings.MIN_BYTES_PER_SECOND));
    }

    /** Opens the door that the settings ask for; empty when they ask for none. */
    public static Optional<RedisDoor> open(Host host) {
        Settings settings = host.settings();
        if (!settings.value(RedisDoorSettings.ENABLED)) {
            return Optional.empty();
        }
        Optional<ServerCertificate> certificate =
                ServerCertificate.of(settings, RedisDoorSettings.CERTIFICATE, RedisDoorSettings.KEY);
        RedisDoor door = new RedisDoor(host.doors(), settings, host.metrics(), certificate, listen(settings));
        Thread.ofPlatform().name("yorozu-redis-door").daemon().start(door::accept);
        Thread.ofPlatform().name("yorozu-redis-watch").daemon().start(door::watch);
        host.doors().opened(NAME, settings.value(RedisDoorSettings.HOST) + ":" + door.port(), door.metrics::open);
        return Optional.of(door);
    }

    private static ServerSocket listen(Settings settings) {
        String address = settings.value(RedisDoorSettings.HOST);
        int port = settings.value(RedisDoorSettings.PORT);
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port), BACKLOG);
            return socket;
        } catch (IOException taken) {
            throw new StartException("Cannot listen on " + address + " port " + port
                    + " for Redis clients, it is taken or not allowed: set doors.redis.port to another, or to 0 for a free"
                    + " one.");
        }
    }

    public int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = listening.accept();
                Thread.ofVirtual().name("redis-client").start(() -> serve(socket));
            } catch (IOException fault) {
                if (!closed) {
                    LOGGER.log(Level.WARNING, "A Redis client could not be accepted", fault);
                    pause();
                }
            }
        }
    }

    /** Without it, a process that has no file descriptor left would do nothing but try again. */
    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Socket accepted) {
        InetAddress address = accepted.getInetAddress();
        if (limiter.enter(address).isPresent()) {
            refuse(accepted);
            return;
        }
        Optional<TimedStreams> streams = Optional.empty();
        try (accepted) {
            accepted.setTcpNoDelay(true);
            streams = Optional.of(new TimedStreams(encrypted(accepted), accepted, patience));
            open.add(streams.get());
            Visitor visitor = doors.visitors().visitor(NAME, address);
            new RedisConnection(streams.get(), new RedisClient(ids.incrementAndGet(), visitor, commands)).serve();
        } catch (IOException gone) {
            // Nobody is there any more.
        } finally {
            streams.ifPresent(open::remove);
            limiter.leave(address);
        }
    }

    /** What carries the client's words; both shake hands when the first of them are read. */
    private Socket encrypted(Socket accepted) throws IOException {
        return certificate.isPresent()
                ? certificate.get().context().getSocketFactory().createSocket(accepted, null, true)
                : accepted;
    }

    /** To be told over TLS, a client would have to shake hands first, which it may never do. */
    private void refuse(Socket accepted) {
        try (accepted) {
            if (certificate.isEmpty()) {
                accepted.getOutputStream().write(FULL);
            }
        } catch (IOException gone) {
            // Gone before it was told.
        }
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(WATCHED_EVERY);
            } catch (InterruptedException stopped) {
                return;
            }
            for (TimedStreams streams : open) {
                if (streams.closeIfLate()) {
                    metrics.timedOut("command");
                }
            }
        }
    }

    /** Accepts no client any more, and leaves those that are here. */
    @Override
    public void close() {
        closed = true;
        doors.closed(NAME);
        try {
            listening.close();
        } catch (IOException gone) {
            // As good as closed.
        }
        open.forEach(TimedStreams::close);
    }
}
