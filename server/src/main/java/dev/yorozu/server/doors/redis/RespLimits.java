package dev.yorozu.server.doors.redis;

import dev.yorozu.store.backend.Limits;

/**
 * How much of one command is kept.
 *
 * @param parts the most parts
 * @param partBytes the most bytes of one part
 * @param bytes the most bytes of all parts together
 */
record RespLimits(int parts, int partBytes, long bytes) {
    /** For a client that has not signed in, and so has nothing large to say. */
    static final RespLimits STRANGER = new RespLimits(16, 4096, 16_384);

    /** As the store takes them, with room for the name and for options. */
    static RespLimits of(Limits limits) {
        int parts = 2 * limits.batchOperations() + 16;
        return new RespLimits(parts, limits.valueBytes(), 8L * limits.valueBytes());
    }
}
