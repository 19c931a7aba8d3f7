package dev.yorozu.store.rocks;

import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/** An open database with its families. Whoever is not the writer enters by the {@link Gate}. */
final class Engine implements AutoCloseable {
    private final EngineOptions options;
    private final RocksDB database;
    private final List<ColumnFamilyHandle> families;
    private final int[] numbers;
    private final ReadOptions reading = new ReadOptions();
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final WriteOptions unsynced = new WriteOptions().setSync(false);
    private final Gate gate = new Gate();

    /** The families come in the order of {@link Family}. */
    Engine(EngineOptions options, RocksDB database, List<ColumnFamilyHandle> families) {
        this.options = options;
        this.database = database;
        this.families = List.copyOf(families);
        this.numbers = families.stream().mapToInt(ColumnFamilyHandle::getID).toArray();
    }

    RocksDB database() {
        return database;
    }

    ColumnFamilyHandle family(Family family) {
        return families.get(family.ordinal());
    }

    /** What the engine calls a family in its log. */
    int number(Family family) {
        return numbers[family.ordinal()];
    }

    Gate gate() {
        return gate;
    }

    WriteOptions writing(boolean sync) {
        return sync ? synced : unsynced;
    }

    ReadOptions reading() {
        return reading;
    }

    byte @Nullable [] find(Family family, byte[] key) {
        try {
            return database.get(family(family), reading, key);
        } catch (RocksDBException e) {
            throw fault(e);
        }
    }

    EngineCursor cursor(Family family) {
        return new EngineCursor(database.newIterator(family(family), reading));
    }

    /** The sorted files that belong to the database now. */
    List<Path> tables() {
        return database.getLiveFilesMetaData().stream()
                .map(file -> Path.of(file.path(), file.fileName()))
                .toList();
    }

    MemoryUse memory() {
        return new MemoryUse(options.usedBytes(), options.mostBytes());
    }

    /** A failure of the engine while reading. */
    static StoreException fault(RocksDBException cause) {
        return isDamage(cause)
                ? new StoreException.Damaged(DamagedFiles.sentence(DamagedFiles.named(cause)), cause)
                : new StoreException.Unavailable("The storage engine cannot read its files", cause);
    }

    /** Whether the engine found bytes that are not those that it wrote. */
    static boolean isDamage(RocksDBException fault) {
        return fault.getStatus() != null && fault.getStatus().getCode() == Status.Code.Corruption;
    }

    /** Waits for all readers, then closes; no one may be writing. */
    @Override
    public void close() {
        gate.close();
        families.forEach(ColumnFamilyHandle::close);
        database.close();
        reading.close();
        synced.close();
        unsynced.close();
        options.close();
    }
}
