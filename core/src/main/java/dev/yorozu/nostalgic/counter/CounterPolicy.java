package dev.yorozu.nostalgic.counter;

import dev.yorozu.store.Durability;
import java.time.Duration;

/**
 * How counters are kept.
 *
 * @param dailyLife how long the count of a day is kept; longer than the month that is shown
 * @param durability what an acknowledged visit has reached
 * @param visitsPerAddress how many visitors behind one address are counted in a day
 */
public record CounterPolicy(Duration dailyLife, Durability durability, int visitsPerAddress) {
    private static final Duration SHORTEST = Duration.ofDays(32);

    public static final CounterPolicy DEFAULT = new CounterPolicy(Duration.ofDays(400), Durability.RELAXED, 100);

    public CounterPolicy {
        if (dailyLife.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("Daily counts are shown for a month: keep them for at least 32 days");
        }
    }
}
