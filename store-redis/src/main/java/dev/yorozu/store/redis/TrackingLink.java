package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.backend.StoreObserver;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.push.PushMessage;
import io.lettuce.core.protocol.CommandType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one node over which Redis tells of changes to all that was read over it.
 *
 * <p>Replies and such news come in the order in which they happened. So with the reply to a command everything has been heard
 * that happened before the command was sent. A link is only relied on for a {@linkplain #TRUST moment} after the last command
 * that was answered; when it is used, it sends one in time. A silent connection therefore makes nothing older than that.
 *
 * <p>A link ends with its connection, for good: whoever holds on to it sees that at once. It also ends when all keys were
 * deleted, which Redis tells in one word.
 */
final class TrackingLink {
    /** How long what was heard last is relied on. */
    static final Duration TRUST = Duration.ofSeconds(1);

    private final Consumer<Bytes> changed;
    private final StoreObserver observer;
    private final Duration timeout;
    private final long begun = System.nanoTime();
    private final AtomicBoolean probing = new AtomicBoolean();
    private volatile State state = State.BEGINNING;
    private volatile @Nullable StatefulRedisConnection<Bytes, Bytes> connection;
    private volatile @Nullable Pipeline pipeline;
    private volatile long heard;

    private enum State {
        BEGINNING,
        LIVE,
        ENDED
    }

    /** @param changed is told the name of each key that was changed, as Redis calls it */
    TrackingLink(Consumer<Bytes> changed, StoreObserver observer, Duration timeout) {
        this.changed = changed;
        this.observer = observer;
        this.timeout = timeout;
    }

    /** Connects without waiting. */
    void connect(RedisClient client, RedisURI uri) {
        client.connectAsync(BytesCodec.INSTANCE, uri).whenComplete((made, failure) -> {
            if (made == null) {
                end();
            } else {
                track(made);
            }
        });
    }

    private void track(StatefulRedisConnection<Bytes, Bytes> made) {
        connection = made;
        pipeline = Pipeline.toNode(made::dispatch);
        made.addListener(this::hear);
        made.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> disconnected) {
                end();
            }
        });
        ask(made, Command.plain(CommandType.CLIENT, "TRACKING", "ON"), this::goLive);
        if (state == State.ENDED || !made.isOpen()) {
            end();
        }
    }

    /** Sends a command whose reply only matters as a sign of life. */
    private void ask(StatefulRedisConnection<Bytes, Bytes> made, Command command, Runnable answered) {
        long sent = System.nanoTime();
        Call call = Call.of(command);
        call.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).whenComplete((reply, failure) -> {
            if (failure == null) {
                heard(sent);
                answered.run();
            } else {
                end();
            }
        });
        made.dispatch(call);
    }

    private synchronized void goLive() {
        if (state == State.BEGINNING) {
            state = State.LIVE;
            observer.tracking(true);
        }
    }

    /** Whether what was read over this link, and not changed as far as it tells, may be relied on. */
    boolean usable(long now) {
        StatefulRedisConnection<Bytes, Bytes> made = connection;
        if (state != State.LIVE || made == null) {
            return false;
        }
        long silence = now - heard;
        if (silence > TRUST.toNanos() / 2 && probing.compareAndSet(false, true)) {
            ask(made, Command.plain(CommandType.PING), () -> probing.set(false));
        }
        return silence <= TRUST.toNanos();
    }

    /** Whether this link will not be usable any more, and was made so long ago. */
    boolean ended(long now, Duration ago) {
        return state == State.ENDED && now - begun >= ago.toNanos();
    }

    void send(List<Call> calls) {
        Pipeline sending = pipeline;
        if (sending == null) {
            throw new IllegalStateException("This link is not usable");
        }
        sending.send(calls);
    }

    /** Is told that a command was answered that was sent then. */
    void heard(long sent) {
        if (state == State.BEGINNING || sent - heard > 0) {
            heard = sent;
        }
    }

    private void hear(PushMessage message) {
        if (!message.getType().equals("invalidate")) {
            return;
        }
        if (message.getContent().getLast() instanceof List<?> names) {
            for (Object name : names) {
                if (name instanceof ByteBuffer bytes) {
                    changed.accept(BytesCodec.INSTANCE.decodeValue(bytes));
                }
            }
            observer.invalidated(names.size());
        } else {
            end();
        }
    }

    void end() {
        synchronized (this) {
            if (state == State.LIVE) {
                observer.tracking(false);
            }
            state = State.ENDED;
        }
        StatefulRedisConnection<Bytes, Bytes> made = connection;
        if (made != null) {
            made.closeAsync();
        }
    }
}
