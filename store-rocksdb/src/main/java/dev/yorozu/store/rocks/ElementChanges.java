package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a group does to the elements of collections, and the elements as it sees them: those of the database, and over them its
 * own. Only who walks needs both in one order; the changes are put in order for the first that does. For whoever holds the writer's
 * lock only.
 */
final class ElementChanges implements AutoCloseable {
    static final byte[] GONE = new byte[0];

    private final Engine engine;
    /** By the keys of the elements; {@link #GONE} itself for those that are deleted. */
    private Map<Bytes, byte[]> changes = new LinkedHashMap<>();

    /** The same in the order of the keys, once that is asked for. */
    private @Nullable NavigableMap<byte[], byte[]> ordered;

    /** To make one costs much more than to refresh it, and one that is kept holds what it saw in memory and on disk. */
    private @Nullable EngineCursor database;

    private @Nullable Cursor cursor;
    /** What was last asked of the database, which who reads before changing it asks for twice. */
    private byte[] lastKey = GONE;

    private byte @Nullable [] lastFound;

    ElementChanges(Engine engine) {
        this.engine = engine;
    }

    byte @Nullable [] find(byte[] key) {
        byte[] changed = changes.get(Bytes.wrap(key));
        if (changed != null) {
            return changed == GONE ? null : changed;
        }
        if (!Arrays.equals(key, lastKey)) {
            lastFound = engine.find(Family.ELEMENTS, key);
            lastKey = key;
        }
        return lastFound;
    }

    void put(byte[] key, byte[] value) {
        changes.put(Bytes.wrap(key), value);
        if (ordered != null) {
            ordered.put(key, value);
        }
    }

    void delete(byte[] key) {
        put(key, GONE);
    }

    /** The one cursor over the elements. Any change makes its place unsure: seek again afterwards. */
    Cursor cursor() {
        Cursor current = cursor;
        if (current == null) {
            current = new ChangedCursor(database(), ordered());
            cursor = current;
        }
        return current;
    }

    /** Another cursor over the elements as they are now, for the caller to close. */
    Cursor open() {
        return new ChangedCursor(engine.cursor(Family.ELEMENTS), ordered());
    }

    private EngineCursor database() {
        EngineCursor current = database;
        if (current == null) {
            current = engine.cursor(Family.ELEMENTS);
            database = current;
        } else {
            current.refresh();
        }
        return current;
    }

    private NavigableMap<byte[], byte[]> ordered() {
        NavigableMap<byte[], byte[]> current = ordered;
        if (current == null) {
            current = new TreeMap<>(Arrays::compareUnsigned);
            for (Map.Entry<Bytes, byte[]> change : changes.entrySet()) {
                current.put(change.getKey().toArray(), change.getValue());
            }
            ordered = current;
        }
        return current;
    }

    /** Lets go of what a kept cursor holds. Comes between two groups, now and then. */
    void rest() {
        if (database != null) {
            database.close();
            database = null;
        }
    }

    void store(EncodedBatch batch) {
        changes.forEach((key, value) -> {
            if (value == GONE) {
                batch.delete(Family.ELEMENTS, key.toArray());
            } else {
                batch.put(Family.ELEMENTS, key.toArray(), value);
            }
        });
    }

    void clear() {
        cursor = null;
        ordered = null;
        changes = Workspace.emptied(changes);
        lastKey = GONE;
        lastFound = null;
    }

    @Override
    public void close() {
        clear();
        rest();
    }
}
