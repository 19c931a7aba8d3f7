package dev.yorozu.store.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Breaks connections behind which nobody seems to be: a frozen server, or a network that swallows everything.
 *
 * <p>Such a connection stays open for many minutes by itself. After a call that was not answered in time a PING follows
 * it; when that is not answered either, the connection is broken, so that a new one is made, to another node where one
 * has taken over. Until then calls fail at once and not after their timeout.
 */
final class Suspicion {
    private final Set<StatefulRedisConnection<?, ?>> probed = ConcurrentHashMap.newKeySet();
    private final Duration timeout;

    Suspicion(Duration timeout) {
        this.timeout = timeout;
    }

    void raise(StatefulRedisConnection<dev.yorozu.store.Bytes, dev.yorozu.store.Bytes> connection) {
        if (!probed.add(connection)) {
            return;
        }
        Call probe = Call.of(Command.plain(CommandType.PING));
        connection.dispatch(probe);
        probe.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).whenComplete((reply, failure) -> {
            probed.remove(connection);
            if (failure instanceof java.util.concurrent.TimeoutException) {
                Lettuce.disconnect(connection);
            }
        });
    }
}
