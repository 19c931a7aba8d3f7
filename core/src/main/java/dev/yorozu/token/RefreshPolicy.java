package dev.yorozu.token;

import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.time.Instant;

/**
 * How long tokens live that hang on sessions.
 *
 * @param accessLife how long an access token lives
 * @param refreshLife how long a refresh token lives, and with it the session
 * @param rememberedLife the same for users who asked to stay signed in
 * @param absoluteLife ends a login so long after its sign-in, however often it is refreshed
 * @param grace how long a spent refresh token is answered with what came for it, because an answer can get lost; after
 *     that its use is taken for theft; zero for never
 */
public record RefreshPolicy(
        Duration accessLife, Duration refreshLife, Duration rememberedLife, Duration absoluteLife, Duration grace) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3660);
    private static final Duration LONGEST_GRACE = Duration.ofMinutes(5);

    /** Tokens of logins that end with their session alone. */
    public static RefreshPolicy of(Duration accessLife, Duration refreshLife, Duration grace) {
        if (refreshLife.compareTo(LONGEST) > 0 || grace.compareTo(LONGEST_GRACE) > 0) {
            throw new IllegalArgumentException("A token lives for ten years at most, and its grace is five minutes");
        }
        return new RefreshPolicy(accessLife, refreshLife, refreshLife, Expiry.LONGEST, grace);
    }

    public RefreshPolicy {
        if (accessLife.compareTo(SHORTEST) < 0
                || refreshLife.compareTo(accessLife) < 0
                || rememberedLife.compareTo(refreshLife) < 0
                || absoluteLife.compareTo(accessLife) < 0) {
            throw new IllegalArgumentException(
                    "Tokens need 1 second <= access life <= refresh life <= remembered life, and the absolute life no less"
                            + " than that of an access token");
        }
        if (grace.isNegative() || grace.compareTo(refreshLife) >= 0) {
            throw new IllegalArgumentException("The grace is shorter than the life of a refresh token");
        }
    }

    /** When a refresh token ends that is issued now in a login that began then. */
    Instant refreshEnd(Instant now, Instant began, boolean remembered) {
        return earlier(now.plus(remembered ? rememberedLife : refreshLife), began.plus(absoluteLife));
    }

    /** Whether a token that was spent then is answered with what came for it; without a grace none is. */
    boolean inGrace(Instant spentAt, Instant now) {
        return !grace.isZero() && now.isBefore(spentAt.plus(grace));
    }

    /** When an access token ends that is issued now together with a refresh token that ends then. */
    Instant accessEnd(Instant now, Instant refreshEnd) {
        return earlier(now.plus(accessLife), refreshEnd);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
