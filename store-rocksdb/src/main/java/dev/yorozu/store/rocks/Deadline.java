package dev.yorozu.store.rocks;

import java.util.Arrays;

/** An entry of the index of ends: first the end, so that the index is walked in the order of the ends. */
record Deadline(long end, byte[] name) {
    /** The value of entries that say all in their key. */
    static final byte[] NOTHING = new byte[0];

    static byte[] key(long end, byte[] name) {
        byte[] key = new byte[Long.BYTES + name.length];
        BigEndian.put(key, 0, end);
        System.arraycopy(name, 0, key, Long.BYTES, name.length);
        return key;
    }

    static Deadline of(byte[] key) {
        return new Deadline(BigEndian.at(key, 0), Arrays.copyOfRange(key, Long.BYTES, key.length));
    }
}
