package dev.yorozu.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaysTest {
    private static Days in(String zone, Instant now) {
        return new Days(ZoneId.of(zone), () -> now);
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-11-16T23:59:59.999Z, 2026-11-16, 24",
        "UTC, 2026-11-17T00:00:00Z, 2026-11-17, 24",
        "Asia/Tokyo, 2026-11-16T14:59:59.999Z, 2026-11-16, 24",
        "Asia/Tokyo, 2026-11-16T15:00:00Z, 2026-11-17, 24",
        "America/New_York, 2027-03-14T12:00:00Z, 2027-03-14, 23",
        "America/New_York, 2027-11-07T12:00:00Z, 2027-11-07, 25",
        "America/New_York, 2027-11-07T05:30:00Z, 2027-11-07, 25",
        "Africa/Cairo, 2027-04-30T12:00:00Z, 2027-04-30, 23",
    })
    void aDayIsThatOfItsZone(String zone, Instant now, LocalDate date, int hours) {
        Days.Day day = in(zone, now).today();
        assertThat(day.date()).isEqualTo(date);
        assertThat(Duration.between(day.start(), day.end())).isEqualTo(Duration.ofHours(hours));
        assertThat(day.start()).isBeforeOrEqualTo(now);
        assertThat(day.end()).isAfter(now);
        assertThat(in(zone, day.end()).today().date()).isEqualTo(date.plusDays(1));
        assertThat(in(zone, day.end().minusMillis(1)).today()).isEqualTo(day);
    }

    @Test
    void elsewhereItIsEveryOtherDateOfAnyZone() {
        for (int minutes = 0; minutes < 48 * 60; minutes += 15) {
            Instant now = Instant.parse("2026-11-16T00:00:00Z").plus(Duration.ofMinutes(minutes));
            TreeSet<LocalDate> dates = new TreeSet<>();
            for (String zone : ZoneId.getAvailableZoneIds()) {
                dates.add(LocalDate.ofInstant(now, ZoneId.of(zone)));
            }
            LocalDate here = LocalDate.ofInstant(now, ZoneOffset.UTC);
            assertThat(dates.remove(here)).isTrue();
            assertThat(in("UTC", now).elsewhere(now))
                    .containsExactlyElementsOf(dates)
                    .hasSizeLessThan(3);
        }
    }
}
