package dev.yorozu.store.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** A key's record as the batches of one group see and change it, and what the database holds of it meanwhile. */
final class Slot {
    private final byte[] name;
    private final boolean stored;
    private final long storedEnd;
    private byte @Nullable [] record;
    private @Nullable Entry entry;
    private long end;
    private boolean changed;

    Slot(byte[] name, byte @Nullable [] record) {
        this.name = name;
        this.record = record;
        this.stored = record != null;
        this.entry = record == null ? null : RecordFormat.entry(record);
        this.storedEnd = record == null ? RecordFormat.NEVER : RecordFormat.end(record);
        this.end = storedEnd;
    }

    /** What is there now; null when nothing is. */
    @Nullable
    Entry entry() {
        return entry;
    }

    /** When it ends; {@link RecordFormat#NEVER} also when there is nothing. */
    long end() {
        return end;
    }

    /** Whether the database held something before the group. */
    boolean stored() {
        return stored;
    }

    boolean changed() {
        return changed;
    }

    /** What the database holds of it: what was found there, or what was {@linkplain #store stored}. */
    byte @Nullable [] record() {
        return record;
    }

    void place(Entry newEntry, long newEnd) {
        entry = newEntry;
        end = newEnd;
        changed = true;
    }

    void clear() {
        entry = null;
        end = RecordFormat.NEVER;
        changed = true;
    }

    /** Adds to the batch what makes the database hold this. */
    void store(Engine engine, WriteBatch batch) throws RocksDBException {
        if (storedEnd != RecordFormat.NEVER && storedEnd != end) {
            batch.delete(engine.family(Family.EXPIRY), Deadline.key(storedEnd, name));
        }
        record = entry == null ? null : RecordFormat.encode(entry, end);
        if (record == null) {
            if (stored) {
                batch.delete(engine.family(Family.RECORDS), name);
            }
            return;
        }
        if (end != RecordFormat.NEVER && end != storedEnd) {
            batch.put(engine.family(Family.EXPIRY), Deadline.key(end, name), Deadline.NOTHING);
        }
        batch.put(engine.family(Family.RECORDS), name, record);
    }
}
