package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.StoreObserver;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Writes groups of batches to one opened engine. Only for the holder of the writer's lock, except for {@link #engine}. */
final class GroupWriter implements AutoCloseable {
    private final Engine engine;
    private final InstantSource clock;
    private final StoreObserver observer;
    private final Workspace workspace;
    private final Evaluator evaluator;
    private final Sweeper sweeper;
    private final Stamps stamps;
    private final CounterWriter counters;
    private volatile boolean unsynced;
    private boolean closed;

    private GroupWriter(
            Engine engine,
            Manifest manifest,
            RecordCache cache,
            RankTrees ranks,
            InstantSource clock,
            StoreObserver observer) {
        Numbers numbers = new Numbers(manifest.nextNumber());
        this.engine = engine;
        this.clock = clock;
        this.observer = observer;
        this.stamps = new Stamps(clock, engine.database().getLatestSequenceNumber());
        this.counters = new CounterWriter(engine, clock, stamps);
        this.workspace =
                new Workspace(engine, new HeldRecords(engine, cache, counters, clock), ranks, numbers, manifest.seed());
        this.evaluator = new Evaluator(workspace);
        this.sweeper = new Sweeper(engine, cache, ranks, clock, observer, numbers, stamps);
    }

    /** Opens the engine; throws {@link StoreException.CannotOpen} with what to do about it. */
    static GroupWriter open(
            Opening opening, Supplier<Engine> opener, RecordCache cache, InstantSource clock, StoreObserver observer) {
        Engine engine = opener.get();
        try {
            RankTrees ranks = new RankTrees(opening.settings().rankBytes());
            return new GroupWriter(engine, opening.manifest(engine), cache, ranks, clock, observer);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    Engine engine() {
        return engine;
    }

    /** Whether no relaxed batch waits for the disk. */
    boolean isSynced() {
        return !unsynced;
    }

    /** Evaluates a batch as the next of the group. A fault of the batch's own leaves nothing in the group. */
    Commit evaluate(Batch batch) {
        workspace.at(clock.instant());
        return evaluator.commit(batch);
    }

    /** Runs a program as the next of the group. */
    void run(Running<?> program, ToLongFunction<Key> revision) {
        workspace.at(clock.instant());
        program.run(workspace, evaluator, revision);
    }

    /** About how many bytes the group will write. */
    long bytes() {
        return workspace.bytes();
    }

    /** Writes the group. When this throws, it is unknown whether the group reached the log. */
    void write(boolean sync) throws RocksDBException {
        boolean before = unsynced;
        // Said before readers can see it, so that who has seen it finds this said.
        unsynced = before || !sync;
        boolean written = workspace.write(sync, sync ? stamps.durable() : stamps.relaxed());
        if (sync && !written && unsynced) {
            // A durable batch that found everything as it wanted it may rest on relaxed ones.
            engine.database().syncWal();
        }
        if (sync && (written || unsynced)) {
            stamps.synced(engine.database().getLatestSequenceNumber());
        }
        unsynced = !sync && (before || written);
        if (workspace.expired() > 0) {
            observer.expired(workspace.expired());
        }
    }

    /** Writes what memory knows of the levels of sorted sets and the database does not: of all, or of those that rest. */
    void settleRanks(boolean all) throws RocksDBException {
        try {
            workspace.settleRanks(all);
            write(false);
        } finally {
            workspace.clear();
            workspace.rest();
        }
    }

    /** What writes the values that were counted in memory. */
    CounterWriter counters() {
        return counters;
    }

    /** Makes ready for the next group, and shows to readers what this one wrote. */
    void clear() {
        workspace.clear();
    }

    /** Does a slice of the sweeper's work; returns whether there is more. */
    boolean sweep() throws RocksDBException {
        return sweeper.sweep();
    }

    /** Makes relaxed batches durable too, as far as the engine still can, and closes it. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        workspace.close();
        try (WriteBatch end = new WriteBatch()) {
            // Changes nothing; behind the last group it proves, should that be damaged one day, that it was on disk.
            end.putLogData(stamps.durable().bytes());
            engine.database().write(engine.writing(true), end);
        } catch (RocksDBException e) {
            // Only what was never promised can be lost here: durable batches were synced before they were acknowledged.
            unsynced = true;
        }
        engine.close();
    }
}
