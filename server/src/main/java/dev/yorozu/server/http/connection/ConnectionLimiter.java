package dev.yorozu.server.http.connection;

import dev.yorozu.server.metrics.ConnectionMetrics;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.logging.Logger;

/** Counts the connections that are open, all and by subscriber, and says which one is too many. */
public final class ConnectionLimiter {
    private static final Logger LOGGER = Logger.getLogger(ConnectionLimiter.class.getName());
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ConnectionLimits limits;
    private final ConnectionMetrics metrics;
    private final LongSupplier nanos;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<Subscriber, Integer> bySubscriber = new ConcurrentHashMap<>();
    private final AtomicLong nextWarning;

    public ConnectionLimiter(ConnectionLimits limits, ConnectionMetrics metrics, LongSupplier nanos) {
        this.limits = limits;
        this.metrics = metrics;
        this.nanos = nanos;
        this.nextWarning = new AtomicLong(nanos.getAsLong());
    }

    /** Takes a connection in, which must {@link #leave} then; or says why not. */
    public Optional<Rejection> enter(InetAddress address) {
        Optional<Rejection> rejection = rejection(address);
        rejection.ifPresentOrElse(this::refused, metrics::opened);
        return rejection;
    }

    private Optional<Rejection> rejection(InetAddress address) {
        if (open.incrementAndGet() > limits.total()) {
            open.decrementAndGet();
            return Optional.of(Rejection.TOTAL);
        }
        if (!limits.exempt().test(address)
                && bySubscriber.merge(Subscriber.of(address), 1, Integer::sum) > limits.perAddress()) {
            release(address);
            return Optional.of(Rejection.ADDRESS);
        }
        return Optional.empty();
    }

    public void leave(InetAddress address) {
        release(address);
        metrics.closed();
    }

    private void release(InetAddress address) {
        if (!limits.exempt().test(address)) {
            bySubscriber.computeIfPresent(Subscriber.of(address), (who, count) -> count == 1 ? null : count - 1);
        }
        open.decrementAndGet();
    }

    /** Counts every rejection and writes of one a minute: clients that come again and again must not fill the log. */
    private void refused(Rejection rejection) {
        metrics.refused(rejection.label());
        long due = nextWarning.get();
        long now = nanos.getAsLong();
        if (now >= due && nextWarning.compareAndSet(due, now + QUIET_NANOS)) {
            LOGGER.warning(() -> switch (rejection) {
                case ADDRESS ->
                    "Connections are refused: one address has " + limits.perAddress()
                            + " open (server.maxConnectionsPerAddress; proxies belong into trustedProxies).";
                case TOTAL ->
                    "Connections are refused: all " + limits.total() + " are in use (" + limits.totalSetting() + ").";
            });
        }
    }
}
