package dev.yorozu.session;

import dev.yorozu.store.Expiry;
import java.time.Duration;

/**
 * How long sessions live and how many a user may have.
 *
 * <p>A shorter life takes hold of a session when it is next touched, and of its index at once: end all sessions of whom
 * it concerns when it is lowered for safety. The idle and the absolute limit hold at once, for sessions of any age.
 *
 * @param life how long a session lives after it was last touched; where sessions have an end of their own, the furthest
 *     away that one may be
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
        requireLife(life);
        requireLife(idle);
        requireLife(absoluteLife);
        if (maxPerUser < 1 || maxPerUser > MOST_PER_USER) {
            throw new IllegalArgumentException("A user may have from 1 to " + MOST_PER_USER + " sessions");
        }
        if (touchEvery.isNegative() || touchEvery.compareTo(life) >= 0 || touchEvery.compareTo(idle) >= 0) {
            throw new IllegalArgumentException("A session must be touched before its life or idle limit has passed");
        }
    }

    /** One session a user, of which the newest stays, for so long after its sign-in or its last change. */
    public static SessionPolicy singleDevice(Duration life) {
        return new SessionPolicy(life, life, Expiry.LONGEST, 1, AtCap.END_OLDEST, Duration.ZERO);
    }

    private static void requireLife(Duration length) {
        if (length.compareTo(Expiry.SHORTEST) < 0 || length.compareTo(Expiry.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "A session's life, idle and absolute limit must last from one millisecond to a thousand years");
        }
    }

    /** When a session that was last touched then ends if nobody comes back; all in milliseconds since 1970. */
    long end(long created, long touched) {
        return Math.min(touched + Math.min(life.toMillis(), idle.toMillis()), created + absoluteLife.toMillis());
    }

    /** When a session ends: by its own word where it has one, and never past the absolute limit. */
    long end(Span span) {
        long end = span.saysItsEnd()
                ? Math.min(span.ownEnd(), span.created() + absoluteLife.toMillis())
                : end(span.created(), span.lastSeen());
        return Math.min(end, span.limit());
    }

    /**
     * Whether a session is over although its key may still live. The life itself is the key's: a last touch that another
     * program did not write down must not end a session.
     *
     * @param saysItsEnd whether sessions say themselves when they end; there, one that was never touched is not idle
     */
    boolean over(Span span, boolean saysItsEnd, long now) {
        boolean limited = !span.lasting() && (span.wasTouched() || !saysItsEnd);
        boolean idleTooLong = limited && idle.compareTo(life) < 0 && span.lastSeen() + idle.toMillis() <= now;
        return idleTooLong
                || Math.min(span.ownEnd(), span.limit()) <= now
                || span.created() + absoluteLife.toMillis() <= now;
    }

    boolean due(long touched, long now) {
        return touched + touchEvery.toMillis() <= now;
    }

    /**
     * What is known of a session's time, in milliseconds since 1970. Stores keep one for each session that is used, so that it
     * is a few numbers and nothing else.
     *
     * @param touched when it was last touched; {@link #NEVER} where that was not written down
     * @param ownEnd when it says that it ends; {@link #NEVER} where it leaves that to the policy
     * @param limit beyond which no touch renews it; {@link #NEVER} where the policy's limits hold alone
     * @param lasting whether it is free from the idle limit
     * @param accessUntil from when on it grants no access; {@link #NEVER} where that is its end
     */
    record Span(long created, long touched, long ownEnd, long limit, boolean lasting, long accessUntil) {
        static final long NEVER = Long.MAX_VALUE;

        boolean wasTouched() {
            return touched != NEVER;
        }

        long lastSeen() {
            return wasTouched() ? touched : created;
        }

        boolean saysItsEnd() {
            return ownEnd != NEVER;
        }

        Span touchedAt(long now) {
            return new Span(created, now, ownEnd, limit, lasting, accessUntil);
        }
    }
}
