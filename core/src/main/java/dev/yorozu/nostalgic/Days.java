package dev.yorozu.nostalgic;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;

/** The calendar that all counting follows: one zone for the names of days, for marks and for their ends. */
public record Days(ZoneId zone, InstantSource clock) {
    /**
     * One day.
     *
     * @param start its first instant
     * @param end the first instant of the next
     */
    public record Day(LocalDate date, Instant start, Instant end) {}

    public Day today() {
        return of(clock.instant());
    }

    /** The day that an instant lies in. */
    public Day of(Instant instant) {
        return on(LocalDate.ofInstant(instant, zone));
    }

    public Day on(LocalDate date) {
        return new Day(
                date,
                date.atStartOfDay(zone).toInstant(),
                date.plusDays(1).atStartOfDay(zone).toInstant());
    }
}
