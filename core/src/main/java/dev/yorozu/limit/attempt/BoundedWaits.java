package dev.yorozu.limit.attempt;

import dev.yorozu.retry.Backoff;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * How attempts wait for each other: briefly, and not too many at once, so that clients cannot tie up a server by making it
 * wait. Safe for use by many threads.
 */
public final class BoundedWaits {
    /** A person at a page waits so long for an answer, and programs do. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    private static final int MOST = 256;

    /** Fewer, and apart from the short ones, so that long waits cannot keep those out. */
    private static final int MOST_LONG = 64;

    private final Semaphore shortWaits = new Semaphore(MOST);
    private final Semaphore longWaits = new Semaphore(MOST_LONG);
    private final Backoff.Sleep sleep;

    public BoundedWaits(Backoff.Sleep sleep) {
        this.sleep = sleep;
    }

    /** Waiting as the clock goes. */
    public static BoundedWaits real() {
        return new BoundedWaits(Thread::sleep);
    }

    Wait begin() {
        return new Wait();
    }

    /** What one caller waits altogether. */
    final class Wait {
        private final Backoff backoff = new Backoff(LONGEST, FIRST_PAUSE, LONGEST_PAUSE, sleep);

        /** Waits a moment, each time a little longer; false at once when there is no time left, or too many wait. */
        boolean pause() {
            return bounded(shortWaits, backoff::pause);
        }

        /** Waits this long; false at once when that is too long, or too many wait. */
        boolean pause(Duration time) {
            return bounded(longWaits, () -> backoff.pause(time));
        }

        private static boolean bounded(Semaphore permits, BooleanSupplier pause) {
            if (!permits.tryAcquire()) {
                return false;
            }
            try {
                return pause.getAsBoolean();
            } finally {
                permits.release();
            }
        }
    }
}
