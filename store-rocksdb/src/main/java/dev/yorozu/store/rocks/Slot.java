package dev.yorozu.store.rocks;

import org.jspecify.annotations.Nullable;

/** A key's record as the batches of one group see and change it, and what the database holds of it meanwhile. */
final class Slot {
    private final byte[] name;
    private final boolean stored;
    private final long storedEnd;
    private @Nullable Entry entry;
    private long end;
    private boolean changed;

    Slot(byte[] name, byte @Nullable [] record) {
        this.name = name;
        this.stored = record != null;
        this.entry = record == null ? null : RecordFormat.entry(record);
        this.storedEnd = record == null ? RecordFormat.NEVER : RecordFormat.end(record);
        this.end = storedEnd;
    }

    byte[] name() {
        return name;
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

    boolean changed() {
        return changed;
    }

    boolean stored() {
        return stored;
    }

    long storedEnd() {
        return storedEnd;
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
}
