package dev.yorozu.limit;

import java.time.Duration;

/**
 * So many requests of one client in so much time.
 *
 * @param name tells the limits of one system apart; part of the key
 * @param failMode what happens while the store cannot answer
 */
public record WindowPolicy(String name, long limit, Duration window, FailMode failMode) {
    public WindowPolicy {
        if (limit < 1 || limit > 1_000_000) {
            throw new IllegalArgumentException("A limit lets 1 to 1,000,000 requests pass");
        }
        if (window.compareTo(Duration.ofMillis(1)) < 0 || window.compareTo(Duration.ofDays(366)) > 0) {
            throw new IllegalArgumentException("A window lasts from a millisecond to a year");
        }
    }

    /** So many requests in each minute. */
    public static WindowPolicy perMinute(String name, long limit, FailMode failMode) {
        return new WindowPolicy(name, limit, Duration.ofMinutes(1), failMode);
    }

    /** So many requests in each hour. */
    public static WindowPolicy perHour(String name, long limit, FailMode failMode) {
        return new WindowPolicy(name, limit, Duration.ofHours(1), failMode);
    }
}
