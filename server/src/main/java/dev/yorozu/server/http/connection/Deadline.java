package dev.yorozu.server.http.connection;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Until when a connection may wait for its client. The connection's own thread sets and clears it, a watch lets it pass;
 * of clearing and passing, exactly one succeeds.
 */
final class Deadline {
    static final long NONE = Long.MAX_VALUE;
    private static final long PASSED = Long.MIN_VALUE;

    private final AtomicLong at = new AtomicLong(NONE);

    void set(long nanos) {
        at.set(nanos);
    }

    /** The wait is over; false when the deadline has passed, and with it the connection. */
    boolean clear() {
        return at.getAndSet(NONE) != PASSED;
    }

    /** Lets the deadline pass where it lies before this moment; true for the one caller who did. */
    boolean pass(long now) {
        long set = at.get();
        return set != NONE && set != PASSED && set < now && at.compareAndSet(set, PASSED);
    }
}
