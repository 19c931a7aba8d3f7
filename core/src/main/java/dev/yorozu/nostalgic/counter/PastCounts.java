package dev.yorozu.nostalgic.counter;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What the days before today add up to, for one counter.
 *
 * @param keys what changes with a visit of today
 * @param created when the counter was made: one of the same name that is made later has days of its own
 * @param today the day before which these lie
 * @param read when they were read
 * @param earlierMarks whether the earlier program may have marked visitors of this day
 */
record PastCounts(
        CounterViews.Keys keys,
        Instant created,
        LocalDate today,
        Instant read,
        boolean earlierMarks,
        long yesterday,
        long week,
        long month) {
    /** How many days before today count for the month. */
    static final int DAYS = 29;

    private static final int WEEK = 6;
    private static final Duration AGE = Duration.ofSeconds(60);

    /** Adds up what the days hold, from yesterday backwards. */
    static PastCounts of(Service service, LocalDate today, Instant read, List<Optional<Bytes>> days) {
        long month = 0;
        long week = 0;
        for (int i = 0; i < days.size(); i++) {
            month += visits(days.get(i));
            if (i == WEEK - 1 || (i < WEEK && i == days.size() - 1)) {
                week = month;
            }
        }
        return new PastCounts(
                CounterViews.Keys.of(service.id(), today),
                service.created(),
                today,
                read,
                service.mayHaveEarlierMarks(read),
                days.isEmpty() ? 0 : visits(days.getFirst()),
                week,
                month);
    }

    /** Whether it can still be told at this moment. A clock that was set back makes it say nothing. */
    boolean holds(LocalDate date, Instant now) {
        Duration age = Duration.between(read, now);
        return date.equals(today) && !age.isNegative() && age.compareTo(AGE) <= 0;
    }

    Counts with(long total, long visitsToday) {
        return new Counts(total, visitsToday, yesterday, week + visitsToday, month + visitsToday);
    }

    /** The count of a day; what is no number counts for nothing. */
    static long visits(Optional<Bytes> day) {
        return day.map(count -> Math.max(0, count.number().orElse(0))).orElse(0L);
    }
}
