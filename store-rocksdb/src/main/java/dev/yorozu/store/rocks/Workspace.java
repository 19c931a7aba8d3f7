package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.rocks.log.Stamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchWithIndex;

/**
 * The database as one group of batches sees it: what is on disk, and over it what earlier batches of the group did.
 *
 * <p>Records are kept as objects until the group is written, so that a hundred additions to one counter are one write.
 * Elements go into an indexed batch, which can be read and walked together with the database. For whoever holds the
 * writer's lock only.
 */
final class Workspace implements AutoCloseable {
    /** About what a record costs beside its value; only to bound a group. */
    private static final int OVERHEAD = 64;
    /** A batch keeps the memory of the largest group it held; one that grew beyond this is given back. */
    private static final long RETAINED = 32 << 20;

    private final Engine engine;
    private final HeldRecords records;
    private final Numbers numbers;
    private final long seed;
    private final Map<String, Slot> slots = new HashMap<>();
    private final Map<Long, byte[]> lowest = new HashMap<>();
    private WriteBatchWithIndex batch = new WriteBatchWithIndex(true);
    private @Nullable Cursor cursor;
    private Instant now = Instant.EPOCH;
    private boolean touched;
    private boolean written;
    private long bytes;
    private int expired;

    Workspace(Engine engine, HeldRecords records, Numbers numbers, long seed) {
        this.engine = engine;
        this.records = records;
        this.numbers = numbers;
        this.seed = seed;
    }

    /** Forgets everything that was not written, for the next group, and lets readers keep what was. */
    void clear() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
        if (bytes > RETAINED) {
            batch.close();
            batch = new WriteBatchWithIndex(true);
        } else if (touched) {
            batch.clear();
        }
        touched = false;
        slots.forEach((name, slot) -> records.release(name, slot, written));
        written = false;
        slots.clear();
        lowest.clear();
        bytes = 0;
        expired = 0;
    }

    /** Sets the moment at which the next batch happens. */
    void at(Instant instant) {
        now = instant;
    }

    Instant now() {
        return now;
    }

    long seed() {
        return seed;
    }

    /** About how many bytes the group will write. */
    long bytes() {
        return bytes;
    }

    /** How many records were found to have ended, and are removed by this group. */
    int expired() {
        return expired;
    }

    long newGeneration() {
        return numbers.take();
    }

    @Nullable
    Entry find(Key key) {
        return slot(key).entry();
    }

    Entry.@Nullable Text text(Key key) {
        return switch (find(key)) {
            case null -> null;
            case Entry.Text text -> text;
            case Entry.Collection collection -> throw new StoreException.WrongType();
        };
    }

    Entry.@Nullable Collection collection(Key key, ValueType type) {
        Entry entry = find(key);
        if (entry == null) {
            return null;
        }
        if (entry instanceof Entry.Collection collection && collection.type() == type) {
            return collection;
        }
        throw new StoreException.WrongType();
    }

    /** The collection at this key, or an empty one, which is not placed until it is {@linkplain #update updated}. */
    Entry.Collection open(Key key, ValueType type) {
        Entry.Collection collection = collection(key, type);
        return collection == null ? Entry.Collection.empty(type, newGeneration()) : collection;
    }

    /** When the key ends; {@link RecordFormat#NEVER} when it does not, or is not there. */
    long end(Key key) {
        return slot(key).end();
    }

    /** Sets what the key holds and when it ends; an end that has come removes it. */
    void place(Key key, Entry entry, long end) {
        Slot slot = slot(key);
        boolean over = end <= now.toEpochMilli();
        if (slot.entry() instanceof Entry.Collection old && (over || !sameGeneration(old, entry))) {
            discard(old);
        }
        if (over) {
            slot.clear();
        } else {
            slot.place(entry, end);
            bytes += OVERHEAD + (entry instanceof Entry.Text text ? text.value().length() : 0);
        }
    }

    /** Keeps a collection's changed record; one that has become empty is gone, and its life with it. */
    void update(Key key, Entry.Collection collection) {
        if (collection.size() > 0) {
            place(key, collection, end(key));
        } else {
            slot(key).clear();
        }
    }

    boolean remove(Key key) {
        Slot slot = slot(key);
        if (slot.entry() == null) {
            return false;
        }
        clear(slot);
        return true;
    }

    byte @Nullable [] element(byte[] key) {
        try {
            return touched
                    ? batch.getFromBatchAndDB(engine.database(), engine.family(Family.ELEMENTS), engine.reading(), key)
                    : engine.find(Family.ELEMENTS, key);
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    void putElement(byte[] key, byte[] value) {
        put(Family.ELEMENTS, key, value);
    }

    void deleteElement(byte[] key) {
        try {
            touched = true;
            batch.delete(engine.family(Family.ELEMENTS), key);
            bytes += key.length;
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    /** Remembers the first place of a sorted set, where this group has put it below all others. */
    void lowest(long generation, byte[] place) {
        lowest.put(generation, place);
    }

    byte @Nullable [] lowest(long generation) {
        return lowest.get(generation);
    }

    /** The one cursor over the elements. Any change makes its place unsure: seek again afterwards. */
    Cursor cursor() {
        Cursor current = cursor;
        if (current == null) {
            current = new Cursor(batch.newIteratorWithBase(
                    engine.family(Family.ELEMENTS),
                    engine.database().newIterator(engine.family(Family.ELEMENTS), engine.reading())));
            cursor = current;
        }
        return current;
    }

    /** Writes all that the group did, at once, under this stamp. Returns whether there was anything to write. */
    boolean write(boolean sync, Stamp stamp) throws RocksDBException {
        // The rest is never read through the index, so it goes into the plain batch below it.
        WriteBatch plain = batch.getWriteBatch();
        for (Slot slot : slots.values()) {
            if (slot.changed()) {
                touched = true;
                slot.store(engine, plain);
            }
        }
        if (numbers.advanced()) {
            touched = true;
            plain.put(engine.family(Family.SYSTEM), Numbers.KEY, BigEndian.of(numbers.next()));
        }
        if (touched) {
            plain.putLogData(stamp.bytes());
            engine.database().write(engine.writing(sync), batch);
        }
        written = true;
        return touched;
    }

    @Override
    public void close() {
        clear();
        batch.close();
    }

    private Slot slot(Key key) {
        Slot slot = slots.get(key.name());
        if (slot == null) {
            slot = records.hold(key);
            slots.put(key.name(), slot);
        }
        if (slot.end() <= now.toEpochMilli()) {
            clear(slot);
            expired++;
        }
        return slot;
    }

    private void clear(Slot slot) {
        if (slot.entry() instanceof Entry.Collection collection) {
            discard(collection);
        }
        slot.clear();
    }

    /** Leaves the elements to the sweeper, whatever their number. */
    private void discard(Entry.Collection collection) {
        put(Family.GARBAGE, Marker.key(numbers.take(), collection.generation()), Deadline.NOTHING);
    }

    private void put(Family family, byte[] key, byte[] value) {
        try {
            touched = true;
            batch.put(engine.family(family), key, value);
            bytes += key.length + value.length;
        } catch (RocksDBException e) {
            throw Engine.fault(e);
        }
    }

    private static boolean sameGeneration(Entry.Collection old, Entry entry) {
        return entry instanceof Entry.Collection collection && collection.generation() == old.generation();
    }
}
