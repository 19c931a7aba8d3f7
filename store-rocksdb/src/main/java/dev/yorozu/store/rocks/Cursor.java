package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.util.Arrays;

/**
 * A place among keys in their order that can be moved. Keeps the key it stands on, so that comparing costs no native call, and
 * never asks about a place that is none, which would end the process.
 */
abstract class Cursor implements AutoCloseable {
    private byte[] key = new byte[128];
    private int length;

    /** Moves to the first key that is not before the target. */
    abstract boolean seek(byte[] target);

    /** Moves to the last key that is not after the target. */
    abstract boolean floor(byte[] target);

    abstract boolean next();

    abstract boolean previous();

    abstract byte[] value();

    /** The value read as one number. */
    abstract long number();

    @Override
    public abstract void close();

    final boolean startsWith(byte[] prefix) {
        return length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    final int compareTo(byte[] other) {
        return Arrays.compareUnsigned(key, 0, length, other, 0, other.length);
    }

    final byte[] key() {
        return Arrays.copyOf(key, length);
    }

    /** The place of the node that this cursor stands on. */
    final byte[] place() {
        requirePlace();
        return ElementKey.placeOf(key, length);
    }

    final int keyLength() {
        return length;
    }

    /** No key is empty, so only a cursor past either end has none. */
    final boolean isPlaced() {
        return length > 0;
    }

    final void requirePlace() {
        if (!isPlaced()) {
            throw new StoreException.Unavailable("The database lacks an element that it should have");
        }
    }

    /** Where a key is put that has up to so many bytes. */
    final byte[] room(int bytes) {
        if (key.length < bytes) {
            key = new byte[2 * bytes];
        }
        return key;
    }

    /** Stands on the key of this length that was put into the {@link #room}. */
    final boolean stand(int bytes) {
        length = bytes;
        return true;
    }

    /** Stands on the same key as another. */
    final boolean stand(Cursor other) {
        System.arraycopy(other.key, 0, room(other.length), 0, other.length);
        return stand(other.length);
    }

    /** Stands past an end. */
    final boolean leave() {
        length = 0;
        return false;
    }
}
