package dev.yorozu.store.rocks.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A batch as the log holds it. Batches are numbered by their writes, without a gap: each begins where the one before ended.
 *
 * @param sequence the number of its first write
 * @param writes how many writes it has
 * @param bytes how long it is
 */
record LogRecord(long sequence, long writes, int bytes, Optional<Stamp> stamp) {
    static final int HEADER = 12;

    /** Empty for what is too short to be a batch. */
    static Optional<LogRecord> of(byte[] batch) {
        if (batch.length < HEADER) {
            return Optional.empty();
        }
        ByteBuffer header = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
        return Optional.of(new LogRecord(
                header.getLong(), Integer.toUnsignedLong(header.getInt()), batch.length, Stamp.of(batch)));
    }

    /** The number that the next batch begins with. */
    long next() {
        return sequence + writes;
    }
}
