package dev.yorozu.feed;

import java.time.Duration;

/**
 * How much a feed keeps.
 *
 * @param keep how long a revocation is kept: no shorter than the longest life of an access token, with the skew of clocks
 * @param most how many revocations of one realm are kept, to the thousand; where more would be needed, the oldest go
 */
public record FeedPolicy(Duration keep, int most) {
    /** How many revocations lie at one key, but for those that are written together. */
    static final int PAGE = 1000;

    public FeedPolicy {
        if (keep.isNegative() || keep.isZero() || most < 2 * PAGE) {
            throw new IllegalArgumentException("A feed keeps something, and at least " + 2 * PAGE + " of it");
        }
    }

    int pages() {
        return most / PAGE;
    }
}
