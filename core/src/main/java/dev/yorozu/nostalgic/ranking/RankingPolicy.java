package dev.yorozu.nostalgic.ranking;

import dev.yorozu.store.Durability;
import java.time.Duration;

/**
 * How rankings are run.
 *
 * @param cooldown how long a visitor waits after an entry before the next
 * @param durability what is done for an entry before it is acknowledged
 * @param entriesPerAddress how many entries may come from one address in that time
 */
public record RankingPolicy(Duration cooldown, Durability durability, int entriesPerAddress) {
    public static final RankingPolicy STANDARD = new RankingPolicy(Duration.ofSeconds(60), Durability.DURABLE, 30);

    public RankingPolicy {
        if (!cooldown.isPositive()) {
            throw new IllegalArgumentException("A cooldown must take some time");
        }
    }
}
