package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/** The database at one moment, for answers that need more than one look. */
final class View implements ElementSource, AutoCloseable {
    private final Engine engine;
    private final Snapshot snapshot;
    private final ReadOptions reading;
    private final boolean counting;

    View(Engine engine) {
        this(engine, false);
    }

    /** @param counting whether to count members where the levels of a sorted set tell nothing */
    View(Engine engine, boolean counting) {
        this.engine = engine;
        this.counting = counting;
        this.snapshot = engine.database().getSnapshot();
        this.reading = new ReadOptions().setSnapshot(snapshot);
    }

    byte @Nullable [] record(byte[] name) {
        try {
            return engine.database().get(engine.family(Family.RECORDS), reading, name);
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    @Override
    public byte @Nullable [] element(byte[] key) {
        try {
            return engine.database().get(engine.family(Family.ELEMENTS), reading, key);
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    @Override
    public Cursor elements() {
        return new EngineCursor(engine.database().newIterator(engine.family(Family.ELEMENTS), reading));
    }

    /** Only the writer can tell: the database does not have the levels of a sorted set as they are, or a count as it is. */
    static final class Behind extends RuntimeException {
        private static final long serialVersionUID = 1;

        Behind() {
            super("The database is behind the writer", null, false, false);
        }
    }

    /** Throws {@link Behind} where only the writer can tell. */
    @Override
    public Entry.Collection counted(Entry.Collection ranking) {
        if (ranking.levels() == 0 || element(ElementKey.uncounted(ranking.generation())) == null) {
            return ranking;
        }
        if (counting) {
            return ranking.withoutLevels();
        }
        throw new Behind();
    }

    /** The collection that a live record describes; null when there is no such record. */
    static Entry.@Nullable Collection collection(byte @Nullable [] record, ValueType type) {
        if (record == null) {
            return null;
        }
        if (RecordFormat.type(record) != type) {
            throw new StoreException.WrongType();
        }
        return RecordFormat.collection(type, record);
    }

    @Override
    public void close() {
        reading.close();
        engine.database().releaseSnapshot(snapshot);
        snapshot.close();
    }
}
