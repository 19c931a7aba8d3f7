package dev.yorozu.server.operate.statistics;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StatisticsSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * How the keys of a store are counted.
 *
 * @param every how often by itself; empty for only when somebody asks
 * @param shared whether the outcome is shared through the store with other servers, who then do not count themselves
 * @param trusted how old an outcome may be to be shown by one who does not count by itself
 * @param page about how many keys are looked at in one step
 * @param calm the part of the time, above 0 and at most 1, in which the store works for the count; the rest is pauses
 * @param eager the same while somebody waits for the outcome
 */
public record CensusPolicy(
        Optional<Duration> every, boolean shared, Duration trusted, int page, double calm, double eager) {
    private static final int PAGE = 250;
    private static final double EAGER = 0.5;

    public CensusPolicy {
        if (page < 1 || calm <= 0 || calm > 1 || eager <= 0 || eager > 1) {
            throw new IllegalArgumentException("A page has keys, and a share lies above 0 and is at most 1");
        }
    }

    /**
     * For a server.
     *
     * @param shared whether other servers may use the store
     */
    public static CensusPolicy served(Optional<Duration> every, double share, boolean shared) {
        return new CensusPolicy(every, shared, Duration.ofDays(7), PAGE, share, Math.max(share, EAGER));
    }

    /**
     * For a server with these settings.
     *
     * @param shared whether other servers may use the store
     */
    public static CensusPolicy of(Settings settings, boolean shared) {
        return served(
                settings.value(StatisticsSettings.EVERY), settings.value(StatisticsSettings.SHARE) / 100.0, shared);
    }

    /** For a command beside servers that may run elsewhere. */
    public static CensusPolicy visiting() {
        return new CensusPolicy(Optional.empty(), true, Duration.ofMinutes(15), PAGE, EAGER, EAGER);
    }

    /** For whoever has the store alone: nobody is there to be disturbed. */
    public static CensusPolicy alone() {
        return new CensusPolicy(Optional.empty(), false, Duration.ZERO, PAGE, 1, 1);
    }

    /** How long to leave the store alone after it has worked this long, to keep to a share. */
    static Duration pause(Duration worked, double share) {
        return Duration.ofNanos(Math.round(worked.toNanos() * (1 / share - 1)));
    }
}
