package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store in Redis that keeps some of what it reads in memory, and is told by Redis when that changes ({@code CLIENT
 * TRACKING}).
 *
 * <p>A batch that was committed here is seen by every later read here. What others commit is seen when Redis's message has
 * come, and at the latest a second after, because nothing is answered from memory unless Redis has been heard from within that
 * second. Where a message never comes, as for a key whose slot has moved to another node of a cluster, it is seen when the
 * answer is as old as it may get. While there is no connection for such messages nothing is answered from memory.
 *
 * <p>An answer does not outlive its key, whose remaining life is asked for with it. A string is kept, and that there is no
 * such key; other types and questions go to Redis, and so do {@link #readAll} and walks.
 */
public final class TrackedStore implements Store.Forwarding {
    private final RedisStore store;
    private final Tracking tracking;
    private final Limits limits;
    private final StoreObserver observer;
    private final Duration timeout;
    private final TrackedReads reads;
    private final TrackingLinks links;

    private TrackedStore(RedisStore store, Tracking tracking, Limits limits, StoreObserver observer, Duration timeout) {
        this.store = store;
        this.tracking = tracking;
        this.limits = limits;
        this.observer = observer;
        this.timeout = timeout;
        this.reads = new TrackedReads(tracking.bytes());
        this.links = new TrackingLinks(store.transport(), this::changed, observer, timeout);
    }

    /** Connects as {@link RedisStore#open} does; refuses a Redis that cannot tell of changes. */
    public static TrackedStore open(RedisSettings settings, Tracking tracking, Limits limits, StoreObserver observer) {
        RedisStore store = RedisStore.open(settings, limits, observer);
        try {
            requireTracking(store.transport(), settings.timeout());
            return new TrackedStore(store, tracking, limits, observer, settings.timeout());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Turns it off where it is off, which changes nothing. */
    private static void requireTracking(Transport transport, Duration timeout) {
        String refused =
                "This Redis cannot tell of changed keys, or does not let this user ask for it: turn the tracking off";
        if (transport.nodes().stream().allMatch(node -> transport.uriOf(node).isEmpty())) {
            throw new StoreException.CannotOpen(refused);
        }
        try {
            transport
                    .send(Command.plain(CommandType.CLIENT, "TRACKING", "OFF"))
                    .reply(System.nanoTime() + timeout.toNanos());
        } catch (Failure.Refused failure) {
            throw new StoreException.CannotOpen(refused, failure);
        } catch (Failure failure) {
            throw Refusal.of("Redis", failure, timeout);
        }
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Commit commit(Batch batch) {
        try {
            return store.commit(batch);
        } finally {
            drop(batch);
        }
    }

    /** Also what a batch only looks at: where it is rejected, the caller looks again. */
    private void drop(Batch batch) {
        for (Guard guard : batch.guards()) {
            reads.drop(guard.key().name());
        }
        for (Write write : batch.writes()) {
            reads.drop(write.key().name());
        }
    }

    @Override
    public Optional<Relay> relay() {
        return store.relay().map(Dropping::new);
    }

    /** Forgets what was read of the keys that a client may have changed. */
    private final class Dropping implements Relay {
        private final Relay relay;

        private Dropping(Relay relay) {
            this.relay = relay;
        }

        @Override
        public Optional<RelayOutcome> relay(List<Relayed> calls, Map<Key, Bytes> watched, boolean undoes) {
            try {
                return relay.relay(calls, watched, undoes);
            } finally {
                calls.forEach(this::drop);
            }
        }

        @Override
        public boolean reachesTogether(Key one, Key other) {
            return relay.reachesTogether(one, other);
        }

        @Override
        public @Nullable Object script(Relayed call) {
            try {
                return relay.script(call);
            } finally {
                drop(call);
            }
        }

        private void drop(Relayed call) {
            call.keys().values().forEach(key -> reads.drop(key.name()));
        }

        @Override
        public Bytes digest(Key key) {
            return relay.digest(key);
        }
    }

    private void changed(Bytes name) {
        store.transport()
                .key(new String(name.toArray(), StandardCharsets.UTF_8))
                .ifPresent(key -> reads.drop(key.name()));
    }

    @Override
    public <R> R read(Read<R> question) {
        Ask ask = ask(question);
        return ask == null ? store.read(question) : answer(question, ask);
    }

    @Override
    public void send(RoundTrip trip) {
        List<RoundTrip.Item<?>> items = trip.items();
        RoundTrip rest = new RoundTrip(store);
        List<Runnable> arrivals = new ArrayList<>(items.size());
        for (RoundTrip.Item<?> item : items) {
            arrivals.add(
                    switch (item) {
                        case RoundTrip.Change change -> arrival(change, rest.commit(change.batch()));
                        case RoundTrip.Question<?> question -> arrival(question, rest);
                    });
        }
        try {
            rest.send();
        } finally {
            for (RoundTrip.Item<?> item : items) {
                if (item instanceof RoundTrip.Change change) {
                    drop(change.batch());
                }
            }
        }
        arrivals.forEach(Runnable::run);
    }

    private static <R> Runnable arrival(RoundTrip.Item<R> item, RoundTrip.Answer<? extends R> answer) {
        return () -> item.answer(answer::get);
    }

    private <R> Runnable arrival(RoundTrip.Question<R> question, RoundTrip rest) {
        try {
            Ask ask = ask(question.read());
            return ask == null
                    ? arrival(question, rest.read(question.read()))
                    : () -> question.answer(() -> answer(question.read(), ask));
        } catch (StoreException fault) {
            return () -> question.fail(fault);
        }
    }

    /** A question that is answered from memory, or on its way over a link. */
    private interface Ask {
        Optional<Bytes> answer();
    }

    /** The answer's type follows from the question's, which the compiler cannot see. */
    @SuppressWarnings("unchecked")
    private static <R> R answer(Read<R> question, Ask ask) {
        return (R) (question instanceof Read.Formed<?> formed ? formed.of(ask.answer()) : ask.answer());
    }

    /** Null for a question that must go to the store. */
    private @Nullable Ask ask(Read<?> question) {
        if (!(question instanceof Read.Get || question instanceof Read.Formed)) {
            return null;
        }
        Read.Get get = new Read.Get(question.key());
        long now = System.nanoTime();
        TrackedReads.Kept kept = reads.find(get.key().name(), now);
        if (kept == null && !tracking.keys().test(get.key())) {
            return null;
        }
        TrackingLink link = links.to(get.key(), now);
        if (kept != null && kept.link() == link) {
            observer.trackedRead(true);
            return kept::value;
        }
        observer.trackedRead(false);
        return link == null ? null : load(get, link, now);
    }

    private Ask load(Read.Get get, TrackingLink link, long now) {
        limits.check(get);
        String name = get.key().name();
        TrackedReads.Reading reading = reads.announce(name);
        Bytes key = store.transport().name(get.key());
        List<Call> calls = Call.of(List.of(Command.on(key, CommandType.GET), Command.on(key, CommandType.PTTL)));
        link.send(calls);
        return () -> {
            try {
                long deadline = now + timeout.toNanos();
                Optional<Bytes> value = Replies.value(calls.getFirst().reply(deadline));
                long left = Replies.number(calls.getLast().reply(deadline));
                link.heard(now);
                keep(name, reading, value, left, link, now);
                return value;
            } catch (Failure failure) {
                reads.withdraw(name, reading);
                return withoutLink(get, failure, now);
            }
        };
    }

    /**
     * Keeps a value that goes with the life that was asked for after it.
     *
     * @param left milliseconds; as Redis says it, -1 for a key without an end and -2 for none
     */
    private void keep(
            String name,
            TrackedReads.Reading reading,
            Optional<Bytes> value,
            long left,
            TrackingLink link,
            long asked) {
        if (value.isPresent() != (left != -2)) {
            reads.withdraw(name, reading);
            return;
        }
        Duration age = left < 0 || left > tracking.maxAge().toMillis() ? tracking.maxAge() : Duration.ofMillis(left);
        reads.keep(name, reading, new TrackedReads.Kept(value, link, asked + age.toNanos()));
    }

    /** A key of another type, one that lies elsewhere by now, or a link that has just ended; but time that is over is over. */
    private Optional<Bytes> withoutLink(Read.Get get, Failure failure, long asked) {
        if (System.nanoTime() - asked >= timeout.toNanos()) {
            throw Faults.ofRead(failure);
        }
        return store.read(get);
    }

    @Override
    public void close() {
        links.close();
        store.close();
    }
}
