package dev.yorozu.store.rocks;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Writes what was counted in memory, as one group that is not synced. For the holder of the writer's lock. */
final class CounterWriter {
    private final Engine engine;
    private final InstantSource clock;
    private final Stamps stamps;

    CounterWriter(Engine engine, InstantSource clock, Stamps stamps) {
        this.engine = engine;
        this.clock = clock;
        this.stamps = stamps;
    }

    void write(List<Counter> counters) throws RocksDBException {
        long now = clock.millis();
        List<Counter.Writing> writings = new ArrayList<>(counters.size());
        try (WriteBatch batch = new WriteBatch()) {
            for (Counter counter : counters) {
                Counter.Writing writing = counter.writing(now);
                writing.slot().store(engine, batch);
                writings.add(writing);
            }
            if (batch.count() > 0) {
                batch.putLogData(stamps.relaxed().bytes());
                engine.database().write(engine.writing(false), batch);
            }
        }
        writings.forEach(Counter.Writing::done);
    }
}
