package dev.yorozu.store.rocks.log;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/**
 * What a group of batches says of itself in the log, and nowhere else: the engine writes it there and then forgets it.
 *
 * @param durable whether the group was synced before anybody was told that it is kept
 * @param at when it was written
 * @param synced the engine's number of the last write that was known to be on disk when this group was written
 */
public record Stamp(boolean durable, Instant at, long synced) {
    private static final short MAGIC = 0x597a;
    private static final int LENGTH = Short.BYTES + 1 + 2 * Long.BYTES;
    /** How the engine marks such a text within a batch, and how long it is. */
    private static final byte LOG_DATA = 3;

    private static final int ENTRY = 2 + LENGTH;

    /** To be given to the batch after everything else, so that it is found at the end. */
    public byte[] bytes() {
        return ByteBuffer.allocate(LENGTH)
                .putShort(MAGIC)
                .put((byte) (durable ? 1 : 0))
                .putLong(at.toEpochMilli())
                .putLong(synced)
                .array();
    }

    /** The stamp of a batch as the log holds it; empty for one of an earlier version, which wrote none. */
    static Optional<Stamp> of(byte[] batch) {
        if (batch.length < LogRecord.HEADER + ENTRY) {
            return Optional.empty();
        }
        ByteBuffer entry = ByteBuffer.wrap(batch, batch.length - ENTRY, ENTRY);
        if (entry.get() != LOG_DATA || entry.get() != LENGTH || entry.getShort() != MAGIC) {
            return Optional.empty();
        }
        return Optional.of(new Stamp(entry.get() != 0, Instant.ofEpochMilli(entry.getLong()), entry.getLong()));
    }
}
