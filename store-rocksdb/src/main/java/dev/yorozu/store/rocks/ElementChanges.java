package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatchWithIndex;

/**
 * What a group does to the elements of collections, and the elements as it sees them: those of the database, and over them its
 * own. Only who walks needs both in one order, which the engine's indexed batch gives; it is filled for the first that does.
 * For whoever holds the writer's lock only.
 */
final class ElementChanges implements AutoCloseable {
    private static final byte[] GONE = new byte[0];
    /** An indexed batch keeps the memory of the largest group it held; one that grew beyond this is given back. */
    private static final long RETAINED = 32 << 20;

    private final Engine engine;
    /** By the keys of the elements; {@link #GONE} itself for those that are deleted. */
    private Map<Bytes, byte[]> changes = new LinkedHashMap<>();

    private WriteBatchWithIndex index = new WriteBatchWithIndex(true);
    private boolean indexed;
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
        if (indexed) {
            index(key, value);
        }
    }

    void delete(byte[] key) {
        changes.put(Bytes.wrap(key), GONE);
        if (indexed) {
            index(key, GONE);
        }
    }

    /** The one cursor over the elements. Any change makes its place unsure: seek again afterwards. */
    Cursor cursor() {
        Cursor current = cursor;
        if (current == null) {
            current = open();
            cursor = current;
        }
        return current;
    }

    /** Another cursor over the elements as they are now, for the caller to close. */
    Cursor open() {
        if (!indexed) {
            indexed = true;
            changes.forEach((key, value) -> index(key.toArray(), value));
        }
        return new Cursor(index.newIteratorWithBase(
                engine.family(Family.ELEMENTS),
                engine.database().newIterator(engine.family(Family.ELEMENTS), engine.reading())));
    }

    private void index(byte[] key, byte[] value) {
        try {
            if (value == GONE) {
                index.delete(engine.family(Family.ELEMENTS), key);
            } else {
                index.put(engine.family(Family.ELEMENTS), key, value);
            }
        } catch (RocksDBException e) {
            throw Engine.fault(e);
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
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
        if (indexed && index.getWriteBatch().getDataSize() > RETAINED) {
            index.close();
            index = new WriteBatchWithIndex(true);
        } else if (indexed) {
            index.clear();
        }
        indexed = false;
        changes = Workspace.emptied(changes);
        lastKey = GONE;
        lastFound = null;
    }

    @Override
    public void close() {
        clear();
        index.close();
    }
}
