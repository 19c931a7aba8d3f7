package dev.yorozu.nostalgic.ranking;

import dev.yorozu.json.Document;
import dev.yorozu.store.Order;
import java.util.Optional;

/**
 * What an owner wants to be different; what is empty stays as it is.
 *
 * @param title a blank one takes the title away
 * @param more further fields of the settings, such as the address of a webhook
 */
public record RankingChange(
        Optional<String> title, Optional<Integer> maxEntries, Optional<Order> order, Document more) {
    public RankingChange {
        title = title.map(String::strip);
        title.ifPresent(RankingSettings::requireTitle);
        maxEntries.ifPresent(RankingSettings::requireMaxEntries);
    }
}
