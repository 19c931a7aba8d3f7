package dev.yorozu.cache;

import java.time.Duration;

/** How long one caller still waits for what another server loads. */
final class Patience {
    private static final long FIRST_PAUSE = 2;
    private static final long LONGEST_PAUSE = 50;

    private long left;
    private long next = FIRST_PAUSE;

    Patience(Duration time) {
        left = time.toMillis();
    }

    /** Waits a moment, each time a little longer; false at once when the time is over. */
    boolean pause() {
        if (left <= 0) {
            return false;
        }
        long pause = Math.min(next, left);
        try {
            Thread.sleep(pause);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            lose();
            return false;
        }
        left -= pause;
        next = Math.min(next * 2, LONGEST_PAUSE);
        return true;
    }

    /** Waits no more. */
    void lose() {
        left = 0;
    }
}
