package dev.yorozu.server.webhook;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The end of the time that something may take. */
record Deadline(long nanos) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    boolean passed() {
        return left() <= 0;
    }

    /** Nanoseconds. */
    long left() {
        return nanos - System.nanoTime();
    }

    /** What is left for a socket, to which nothing would mean forever. */
    int millis() {
        return Math.clamp(TimeUnit.NANOSECONDS.toMillis(left()), 1, Integer.MAX_VALUE);
    }
}
