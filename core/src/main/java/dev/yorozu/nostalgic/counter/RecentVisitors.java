package dev.yorozu.nostalgic.counter;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Who was counted lately, as far as a table of fixed size remembers.
 *
 * <p>A hint and nothing more: whoever is in it is likely to have a mark, so that it is worth asking for that first, and
 * otherwise the batch that counts is sent at once. Either way the store decides, and is asked once.
 */
final class RecentVisitors {
    private static final int PLACES = 1 << 16;

    private final AtomicLongArray visitors = new AtomicLongArray(PLACES);

    void add(String id, String user) {
        long visitor = visitor(id, user);
        visitors.setPlain(place(visitor), visitor);
    }

    boolean mayHave(String id, String user) {
        long visitor = visitor(id, user);
        return visitors.getPlain(place(visitor)) == visitor;
    }

    /** @param user sixteen hexadecimal digits */
    private static long visitor(String id, String user) {
        return Long.parseUnsignedLong(user, 16) + id.hashCode() * 0x9E3779B97F4A7C15L;
    }

    private static int place(long visitor) {
        return (int) (visitor >>> 32) & (PLACES - 1);
    }
}
