package dev.yorozu.store.redis;

import dev.yorozu.store.Key;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * What of Redis is kept in memory, and how much of it; see {@link TrackedStore}.
 *
 * @param keys which keys; only their strings are kept
 * @param maxAge how long an answer is kept at most
 * @param bytes about how much memory the answers may take
 */
public record Tracking(Predicate<Key> keys, Duration maxAge, long bytes) {
    public Tracking {
        if (!maxAge.isPositive() || bytes < 1) {
            throw new IllegalArgumentException("What is kept needs an age and some memory");
        }
    }
}
