package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one node over which commands go in groups, each with a wait for its replicas behind it.
 *
 * <p>Redis waits for what the same connection wrote before. So a group and its wait travel over one connection, which is
 * never made again: a link ends with it, for good. While one group waits the next one gathers, as for the fsync of a disk; a
 * command whose time is over before it left has had no effect.
 */
final class ConfirmedLink {
    private static final int MOST_TOGETHER = 1024;

    private final Confirming confirming;
    private final Duration patience;
    private final Queue<ConfirmedCall> waiting = new ConcurrentLinkedQueue<>();
    /** Whether a group is under way; so it is until there is a connection, and once there is none. */
    private final AtomicBoolean busy = new AtomicBoolean(true);

    private final long begun = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable StatefulRedisConnection<Bytes, Bytes> connection;

    /** @param patience how long a node may take to answer at all */
    ConfirmedLink(Confirming confirming, Duration patience) {
        this.confirming = confirming;
        this.patience = patience;
    }

    /** Connects without waiting. */
    void connect(RedisClient client, RedisURI uri) {
        client.connectAsync(BytesCodec.INSTANCE, uri).whenComplete((made, failure) -> {
            if (made == null) {
                end();
                return;
            }
            connection = made;
            made.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> disconnected) {
                    end();
                }
            });
            if (ended.get()) {
                made.closeAsync();
            } else if (made.isOpen()) {
                done();
            } else {
                end();
            }
        });
    }

    void send(List<ConfirmedCall> calls) {
        waiting.addAll(calls);
        sendWaiting();
    }

    private void sendWaiting() {
        while (!waiting.isEmpty() && (ended.get() || busy.compareAndSet(false, true))) {
            if (ended.get()) {
                for (ConfirmedCall call = waiting.poll(); call != null; call = waiting.poll()) {
                    call.cannotLeave();
                }
                return;
            }
            List<ConfirmedCall> group = takeGroup();
            if (group.isEmpty()) {
                busy.set(false);
            } else {
                send(group, confirming.command());
            }
        }
    }

    /** Those that still have time. */
    private List<ConfirmedCall> takeGroup() {
        List<ConfirmedCall> group = new ArrayList<>();
        while (group.size() < MOST_TOGETHER) {
            ConfirmedCall call = waiting.poll();
            if (call == null) {
                break;
            }
            if (call.leave()) {
                group.add(call);
            }
        }
        return group;
    }

    private void send(List<ConfirmedCall> group, Command command) {
        Call wait = Call.of(command);
        List<Call> calls = new ArrayList<>();
        group.forEach(each -> calls.addAll(each.calls()));
        calls.add(wait);
        // A node that is asked to wait so long answers then: one that does not is not there any more.
        wait.orTimeout(confirming.millis() + patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((reply, failure) -> {
                    group.forEach(each -> each.arrive(confirming, reply, failure));
                    if (failure == null) {
                        done();
                    } else {
                        end();
                    }
                });
        StatefulRedisConnection<Bytes, Bytes> made = connection;
        try {
            if (made == null) {
                throw new IllegalStateException("There is no connection");
            }
            made.dispatch(calls);
        } catch (RuntimeException e) {
            calls.forEach(call -> call.completeExceptionally(e));
        }
    }

    private void done() {
        busy.set(false);
        sendWaiting();
    }

    /** Whether this link will not be usable any more, and was made so long ago. */
    boolean ended(long now, Duration ago) {
        return ended.get() && now - begun >= ago.toNanos();
    }

    void end() {
        StatefulRedisConnection<Bytes, Bytes> made = connection;
        if (ended.compareAndSet(false, true) && made != null && made.isOpen()) {
            made.closeAsync();
        }
        sendWaiting();
    }
}
