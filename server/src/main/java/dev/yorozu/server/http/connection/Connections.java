package dev.yorozu.server.http.connection;

import dev.yorozu.server.metrics.ConnectionMetrics;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;

/**
 * All connections of a listener: bounded in number, and each in the time that its client may take. Helidon itself would
 * let one client take all of them, and wait for ever.
 *
 * <p>Stands between Helidon's listener and its HTTP/1.1: as the only selector it is given every connection before a byte
 * is read. A thread of its own closes the sockets of clients that let a deadline pass, so that no thread is interrupted
 * that might be doing something else by then.
 */
public final class Connections implements ServerConnectionSelector, AutoCloseable {
    /** How many connections more than allowed Helidon may accept, to be told so; each is closed at once. */
    static final int REFUSED_AT_ONCE = 256;

    private static final ThreadLocal<TimedConnection> CURRENT = new ThreadLocal<>();

    private final ConnectionLimits limits;
    private final ConnectionLimiter limiter;
    private final ConnectionMetrics metrics;
    private final Http1ConnectionSelector http;
    private final Optional<SSLContext> encryption;
    private final LongSupplier nanos;
    private final Set<TimedConnection> open = ConcurrentHashMap.newKeySet();
    private final Thread watch;
    private volatile boolean closed;

    /**
     * @param http how HTTP/1.1 is spoken; its listeners are added here
     * @param encryption encrypts the connections, where they are to be
     */
    public Connections(
            ConnectionLimits limits,
            ConnectionMetrics metrics,
            Http1Config.Builder http,
            Optional<SSLContext> encryption) {
        long began = System.nanoTime();
        this.limits = limits;
        this.metrics = metrics;
        this.encryption = encryption;
        this.nanos = () -> System.nanoTime() - began;
        this.limiter = new ConnectionLimiter(limits, metrics, nanos);
        this.http = Http1ConnectionSelector.builder()
                .config(http.addReceiveListener(new RequestHead(nanos))
                        .addSendListener(new BodilessReplies())
                        .build())
                .build();
        long period = Math.clamp(limits.timeout().toMillis() / 4, 10, 1000);
        this.watch = Thread.ofPlatform().name("yorozu-connections").daemon().start(() -> watch(period));
    }

    /** How many connections Helidon is to accept at once; those beyond the limit are told that they are too many. */
    public int accepted() {
        return limits.total() + REFUSED_AT_ONCE;
    }

    /** Whether the thread that asks is reading the request line or the headers of a request. */
    public static boolean isReadingHead() {
        TimedConnection current = CURRENT.get();
        return current != null && current.isReadingHead();
    }

    /**
     * Lets the connection of the thread that asks listen on for a while before it is closed, because the client may still be
     * sending what was refused: bytes that meet a closed socket make the system take back the reply.
     */
    public static void linger() {
        TimedConnection current = CURRENT.get();
        if (current != null) {
            current.linger();
        }
    }

    Optional<Rejection> enter(TimedConnection connection, InetAddress address) {
        Optional<Rejection> rejection = limiter.enter(address);
        if (rejection.isEmpty()) {
            CURRENT.set(connection);
            open.add(connection);
        }
        return rejection;
    }

    void leave(TimedConnection connection, InetAddress address) {
        open.remove(connection);
        CURRENT.remove();
        limiter.leave(address);
    }

    private void watch(long periodMillis) {
        while (!closed) {
            try {
                Thread.sleep(periodMillis);
            } catch (InterruptedException e) {
                return;
            }
            long now = nanos.getAsLong();
            for (TimedConnection connection : open) {
                if (connection.socket().closeIfLate(now)) {
                    metrics.timedOut(connection.socket().waiting());
                }
            }
        }
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        HelidonSocket bytes = encryption
                .<HelidonSocket>map(tls -> new EncryptedSocket(context.serverSocket(), tls))
                .orElseGet(context::serverSocket);
        TimedSocket socket =
                new TimedSocket(bytes, new ClientDeadlines(limits.timeout(), limits.bytesPerSecond()), nanos);
        return new TimedConnection(this, context, socket, http);
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public void close() {
        closed = true;
        watch.interrupt();
    }
}
