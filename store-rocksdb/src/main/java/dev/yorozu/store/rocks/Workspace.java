package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.rocks.log.Stamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * The database as one group of batches sees it: what is on disk, and over it what earlier batches of the group did.
 *
 * <p>Records are kept as objects until the group is written, so that a hundred additions to one counter are one write.
 * They are written in the order in which they were first asked for: those of one batch have similar names, and the engine
 * finds the place of a key sooner beside that of its neighbour. For whoever holds the writer's lock only.
 */
final class Workspace implements ElementSource, ElementSink, AutoCloseable {
    /** About what a record costs beside its value; only to bound a group. */
    private static final int OVERHEAD = 64;
    /** The most entries of maps that are kept from group to group. */
    private static final int RETAINED = 256;

    private final HeldRecords records;
    private final Numbers numbers;
    private final long seed;
    private final EncodedBatch batch;
    private final ElementChanges elements;
    private final RankTrees ranks;
    private final NewDeadlines deadlines = new NewDeadlines();
    private Map<String, Slot> slots = new LinkedHashMap<>();
    private final Map<Long, byte[]> lowest = new HashMap<>();
    /** The slot that was asked for last, which is asked for several times in a row. */
    private @Nullable Slot lastSlot;

    private String lastName = "";
    private Instant now = Instant.EPOCH;
    private long nowMillis;
    private boolean written;
    private long bytes;
    private int expired;

    Workspace(Engine engine, HeldRecords records, RankTrees ranks, Numbers numbers, long seed) {
        this.batch = new EncodedBatch(engine);
        this.elements = new ElementChanges(engine);
        this.records = records;
        this.ranks = ranks;
        this.numbers = numbers;
        this.seed = seed;
    }

    /** Forgets everything that was not written, for the next group, and lets readers keep what was. */
    void clear() {
        batch.clear();
        elements.clear();
        deadlines.clear();
        long released = records.now();
        slots.forEach((name, slot) -> records.release(name, slot, written, released));
        if (!written) {
            ranks.clear();
        }
        lastName = "";
        lastSlot = null;
        written = false;
        slots = emptied(slots);
        lowest.clear();
        bytes = 0;
        expired = 0;
    }

    /** To empty a map takes as long as the most that it ever held would; so the map of a large group is not kept. */
    static <K, V> Map<K, V> emptied(Map<K, V> map) {
        if (map.size() > RETAINED) {
            return new LinkedHashMap<>();
        }
        map.clear();
        return map;
    }

    /** Sets the moment at which the next batch happens. */
    void at(Instant instant) {
        now = instant;
        nowMillis = instant.toEpochMilli();
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
        boolean over = end <= nowMillis;
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

    @Override
    public byte @Nullable [] element(byte[] key) {
        return elements.find(key);
    }

    @Override
    public void putElement(byte[] key, byte[] value) {
        elements.put(key, value);
        bytes += key.length + value.length;
    }

    @Override
    public void deleteElement(byte[] key) {
        elements.delete(key);
        bytes += key.length;
    }

    /** Remembers the first place of a sorted set, where this group has put it below all others. */
    void lowest(long generation, byte[] place) {
        lowest.put(generation, place);
    }

    byte @Nullable [] lowest(long generation) {
        return lowest.get(generation);
    }

    /** The levels of a sorted set, to be changed. */
    RankTree changeRanks(Entry.Collection ranking) {
        if (ranks.isFull()) {
            ranks.settleAll(this);
            ranks.makeRoom();
        }
        RankTree tree = ranks(ranking);
        ranks.change(tree);
        return tree;
    }

    private RankTree ranks(Entry.Collection ranking) {
        RankTree tree = ranks.find(ranking.generation());
        if (tree == null) {
            if (element(ElementKey.uncounted(ranking.generation())) != null) {
                new RankRecount(ranking, seed).run(cursor(), this);
            }
            tree = ranks.add(ranking.generation(), ranking.levels());
        }
        return tree;
    }

    /** Puts what was changed in the levels of a sorted set among the elements. */
    @Override
    public Entry.Collection counted(Entry.Collection ranking) {
        if (ranking.levels() > 0) {
            ranks.settle(ranks(ranking), this);
        }
        return ranking;
    }

    /** Puts what was changed in the levels of sorted sets among the elements: of all, or of those that rest. */
    void settleRanks(boolean all) {
        if (all) {
            ranks.settleAll(this);
        } else {
            ranks.settleRested(this);
        }
    }

    void forgetRanks(long generation) {
        ranks.forget(generation);
    }

    /** Lets go of what is kept from group to group of the engine's. Comes between two groups, now and then. */
    void rest() {
        elements.rest();
    }

    /** The one cursor over the elements. Any change makes its place unsure: seek again afterwards. */
    Cursor cursor() {
        return elements.cursor();
    }

    @Override
    public Cursor elements() {
        return elements.open();
    }

    /** What the database would hold of this key, were the group written now. */
    byte @Nullable [] record(Key key) {
        Slot slot = slot(key);
        Entry entry = slot.entry();
        return entry == null ? null : RecordFormat.encode(entry, slot.end());
    }

    /** Gives what is at a key another name; its elements stay where they are. */
    void move(Key from, Key to) {
        Slot slot = slot(from);
        Entry entry = slot.entry();
        if (entry == null) {
            throw new IllegalStateException("The key is gone");
        }
        long end = slot.end();
        slot.clear();
        place(to, entry, end);
    }

    /** Writes all that the group did, at once, under this stamp. Returns whether there was anything to write. */
    boolean write(boolean sync, Stamp stamp) throws RocksDBException {
        for (Slot slot : slots.values()) {
            if (slot.changed()) {
                slot.store(batch);
                if (slot.isUnlisted()) {
                    deadlines.add(batch, slot);
                }
            }
        }
        ranks.finish(this);
        elements.store(batch);
        deadlines.store(batch, numbers);
        if (numbers.advanced()) {
            batch.put(Family.SYSTEM, Numbers.KEY, BigEndian.of(numbers.next()));
        }
        boolean changed = !batch.isEmpty();
        if (changed) {
            batch.note(stamp.bytes());
            batch.write(sync);
        }
        written = true;
        return changed;
    }

    @Override
    public void close() {
        clear();
        elements.close();
    }

    private Slot slot(Key key) {
        Slot slot = held(key);
        if (slot.end() <= nowMillis) {
            clear(slot);
            expired++;
        }
        return slot;
    }

    @SuppressWarnings("ReferenceEquality") // Whether it is the same text; another one of the same letters is looked up.
    private Slot held(Key key) {
        String name = key.name();
        if (lastSlot != null && name == lastName) {
            return lastSlot;
        }
        Slot slot = slots.get(name);
        if (slot == null) {
            slot = records.hold(key);
            slots.put(name, slot);
        }
        lastName = name;
        lastSlot = slot;
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
        forgetRanks(collection.generation());
        byte[] marker = Marker.key(numbers.take(), collection.generation());
        batch.put(Family.GARBAGE, marker, Deadline.NOTHING);
        bytes += marker.length;
    }

    private static boolean sameGeneration(Entry.Collection old, Entry entry) {
        return entry instanceof Entry.Collection collection && collection.generation() == old.generation();
    }
}
