package dev.yorozu.limit.attempt;

import java.time.Duration;

/**
 * So many failed attempts of one subject in so much time.
 *
 * @param name tells limits apart; part of the key
 * @param afterSuccess what becomes of the failed attempts of a subject whose attempt succeeds
 */
public record AttemptPolicy(String name, int limit, Duration window, AfterSuccess afterSuccess) {
    /** What a success does to the attempts of its subject. */
    public enum AfterSuccess {
        /** The successful attempt does not count; the failed ones before it still do. */
        GIVE_BACK,
        /** All attempts are forgotten. */
        CLEAR
    }

    public AttemptPolicy {
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("A subject has 1 to 1,000 tries");
        }
        if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(Duration.ofDays(31)) > 0) {
            throw new IllegalArgumentException("Tries count from a second to a month");
        }
    }

    public static AttemptPolicy perHour(String name, int limit, AfterSuccess afterSuccess) {
        return new AttemptPolicy(name, limit, Duration.ofHours(1), afterSuccess);
    }
}
