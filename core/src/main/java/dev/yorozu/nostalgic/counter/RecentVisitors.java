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
    /** How many places a visitor can have: with one alone, two visitors of the same would forget each other at each visit. */
    private static final int WAYS = 4;

    private final AtomicLongArray visitors = new AtomicLongArray(PLACES);

    void add(String id, String user) {
        long visitor = visitor(id, user);
        int first = place(visitor);
        for (int way = WAYS - 1; way > 0; way--) {
            visitors.setPlain(first + way, visitors.getPlain(first + way - 1));
        }
        visitors.setPlain(first, visitor);
    }

    boolean mayHave(String id, String user) {
        long visitor = visitor(id, user);
        int first = place(visitor);
        for (int way = 0; way < WAYS; way++) {
            if (visitors.getPlain(first + way) == visitor) {
                return true;
            }
        }
        return false;
    }

    /** @param user sixteen hexadecimal digits */
    private static long visitor(String id, String user) {
        return Long.parseUnsignedLong(user, 16) + id.hashCode() * 0x9E3779B97F4A7C15L;
    }

    /** The first of its places. */
    private static int place(long visitor) {
        return (int) (visitor >>> 32) & (PLACES - WAYS);
    }
}
