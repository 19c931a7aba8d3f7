package dev.yorozu.cache;

import java.time.Duration;

/**
 * How long a cache keeps, and how long it waits.
 *
 * @param life how long a copy is kept
 * @param absentLife how long it is kept that there is nothing; zero when absence is not kept
 * @param lease how long one load may take and still be kept; a server that stops while it loads is waited for no longer
 * @param waitTimeout how long a caller waits for the load of another before it loads for itself
 */
public record CachePolicy(Duration life, Duration absentLife, Duration lease, Duration waitTimeout) {
    private static final int WRITING_LEASES = 3;

    public CachePolicy {
        if (!life.isPositive() || !lease.isPositive()) {
            throw new IllegalArgumentException("The life of a copy and the life of a lease must be positive");
        }
        if (absentLife.isNegative() || waitTimeout.isNegative()) {
            throw new IllegalArgumentException("The life of an absence and the wait timeout cannot be negative");
        }
    }

    /** Copies of this life; absence is not kept, a load may take ten seconds, and is waited for two. */
    public static CachePolicy of(Duration life) {
        return new CachePolicy(life, Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(2));
    }

    public CachePolicy withAbsentLife(Duration newAbsentLife) {
        return new CachePolicy(life, newAbsentLife, lease, waitTimeout);
    }

    public boolean keepsAbsence() {
        return absentLife.isPositive();
    }

    /** How long a change may take at most: three leases, so that it is long over when a stopped server is forgotten. */
    public Duration writing() {
        return lease.multipliedBy(WRITING_LEASES);
    }
}
