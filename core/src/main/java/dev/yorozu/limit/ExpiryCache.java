package dev.yorozu.limit;

import dev.yorozu.store.Key;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which of the busiest counters have an expiry, so that not every request has to ask for it.
 *
 * <p>One that few requests count at is never remembered. One that is, is asked again after some more requests, and when its
 * count has fallen, since it is another one then. Each has one place, from which it displaces others, so that the memory
 * does not grow. Safe for use by many threads.
 */
final class ExpiryCache {
    /** Beyond what people do by hand. */
    private static final long HOT = 128;
    /** How many requests may pass until the expiry is asked for again. */
    private static final long GOOD_FOR = 64;

    private static final int PLACES = 256;

    private record Seen(Key key, long count) {}

    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(PLACES);

    /** Whether this counter is known to have an expiry. */
    boolean knows(Key key) {
        Seen seen = places.get(place(key));
        return seen != null && seen.key().equals(key);
    }

    /** Is told that a counter has an expiry, and its count. */
    void hasExpiry(Key key, long count) {
        if (count >= HOT) {
            places.set(place(key), new Seen(key, count));
        }
    }

    /** Is told what a counter has come to that was not asked for its expiry. */
    void counted(Key key, long count) {
        Seen seen = places.get(place(key));
        if (seen != null && seen.key().equals(key) && (count < seen.count() || count >= seen.count() + GOOD_FOR)) {
            places.compareAndSet(place(key), seen, null);
        }
    }

    private static int place(Key key) {
        return Math.floorMod(key.hashCode(), PLACES);
    }
}
