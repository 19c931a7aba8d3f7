package dev.yorozu.limit.attempt;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * How callers wait for each other: briefly, and not too many at once, so that nobody can tie up a server by making it wait.
 * Safe for use by many threads.
 */
public final class Waiting {
    /** A person at a page waits so long for an answer, and programs do. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final int MOST = 256;

    /** Fewer, and apart from those who wait for moments only: nobody can keep those out by waiting long. */
    private static final int MOST_LONG = 64;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    private final Semaphore room = new Semaphore(MOST);
    private final Semaphore longRoom = new Semaphore(MOST_LONG);
    private final Sleep sleep;

    /** Lets time pass. */
    @FunctionalInterface
    public interface Sleep {
        void sleep(Duration time) throws InterruptedException;
    }

    public Waiting(Sleep sleep) {
        this.sleep = sleep;
    }

    /** Waiting as the clock goes. */
    public static Waiting real() {
        return new Waiting(Thread::sleep);
    }

    Turn turn() {
        return new Turn();
    }

    /** What one caller has waited so far. */
    final class Turn {
        private Duration left = LONGEST;
        private Duration next = FIRST_PAUSE;

        /** Waits a moment, each time a little longer; false at once when there is no time or no room to wait. */
        boolean pause() {
            Duration pause = next;
            Duration twice = next.multipliedBy(2);
            next = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
            return pause(pause, room);
        }

        /** Waits this long; false at once when that is too long, or there is no room to wait. */
        boolean pause(Duration time) {
            return pause(time, longRoom);
        }

        private boolean pause(Duration time, Semaphore room) {
            if (time.compareTo(left) > 0 || !room.tryAcquire()) {
                return false;
            }
            try {
                left = left.minus(time);
                sleep.sleep(time);
                return true;
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return false;
            } finally {
                room.release();
            }
        }
    }
}
