package dev.yorozu.store.rocks;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;

/** Writes what was counted in memory, as one group that is not synced. For the holder of the writer's lock. */
final class CounterWriter {
    private final EncodedBatch batch;
    private final InstantSource clock;
    private final Stamps stamps;

    CounterWriter(Engine engine, InstantSource clock, Stamps stamps) {
        this.batch = new EncodedBatch(engine);
        this.clock = clock;
        this.stamps = stamps;
    }

    void write(List<Counter> counters) throws RocksDBException {
        long now = clock.millis();
        List<Counter.Writing> writings = new ArrayList<>(counters.size());
        try {
            for (Counter counter : counters) {
                Counter.Writing writing = counter.writing(now);
                writing.slot().store(batch);
                if (writing.slot().isUnlisted()) {
                    writing.slot().enlist(batch);
                }
                writings.add(writing);
            }
            if (!batch.isEmpty()) {
                batch.note(stamps.relaxed().bytes());
                batch.write(false);
            }
        } finally {
            batch.clear();
        }
        writings.forEach(Counter.Writing::done);
    }
}
