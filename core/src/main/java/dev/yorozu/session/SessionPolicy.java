package dev.yorozu.session;

import java.time.Duration;
import java.time.Instant;

/**
 * How long sessions live and how many a user may have.
 *
 * <p>A shorter life takes hold of a session when it is next touched; the idle and the absolute limit hold at once, for
 * sessions of any age.
 *
 * @param life how long a session lives after it was last touched
 * @param idle ends a session that was not touched for so long; no shorter than the life means no limit beyond it
 * @param absoluteLife ends a session so long after its sign-in, however busy it is
 * @param maxPerUser the most sessions of one user that live at any moment
 * @param atCap what a sign-in beyond that does
 * @param touchEvery how old the last touch must be for another one to be written
 */
public record SessionPolicy(
        Duration life, Duration idle, Duration absoluteLife, int maxPerUser, AtCap atCap, Duration touchEvery) {
    /** What a sign-in does when the user has as many sessions as allowed. */
    public enum AtCap {
        END_OLDEST,
        REFUSE
    }

    /** The greatest number of sessions per user that can be set: all of them are read at once. */
    public static final int MOST_PER_USER = 100;

    public SessionPolicy {
        if (!life.isPositive() || !idle.isPositive() || !absoluteLife.isPositive()) {
            throw new IllegalArgumentException("A session's life, idle limit and absolute limit must be positive");
        }
        if (maxPerUser < 1 || maxPerUser > MOST_PER_USER) {
            throw new IllegalArgumentException("A user may have from 1 to " + MOST_PER_USER + " sessions");
        }
        if (touchEvery.isNegative() || touchEvery.compareTo(life) >= 0 || touchEvery.compareTo(idle) >= 0) {
            throw new IllegalArgumentException("A session must be touched before its life or idle limit has passed");
        }
    }

    /** When a session that is touched now will end if nobody comes back. */
    Instant end(Instant created, Instant touched) {
        Instant quiet = touched.plus(life.compareTo(idle) < 0 ? life : idle);
        Instant last = created.plus(absoluteLife);
        return quiet.isBefore(last) ? quiet : last;
    }

    /**
     * Whether a session is over although its key may still live. The life itself is the key's: a last touch that another
     * program did not write down must not end a session.
     */
    boolean over(Instant created, Instant touched, Instant now) {
        boolean idleTooLong = idle.compareTo(life) < 0 && !touched.plus(idle).isAfter(now);
        return idleTooLong || !created.plus(absoluteLife).isAfter(now);
    }

    boolean due(Instant touched, Instant now) {
        return !touched.plus(touchEvery).isAfter(now);
    }
}
