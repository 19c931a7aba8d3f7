package dev.yorozu.app;

import dev.yorozu.store.Order;

/**
 * What an app has declared of its rankings of one kind.
 *
 * @param order falling when the highest score is the best, rising when the lowest is
 * @param maxEntries how many names are kept, the best ones
 * @param bestOnly whether a name keeps its best score; otherwise its latest
 */
public record RankingRule(Order order, int maxEntries, boolean bestOnly) {
    public static final int MOST_ENTRIES = 10_000;

    /** The highest score of each name, of the best hundred. */
    public static final RankingRule STANDARD = new RankingRule(Order.FALLING, 100, true);

    public RankingRule {
        if (maxEntries < 1 || maxEntries > MOST_ENTRIES) {
            throw new IllegalArgumentException("A ranking keeps 1 to %,d entries".formatted(MOST_ENTRIES));
        }
    }
}
