package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import org.jspecify.annotations.Nullable;

/** A key's record as the batches of one group see and change it, and what the database holds of it meanwhile. */
final class Slot {
    private final byte[] name;
    private final @Nullable Former former;
    private final boolean stored;
    private final long storedEnd;
    private byte @Nullable [] record;
    private @Nullable Entry entry;
    private long end;
    private boolean changed;

    Slot(byte[] name, byte @Nullable [] record) {
        this(name, record, null);
    }

    /** @param former what was kept in place of the record */
    Slot(byte[] name, byte @Nullable [] record, @Nullable Former former) {
        this.name = name;
        this.former = former;
        this.record = record;
        this.stored = record != null;
        this.entry = record == null ? null : RecordFormat.entry(record);
        this.storedEnd = record == null ? RecordFormat.NEVER : RecordFormat.end(record);
        this.end = storedEnd;
    }

    /** What a form had made of the record before the group. */
    record Former(Key key, Held.Made made) {}

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

    /**
     * What the form that had made something of the record makes of what the database holds now; null where there was none, nobody
     * has asked it lately, or it makes nothing.
     */
    Held.@Nullable Made made() {
        if (former == null || record == null || !former.made().isWanted()) {
            return null;
        }
        return changed ? former.made().of(former.key(), record) : former.made();
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

    /** Adds to the batch what makes the database hold this, but for an end that is {@linkplain #isUnlisted unlisted}. */
    void store(EncodedBatch batch) {
        if (storedEnd != RecordFormat.NEVER && storedEnd != end) {
            batch.delete(Family.EXPIRY, Deadline.key(storedEnd, name));
        }
        record = entry == null ? null : RecordFormat.encode(entry, end);
        if (record != null) {
            batch.put(Family.RECORDS, name, record);
        } else if (stored) {
            batch.delete(Family.RECORDS, name);
        }
    }

    /** Whether it has an end that the index of ends does not know of. */
    boolean isUnlisted() {
        return entry != null && end != RecordFormat.NEVER && end != storedEnd;
    }

    /** Adds to the batch what makes the index know of the end. */
    void enlist(EncodedBatch batch) {
        batch.put(Family.EXPIRY, Deadline.key(end, name), Deadline.NOTHING);
    }
}
