package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.util.Arrays;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * A place in a family that can be moved. Keeps the key it stands on, so that comparing costs no native call, and never
 * asks the engine about a place that is none, which would end the process.
 */
final class Cursor implements AutoCloseable {
    private final RocksIterator iterator;
    private final byte[] number = new byte[Long.BYTES];
    private byte[] key = new byte[128];
    private int length;

    Cursor(RocksIterator iterator) {
        this.iterator = iterator;
    }

    /** Moves to the first key that is not before the target. */
    boolean seek(byte[] target) {
        iterator.seek(target);
        return arrive();
    }

    /** Moves to the last key that is not after the target. */
    boolean floor(byte[] target) {
        iterator.seekForPrev(target);
        return arrive();
    }

    boolean next() {
        requirePlace();
        iterator.next();
        return arrive();
    }

    boolean previous() {
        requirePlace();
        iterator.prev();
        return arrive();
    }

    boolean startsWith(byte[] prefix) {
        return length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    int compareTo(byte[] other) {
        return Arrays.compareUnsigned(key, 0, length, other, 0, other.length);
    }

    byte[] key() {
        return Arrays.copyOf(key, length);
    }

    /** The place of the node that this cursor stands on. */
    byte[] place() {
        requirePlace();
        return ElementKey.placeOf(key, length);
    }

    byte[] value() {
        requirePlace();
        return iterator.value();
    }

    int keyLength() {
        return length;
    }

    /** The value read as one number. */
    long number() {
        requirePlace();
        iterator.value(number);
        return BigEndian.at(number, 0);
    }

    @Override
    public void close() {
        iterator.close();
    }

    /** No key is empty, so only a cursor past either end has none. */
    private void requirePlace() {
        if (length == 0) {
            throw new StoreException.Unavailable("The database lacks an element that it should have");
        }
    }

    private boolean arrive() {
        if (!iterator.isValid()) {
            length = 0;
            try {
                iterator.status();
            } catch (RocksDBException e) {
                throw Engine.fault(e);
            }
            return false;
        }
        length = iterator.key(key);
        if (length > key.length) {
            key = new byte[length * 2];
            iterator.key(key);
        }
        return true;
    }
}
