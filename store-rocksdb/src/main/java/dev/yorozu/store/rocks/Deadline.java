package dev.yorozu.store.rocks;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An entry of the index of ends: first the end, so that the index is walked in the order of the ends.
 *
 * <pre>
 * of one key:   the end, the name                      no value
 * of several:   the end, a byte that no name holds,    each name, and the same byte behind it
 *               a number of the entry's own
 * </pre>
 *
 * A name whose record is gone, or has another end by now, means nothing.
 */
record Deadline(long end, List<byte[]> names) {
    /** The value of entries that say all in their key. */
    static final byte[] NOTHING = new byte[0];

    /** How many names an entry has at most. */
    static final int MOST = 64;

    /** Stands in no UTF-8. */
    private static final byte BORDER = (byte) 0xff;

    static byte[] key(long end, byte[] name) {
        byte[] key = new byte[Long.BYTES + name.length];
        BigEndian.put(key, 0, end);
        System.arraycopy(name, 0, key, Long.BYTES, name.length);
        return key;
    }

    /** @param number no other entry has it */
    static byte[] sharedKey(long end, long number) {
        byte[] key = new byte[Long.BYTES + 1 + Long.BYTES];
        BigEndian.put(key, 0, end);
        key[Long.BYTES] = BORDER;
        BigEndian.put(key, Long.BYTES + 1, number);
        return key;
    }

    /** The value of an entry of these names. */
    static byte[] shared(List<byte[]> names) {
        ByteArrayOutputStream value = new ByteArrayOutputStream(names.size() * 64);
        for (byte[] name : names) {
            value.writeBytes(name);
            value.write(BORDER);
        }
        return value.toByteArray();
    }

    static Deadline of(byte[] key, byte[] value) {
        return new Deadline(
                BigEndian.at(key, 0),
                value.length == 0 ? List.of(Arrays.copyOfRange(key, Long.BYTES, key.length)) : names(value));
    }

    private static List<byte[]> names(byte[] value) {
        List<byte[]> names = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < value.length; i++) {
            if (value[i] == BORDER) {
                names.add(Arrays.copyOfRange(value, start, i));
                start = i + 1;
            }
        }
        return names;
    }
}
