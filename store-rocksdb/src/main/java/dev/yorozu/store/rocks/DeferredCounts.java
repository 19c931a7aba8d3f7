package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Result;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/*
 * A deferred batch that only counts is applied on its caller's thread, by one compare-and-set in a Counter that stands in the
 * record cache in the place of the record. All who ask for the key find it there. Once a second the writer writes what was
 * counted, as one group that is not synced, and puts the record in the place of counters at which nothing was counted meanwhile.
 *
 * A batch of any other kind that meets a counter settles it first: the writer closes it, writes its value, and then puts its mark
 * in its place. Closed, it is still read, so that its value is not missing for a moment; who counts finds it closed, and goes to
 * the writer as all others do. Since what is written then is what everybody saw before, no reader can tell.
 *
 * Where a write fails, the counter stays, and is written when the store can write again. Until then nothing is counted.
 * A crash forgets what was counted since the last flush.
 */

/** The counters of {@link Durability#DEFERRED} batches. */
final class DeferredCounts {
    /** How many there may be, which is those of two seconds; beyond, counts go the way of relaxed batches. */
    private static final int MOST = 1 << 17;

    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How many are written together, so that other batches wait for no more. */
    private static final int SLICE = 1024;

    private final RecordCache cache;
    private final InstantSource clock;
    private final AtomicInteger count = new AtomicInteger();
    /** Those made since the last flush. Each comes here before anybody can find it. */
    private final Queue<Counter> made = new ConcurrentLinkedQueue<>();
    /** The others, and how many of them this flush has passed; for the holder of the writer's lock. */
    private final List<Counter> counters = new ArrayList<>();

    private int passed;
    private boolean more;
    private long lastFlush = System.nanoTime();

    DeferredCounts(RecordCache cache, InstantSource clock) {
        this.cache = cache;
        this.clock = clock;
    }

    /** Whether a batch is one of those that can be applied here. */
    static boolean takes(Batch batch) {
        return batch.durability() == Durability.DEFERRED
                && batch.guards().isEmpty()
                && batch.writes().size() == 1
                && (batch.writes().getFirst() instanceof Write.Add
                        || batch.writes().getFirst() instanceof Write.Throttle);
    }

    /** Applies such a batch; null when it has to go to the writer. The caller is inside the engine's gate. */
    @Nullable
    Commit commit(Batch batch, Engine engine) {
        Write write = batch.writes().getFirst();
        Counter counter = counter(write.key(), engine);
        Result result = counter == null ? null : counter.apply(write, clock);
        return result == null ? null : new Commit.Applied(List.of(result));
    }

    private @Nullable Counter counter(Key key, Engine engine) {
        return switch (cache.get(key.name())) {
            case null -> load(key, engine);
            case Held.Image image -> make(key.name(), image, image.record());
            case Held.Made made -> null;
            case Held.Mark mark -> null;
            case Counter counter -> counter;
        };
    }

    private @Nullable Counter load(Key key, Engine engine) {
        Held.Mark mark = cache.reserve(key.name());
        if (mark == null) {
            return null;
        }
        try {
            return make(key.name(), mark, engine.find(Family.RECORDS, key.bytes()));
        } finally {
            cache.withdraw(key.name(), mark);
        }
    }

    /** Puts a counter in the place of what is there; null when that is no number, or is no longer there. */
    private @Nullable Counter make(String name, Held instead, byte @Nullable [] record) {
        if (!counts(record) || count.get() >= MOST) {
            return null;
        }
        Counter counter = new Counter(name, record);
        count.incrementAndGet();
        made.add(counter);
        if (cache.replace(name, instead, counter)) {
            return counter;
        }
        counter.close();
        return null;
    }

    private static boolean counts(byte @Nullable [] record) {
        return record == null
                || (RecordFormat.type(record) == ValueType.STRING
                        && RecordFormat.text(record).number().isPresent());
    }

    boolean isEmpty() {
        return count.get() == 0;
    }

    /** Writes all that was counted until now; returns false, because nothing is left. */
    boolean flushAll(CounterWriter writer) throws RocksDBException {
        begin();
        while (more) {
            flush(writer);
        }
        return more;
    }

    /** Writes some of what was counted, where the last flush is a second ago or is not complete; returns whether there is more. */
    boolean flushIfDue(CounterWriter writer) throws RocksDBException {
        long now = System.nanoTime();
        if (!more && now - lastFlush < FLUSH_NANOS) {
            return false;
        }
        if (!more) {
            lastFlush = now;
            begin();
        }
        flush(writer);
        return more;
    }

    private void begin() {
        more = true;
        passed = 0;
        for (Counter counter = made.poll(); counter != null; counter = made.poll()) {
            counters.add(counter);
        }
    }

    private void flush(CounterWriter writer) throws RocksDBException {
        more = false; // Should this fail, the next flush begins anew.
        List<Counter> changed = new ArrayList<>();
        while (passed < counters.size() && changed.size() < SLICE) {
            Counter counter = counters.get(passed);
            if (counter.isOpen() && !(counter.isIdle() && retire(counter))) {
                changed.add(counter);
                passed++;
            } else {
                Counter last = counters.removeLast();
                if (last != counter) {
                    counters.set(passed, last);
                }
                count.decrementAndGet();
            }
        }
        writer.write(changed);
        more = passed < counters.size();
    }

    /** Puts the record in the place of a counter at which nothing was counted since it was written. */
    private boolean retire(Counter counter) {
        boolean closed = counter.closeIdle();
        if (closed) {
            cache.keep(counter.name(), counter, counter.written(), clock.millis());
        }
        return closed;
    }
}
