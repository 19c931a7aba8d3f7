package dev.yorozu.store;

import java.util.List;

/**
 * A walk over all keys whose names begin with a prefix, a page at a time.
 *
 * <p>A key that is there during the whole walk is seen at least once; one that comes or goes meanwhile may or may not be
 * seen; some stores may show a key twice. A page may be short, or even empty, before the last.
 *
 * @param cursor where to go on: empty at first, then what the last page said
 * @param limit about how many keys a page should hold
 */
public record Scan(String prefix, String cursor, int limit) {
    public Scan {
        if (limit < 1) {
            throw new IllegalArgumentException("A page holds at least one key");
        }
    }

    public static Scan of(String prefix, int limit) {
        return new Scan(prefix, "", limit);
    }

    public Scan from(String next) {
        return new Scan(prefix, next, limit);
    }

    /**
     * One page of a walk.
     *
     * @param keys on a cluster with the partition that their braces show; elsewhere a store knows names only, and each
     *     key is its own partition (the keyspace tells what part of a name is the partition)
     * @param next where to go on; empty after the last page
     */
    public record Page(List<Key> keys, String next) {
        public Page {
            keys = List.copyOf(keys);
        }

        public boolean last() {
            return next.isEmpty();
        }
    }
}
