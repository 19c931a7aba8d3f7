package dev.yorozu.nostalgic;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The calendar that all counting follows: one zone for the names of days, for marks and for their ends. */
public record Days(ZoneId zone, InstantSource clock) {
    private static final ZoneOffset WESTERNMOST = ZoneOffset.ofHours(-12);
    private static final ZoneOffset EASTERNMOST = ZoneOffset.ofHours(14);

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

    /**
     * The dates that it is at this instant in other zones. After a change of zone, a day that has not ended is one of
     * these, whatever the zone was before.
     */
    public List<LocalDate> elsewhere(Instant instant) {
        LocalDate here = LocalDate.ofInstant(instant, zone);
        LocalDate last = LocalDate.ofInstant(instant, EASTERNMOST);
        List<LocalDate> dates = new ArrayList<>(2);
        for (LocalDate date = LocalDate.ofInstant(instant, WESTERNMOST); !date.isAfter(last); date = date.plusDays(1)) {
            if (!date.equals(here)) {
                dates.add(date);
            }
        }
        return dates;
    }

    public Day on(LocalDate date) {
        return new Day(
                date,
                date.atStartOfDay(zone).toInstant(),
                date.plusDays(1).atStartOfDay(zone).toInstant());
    }
}
