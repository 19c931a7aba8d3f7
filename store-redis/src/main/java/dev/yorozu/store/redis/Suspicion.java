package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Breaks connections to the wrong place, so that new ones are made, to another node where one has taken over.
 *
 * <p>One kind is a server that is frozen, or a network that swallows everything: such a connection stays open for many
 * minutes by itself. After a call that was not answered in time a PING follows it; when that is not answered either, the
 * connection is broken, and until there is a new one calls fail at once and not after their timeout. The other kind is a
 * master that has become a replica.
 */
final class Suspicion {
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Set<StatefulRedisConnection<?, ?>> probed = ConcurrentHashMap.newKeySet();
    private final AtomicLong broken = new AtomicLong(System.nanoTime() - PAUSE);
    private final Duration timeout;

    Suspicion(Duration timeout) {
        this.timeout = timeout;
    }

    /** Finds out whether anyone is there. */
    void raise(StatefulRedisConnection<Bytes, Bytes> connection) {
        if (!probed.add(connection)) {
            return;
        }
        Call probe = Call.of(Command.plain(CommandType.PING));
        connection.dispatch(probe);
        probe.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).whenComplete((reply, failure) -> {
            probed.remove(connection);
            if (failure instanceof TimeoutException) {
                Lettuce.disconnect(connection);
            }
        });
    }

    /** Breaks the connection, unless that was done a moment ago: where nobody takes over, it would not end. */
    void confirm(StatefulRedisConnection<Bytes, Bytes> connection) {
        long now = System.nanoTime();
        long last = broken.get();
        if (now - last >= PAUSE && broken.compareAndSet(last, now)) {
            Lettuce.disconnect(connection);
        }
    }
}
