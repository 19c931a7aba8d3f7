package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** The records that the writer has taken from the {@link RecordCache} while it works on a group. */
final class HeldRecords {
    private final Engine engine;
    private final RecordCache cache;
    private final CounterWriter counters;
    private final InstantSource clock;

    HeldRecords(Engine engine, RecordCache cache, CounterWriter counters, InstantSource clock) {
        this.engine = engine;
        this.cache = cache;
        this.counters = counters;
        this.clock = clock;
    }

    /** A value that was counted in memory could not be written. */
    static final class NotSettled extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final RocksDBException fault;

        private NotSettled(RocksDBException fault) {
            super(fault);
            this.fault = fault;
        }

        RocksDBException fault() {
            return fault;
        }
    }

    /** Takes a record: until it is released, nobody else changes it, and no reader keeps a copy. */
    Slot hold(Key key) {
        byte[] name = key.bytes();
        Held found = cache.holdAbsent(key.name());
        while (found != null) {
            if (found instanceof Counter counter) {
                settle(counter);
            }
            if (cache.hold(key.name(), found)) {
                return switch (found) {
                    case Held.Image image -> new Slot(name, image.record());
                    case Held.Made made -> new Slot(name, load(key, name), new Slot.Former(key, made));
                    case Held.Mark mark -> new Slot(name, load(key, name));
                    case Counter counter -> new Slot(name, load(key, name));
                };
            }
            found = cache.holdAbsent(key.name());
        }
        return new Slot(name, load(key, name));
    }

    long now() {
        return clock.millis();
    }

    private byte @Nullable [] load(Key key, byte[] name) {
        try {
            return engine.find(Family.RECORDS, name);
        } catch (StoreException e) {
            cache.release(key.name());
            throw e;
        }
    }

    /** Writes what was counted in memory. Readers find it there until the writer's mark stands in its place. */
    private void settle(Counter counter) {
        if (counter.closeIdle()) {
            return;
        }
        counter.close();
        try {
            counters.write(List.of(counter));
        } catch (RocksDBException e) {
            counter.reopen();
            throw new NotSettled(e);
        }
    }

    /**
     * What was not there before the group is not kept, nor what is gone after it: most names that a batch asks for in vain,
     * makes or removes are not asked for soon again. Those that are come with their first reader. Where readers had a form make
     * something of the record, the form makes it of the new one here: to keep the record until the next of them comes would
     * take many times the memory.
     *
     * @param written whether the database holds what the slot says
     * @param now the {@linkplain #now moment} of the release
     */
    void release(String name, Slot slot, boolean written, long now) {
        byte[] record = slot.record();
        if (!written || !slot.stored() || slot.entry() == null || record == null) {
            cache.release(name);
            return;
        }
        Held.Made made = slot.made();
        if (made != null && made.lives(now)) {
            cache.release(name, made);
        } else {
            cache.release(name, record, now);
        }
    }
}
