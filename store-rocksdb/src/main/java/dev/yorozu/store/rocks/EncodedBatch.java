package dev.yorozu.store.rocks;

import java.util.Arrays;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Writes in the form in which the engine logs them. They are put together here, so that the engine is called once for all of
 * them and not once for each.
 *
 * <pre>
 * 8 bytes  a number that the engine sets
 * 4 bytes  how many writes there are, the lowest byte first
 * each:    1 byte for what it does; the family's number, where it is not the first; the key; the value of a put
 * note:    1 byte, the text; does not count as a write
 * </pre>
 *
 * Keys, values and texts have their lengths before them; those and the families' numbers have seven bits to the byte, the lowest
 * first. For one thread at a time.
 */
final class EncodedBatch {
    private static final int HEADER = Long.BYTES + Integer.BYTES;
    private static final int FIRST_SIZE = 1 << 16;
    /** The memory of the largest batch is kept for the next; one that grew beyond this is given back. */
    private static final int RETAINED = 16 << 20;
    /** The most that a write takes beside its key and value: what it does, and three numbers. */
    private static final int AROUND = 1 + 3 * 5;

    private static final byte DELETE = 0;
    private static final byte PUT = 1;
    private static final byte NOTE = 3;
    private static final byte DELETE_IN_FAMILY = 4;
    private static final byte PUT_IN_FAMILY = 5;

    private final Engine engine;
    private byte[] bytes = new byte[FIRST_SIZE];
    private int length = HEADER;
    private int writes;

    EncodedBatch(Engine engine) {
        this.engine = engine;
    }

    boolean isEmpty() {
        return writes == 0;
    }

    void put(Family family, byte[] key, byte[] value) {
        require(AROUND + key.length + value.length);
        begin(family, PUT, PUT_IN_FAMILY);
        append(key);
        append(value);
    }

    void delete(Family family, byte[] key) {
        require(AROUND + key.length);
        begin(family, DELETE, DELETE_IN_FAMILY);
        append(key);
    }

    /** Makes the engine write this to its log, and nowhere else. */
    void note(byte[] text) {
        require(AROUND + text.length);
        bytes[length++] = NOTE;
        append(text);
    }

    /** Lets the engine write all this at once. */
    void write(boolean sync) throws RocksDBException {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[Long.BYTES + i] = (byte) (writes >>> (i * Byte.SIZE));
        }
        try (WriteBatch batch = new WriteBatch(Arrays.copyOf(bytes, length))) {
            engine.database().write(engine.writing(sync), batch);
        }
    }

    void clear() {
        if (bytes.length > RETAINED) {
            bytes = new byte[FIRST_SIZE];
        }
        length = HEADER;
        writes = 0;
    }

    private void begin(Family family, byte inFirst, byte inOther) {
        int number = engine.number(family);
        if (number == 0) {
            bytes[length++] = inFirst;
        } else {
            bytes[length++] = inOther;
            append(number);
        }
        writes++;
    }

    private void append(byte[] text) {
        append(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    private void append(int number) {
        int rest = number;
        for (; rest > 0x7f; rest >>>= 7) {
            bytes[length++] = (byte) (rest | 0x80);
        }
        bytes[length++] = (byte) rest;
    }

    private void require(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
        }
    }
}
