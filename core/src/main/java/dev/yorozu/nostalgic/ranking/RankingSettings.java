package dev.yorozu.nostalgic.ranking;

import dev.yorozu.store.Order;
import dev.yorozu.text.PlainText;
import java.util.Optional;

/**
 * What the owner of a ranking decides.
 *
 * @param maxEntries how many names are kept, the best ones
 * @param order falling when the highest score is the best, rising when the lowest is
 */
public record RankingSettings(Optional<String> title, int maxEntries, Order order) {
    public static final int MOST_ENTRIES = 10_000;
    public static final int DEFAULT_ENTRIES = 10;
    public static final int LONGEST_TITLE = 50;

    static final String ORDER = "sortOrder";
    static final String MAX_ENTRIES = "maxEntries";
    static final String TITLE = "title";

    public RankingSettings {
        title = title.filter(text -> !text.isBlank());
        requireMaxEntries(maxEntries);
        title.ifPresent(RankingSettings::requireTitle);
    }

    public static RankingSettings standard() {
        return new RankingSettings(Optional.empty(), DEFAULT_ENTRIES, Order.FALLING);
    }

    /** Settings as any program may have written them: a title that is none is left out. */
    static RankingSettings lenient(Optional<String> title, int maxEntries, Order order) {
        return new RankingSettings(title.filter(RankingSettings::isTitle), maxEntries, order);
    }

    static void requireMaxEntries(int maxEntries) {
        if (maxEntries < 1 || maxEntries > MOST_ENTRIES) {
            throw new IllegalArgumentException("A ranking keeps 1 to " + MOST_ENTRIES + " entries");
        }
    }

    static void requireTitle(String title) {
        if (!isTitle(title)) {
            throw new IllegalArgumentException("A title is a line of at most " + LONGEST_TITLE + " characters");
        }
    }

    private static boolean isTitle(String title) {
        return PlainText.length(title) <= LONGEST_TITLE && PlainText.isLine(title);
    }

    static String write(Order order) {
        return order == Order.FALLING ? "desc" : "asc";
    }

    static Order read(String sortOrder) {
        return sortOrder.equals("asc") ? Order.RISING : Order.FALLING;
    }
}
