package dev.yorozu.retry;

import java.time.Duration;

/**
 * The pauses of one caller that tries again: each twice as long as the last, up to a longest, and no more once the total
 * is used up. Only pauses count towards the total, not what is done between them. For one thread.
 */
public final class Backoff {
    private final Duration longestPause;
    private final Sleep sleep;
    private Duration left;
    private Duration next;

    /** Lets time pass. */
    @FunctionalInterface
    public interface Sleep {
        void sleep(Duration time) throws InterruptedException;
    }

    public Backoff(Duration total, Duration firstPause, Duration longestPause) {
        this(total, firstPause, longestPause, Thread::sleep);
    }

    /** @param sleep in place of {@link Thread#sleep}, for tests that hold the clock */
    public Backoff(Duration total, Duration firstPause, Duration longestPause, Sleep sleep) {
        this.left = total;
        this.next = firstPause;
        this.longestPause = longestPause;
        this.sleep = sleep;
    }

    /** Pauses, the last time for what is left; false at once when nothing is left, or the thread is interrupted. */
    public boolean pause() {
        Duration pause = min(next, left);
        next = min(next.multipliedBy(2), longestPause);
        return pause.isPositive() && pause(pause);
    }

    /** Pauses this long; false at once when less is left, or when the thread is interrupted. */
    public boolean pause(Duration time) {
        if (time.compareTo(left) > 0) {
            return false;
        }
        left = left.minus(time);
        try {
            sleep.sleep(time);
            return true;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            stop();
            return false;
        }
    }

    /** Uses the total up: there are no more pauses. */
    public void stop() {
        left = Duration.ZERO;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
