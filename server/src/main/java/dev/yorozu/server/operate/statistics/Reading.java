package dev.yorozu.server.operate.statistics;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.yorozu.server.metrics.CacheUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a count, and what is to be known of it.
 *
 * @param asOf when the count ended; of one that is still under way, how far in time it has come
 * @param took how long it took, pauses included
 * @param complete false while the very first count is under way: the numbers are then those of the keys seen so far
 * @param setback the count that was tried later and failed, if the last one did
 * @param caches how well caches do on the server that answers
 */
public record Reading(
        Statistics statistics,
        Instant asOf,
        Duration took,
        boolean complete,
        Optional<Setback> setback,
        List<CacheUse> caches) {
    @JsonValue
    StatisticsForm form() {
        return StatisticsForm.of(this);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Reading of(StatisticsForm form) {
        return form.reading();
    }

    public Reading {
        caches = List.copyOf(caches);
    }

    static Reading complete(Statistics statistics, Instant asOf, Duration took) {
        return new Reading(statistics, asOf, took, true, Optional.empty(), List.of());
    }

    Reading with(Optional<Setback> setback, List<CacheUse> caches) {
        return new Reading(statistics, asOf, took, complete, setback, caches);
    }

    /** The same count of one system only. */
    public Reading of(String owner) {
        return new Reading(statistics.of(owner), asOf, took, complete, setback, caches);
    }
}
