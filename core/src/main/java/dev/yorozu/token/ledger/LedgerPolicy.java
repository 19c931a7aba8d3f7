package dev.yorozu.token.ledger;

import java.time.Duration;
import java.util.List;

/**
 * How long tokens live and how many logins a user may have.
 *
 * @param life how long a refresh token lives that is not rotated
 * @param absoluteLife ends a login so long after its sign-in, however often it was rotated
 * @param accessLife how long an access token lives
 * @param skew how far the clocks of those who check access tokens may be apart
 * @param grace how long a spent token is answered with the same successor; zero for never
 * @param maxPerUser the most logins of one user; a sign-in beyond it ends the one that was refreshed longest ago
 * @param rememberUsed how long after its use a token is still recognised, so that its reuse ends the login
 * @param maxRemembered the most spent tokens of one login that are recognised: the newest
 */
public record LedgerPolicy(
        Duration life,
        Duration absoluteLife,
        Duration accessLife,
        Duration skew,
        Duration grace,
        int maxPerUser,
        Duration rememberUsed,
        int maxRemembered) {
    /** The greatest number of logins per user that can be set: all of them lie in one value. */
    public static final int MOST_PER_USER = 50;

    /** The greatest number of spent tokens per login that can be remembered: they lie in the same value. */
    public static final int MOST_REMEMBERED = 128;

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3660);
    private static final Duration WIDEST_SKEW = Duration.ofSeconds(30);
    private static final Duration LONGEST_GRACE = Duration.ofMinutes(5);

    /** As the token store documents it. */
    public static final LedgerPolicy STANDARD = new LedgerPolicy(
            Duration.ofDays(30),
            Duration.ofDays(90),
            Duration.ofMinutes(15),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            5,
            Duration.ofDays(30),
            32);

    public LedgerPolicy {
        for (Duration each : List.of(life, absoluteLife, accessLife)) {
            require(isWithin(each, SHORTEST, LONGEST), "A token lives from one second to ten years");
        }
        require(isWithin(skew, Duration.ZERO, WIDEST_SKEW), "Clocks may be at most 30 seconds apart");
        require(isWithin(grace, Duration.ZERO, LONGEST_GRACE), "The grace lasts from no time to five minutes");
        require(
                maxPerUser >= 1 && maxPerUser <= MOST_PER_USER,
                "A user may have from 1 to " + MOST_PER_USER + " logins");
        require(rememberUsed.compareTo(grace) >= 0, "A used token must be remembered for as long as the grace lasts");
        require(
                maxRemembered >= 1 && maxRemembered <= MOST_REMEMBERED,
                "Of each login 1 to " + MOST_REMEMBERED + " used tokens can be remembered");
    }

    private static boolean isWithin(Duration length, Duration shortest, Duration longest) {
        return length.compareTo(shortest) >= 0 && length.compareTo(longest) <= 0;
    }

    private static void require(boolean met, String message) {
        if (!met) {
            throw new IllegalArgumentException(message);
        }
    }

    /** How long what is kept about a user's tokens lives after it was last written: a day longer than any of them. */
    Duration indexLife() {
        Duration longest = life.compareTo(accessLife) > 0 ? life : accessLife;
        return longest.plusDays(1);
    }
}
