package dev.yorozu.token;

import java.time.Duration;

/**
 * How long the tokens of chains live.
 *
 * @param life how long a token lives that nobody spends
 * @param grace how long a spent token is answered with what came for it, because an answer can get lost; zero for never
 */
public record ChainPolicy(Duration life, Duration grace) {
    /** How much longer than the grace a spent token is remembered, so that its reuse is recognised. */
    public static final Duration REMEMBERED = Duration.ofSeconds(60);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3660);
    private static final Duration LONGEST_GRACE = Duration.ofMinutes(5);

    public ChainPolicy {
        if (life.compareTo(SHORTEST) < 0 || life.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("A token lives from one second to ten years");
        }
        if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
            throw new IllegalArgumentException("The grace lasts from no time to five minutes");
        }
    }

    Duration spentLife() {
        return grace.plus(REMEMBERED);
    }
}
