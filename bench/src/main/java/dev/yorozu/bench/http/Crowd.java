package dev.yorozu.bench.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * People any of whom may ask next, once they have come: one after the other, evenly over a minute from the first request on.
 *
 * <p>A session is renewed by the first request that comes a minute after the last renewal. Were all people there from the
 * first, they would all be renewed in the same few seconds and again a minute later, and a turn would meet either all
 * renewals or none. So each has its own moment in the minute, as with people who came at any time.
 */
public final class Crowd {
    private static final Duration COMING = Duration.ofMinutes(1);

    private final int size;
    private final long nanos;
    private volatile long begun;

    /** @param size how many there are; a few thousand renewals are over in an instant, so that few come at once */
    public Crowd(int size) {
        this.size = size;
        this.nanos = size <= 5_000 ? 1 : COMING.toNanos();
    }

    /** The number of who asks next. */
    public int next() {
        if (begun == 0) {
            begun = System.nanoTime();
        }
        long come = isComplete() ? size : 1 + (long) ((double) (System.nanoTime() - begun) / nanos * size);
        return ThreadLocalRandom.current().nextInt((int) Math.min(size, come));
    }

    /** Whether anybody has asked. */
    public boolean isBegun() {
        return begun != 0;
    }

    /** Whether all have come. */
    public boolean isComplete() {
        return isBegun() && System.nanoTime() - begun >= nanos;
    }
}
