package dev.yorozu.store;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

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

    /** The pages from here to the end, each read when it is asked for. */
    public Iterable<Page> pages(Store store) {
        return () -> new Iterator<>() {
            private Optional<Scan> rest = Optional.of(Scan.this);

            @Override
            public boolean hasNext() {
                return rest.isPresent();
            }

            @Override
            public Page next() {
                Page page = store.scan(rest.orElseThrow());
                rest = page.last() ? Optional.empty() : Optional.of(from(page.next()));
                return page;
            }
        };
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
