package dev.yorozu.seat;

import java.time.Duration;

/**
 * How long seats are kept.
 *
 * @param life how long a session lives from its sign-in, and from each renewal of the provider's tokens
 * @param userLife how long the user's record lives from then; longer, so that no session lives that it does not list
 */
public record SeatPolicy(Duration life, Duration userLife) {
    /** As the Patreon relay documents it: 30 and 31 days. */
    public static final SeatPolicy STANDARD = new SeatPolicy(Duration.ofDays(30), Duration.ofDays(31));

    public SeatPolicy {
        if (life.compareTo(Taking.PENDING) < 0 || userLife.compareTo(life) <= 0) {
            throw new IllegalArgumentException("A session lives for a minute at least, and its user's record longer");
        }
    }
}
