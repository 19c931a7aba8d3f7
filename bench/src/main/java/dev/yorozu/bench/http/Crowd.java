package dev.yorozu.bench.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The users of one server, who come one after the other, evenly over a minute from the first request on: each asks once as
 * soon as it has come, and any of those who have come may ask next.
 *
 * <p>The first request of a user costs a server much more than any later one, and in steady traffic there is one of them among
 * very many others; so they belong to the warm-up, which ends no sooner than {@linkplain #isComplete all} have asked. A
 * session is renewed by the first request that comes a minute after the last renewal. Were all users there from the first,
 * they would all be renewed in the same few seconds and again a minute later, and a turn would meet either all renewals or
 * none. So each has its own moment in the minute, as with people who came at any time.
 *
 * <p>Belongs to one thread at a time.
 */
public final class Crowd {
    private static final Duration COMING = Duration.ofMinutes(1);
    /** So few renewals are over in an instant. */
    private static final int FEW = 5_000;

    private final int size;
    private long begun;
    private int met;

    public Crowd(int size) {
        this.size = size;
    }

    /** The number of who asks next. */
    public int next() {
        int come = come();
        return met < come ? met++ : ThreadLocalRandom.current().nextInt(come);
    }

    private int come() {
        if (met == size || size <= FEW) {
            return size;
        }
        begun = met == 0 ? System.nanoTime() : begun;
        double share = (double) (System.nanoTime() - begun) / COMING.toNanos();
        return (int) Math.min(size, 1 + (long) (share * size));
    }

    /** Whether each has asked once. */
    public boolean isComplete() {
        return met == size;
    }
}
