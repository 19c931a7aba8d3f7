package dev.yorozu.app;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What is kept of an app's counters, likes, rankings and boards.
 *
 * @param durableCounts whether a count is on disk before it is told
 * @param maxLikes how many visitors can like one id
 * @param rankings the rules of rankings, by their kind; one that is not named has the usual
 * @param maxMessages how many messages a board keeps, the newest
 */
public record CommunitySettings(
        boolean durableCounts, int maxLikes, SequencedMap<String, RankingRule> rankings, int maxMessages) {
    /** All likes of one id are one value of the store. */
    public static final int MOST_LIKES = 1_000_000;

    public static final int MOST_MESSAGES = 10_000;

    /** The most kinds of rankings that one app declares. */
    public static final int MOST_RANKINGS = 100;

    public static final CommunitySettings STANDARD = new CommunitySettings(true, 100_000, new LinkedHashMap<>(), 1000);

    public CommunitySettings {
        rankings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(rankings));
        requireLikes(maxLikes);
        requireMessages(maxMessages);
        if (rankings.size() > MOST_RANKINGS) {
            throw new IllegalArgumentException("An app declares %d kinds of rankings at most".formatted(MOST_RANKINGS));
        }
    }

    /** Throws where an id cannot have so many likes. */
    public static void requireLikes(int most) {
        if (most < 1 || most > MOST_LIKES) {
            throw new IllegalArgumentException("From 1 to %,d visitors can like one id".formatted(MOST_LIKES));
        }
    }

    /** Throws where a board cannot keep so many messages. */
    public static void requireMessages(int most) {
        if (most < 1 || most > MOST_MESSAGES) {
            throw new IllegalArgumentException("A board keeps 1 to %,d messages".formatted(MOST_MESSAGES));
        }
    }

    /** The rule of rankings of this kind. */
    public RankingRule ranking(String kind) {
        return rankings.getOrDefault(kind, RankingRule.STANDARD);
    }
}
