package dev.yorozu.date;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.OptionalLong;

/** What the pieces of a date's text have come to: up to three numbers of a day, a month's name, a time, a zone. */
final class DateFields {
    private static final int NONE = -1;
    private static final long FURTHEST_MILLIS = 8_640_000_000_000_000L;
    private static final int FURTHEST_YEAR = 300_000;

    /** Numbers as they come, for as many as there is room. */
    static final class Numbers {
        private final int[] values;
        private int count;

        private Numbers(int room) {
            values = new int[room];
        }

        boolean isEmpty() {
            return count == 0;
        }

        /** False when there is no room for it. */
        boolean add(int number) {
            boolean room = count < values.length;
            if (room) {
                values[count++] = number;
            }
            return room;
        }

        /** Puts this into all places that are left. */
        private void fill(int number) {
            Arrays.fill(values, count, values.length, number);
            count = values.length;
        }
    }

    final Numbers day = new Numbers(3);
    final Numbers time = new Numbers(4);
    int namedMonth = NONE;
    /** The hours before the half of the day that was named. */
    int halfDay = NONE;

    int zoneSign;
    int zoneMinute = NONE;
    private int zoneHour = NONE;

    /** Adds the last number that is said of a time; always true. */
    boolean endTime(int number) {
        time.add(number);
        time.fill(0);
        return true;
    }

    /** Whether a number can be the next of a time that has begun. */
    boolean expectsTime(int number) {
        return switch (time.count) {
            case 1, 2 -> isMinute(number);
            case 3 -> within(number, 0, 999);
            default -> false;
        };
    }

    boolean isUtc() {
        return zoneHour == 0 && zoneMinute == 0;
    }

    /** Whether a number can be the minutes of a zone of which only the hours are known. */
    boolean expectsZoneMinute(int number) {
        return zoneHour != NONE && zoneMinute == NONE && isMinute(number);
    }

    void zone(int hours) {
        zoneSign = hours < 0 ? -1 : 1;
        zone(hours * zoneSign, 0);
    }

    void zone(int hour, int minute) {
        zoneHour = hour;
        zoneMinute = minute;
    }

    void zoneHour(int hour) {
        zone(hour, NONE);
    }

    /**
     * The milliseconds since 1970.
     *
     * @param iso whether the numbers of the day are year, month and day, in this order and as they stand
     */
    OptionalLong instant(boolean iso) {
        OptionalLong date = date(iso);
        OptionalLong clock = clock();
        // How far the zone is from UTC, in 32 bits without a sign, as the original counts.
        long zone = (Math.max(zoneHour, 0) * 3600L + Math.max(zoneMinute, 0) * 60L) & 0xffff_ffffL;
        if (date.isEmpty() || clock.isEmpty() || zone > Integer.MAX_VALUE) {
            return OptionalLong.empty();
        }
        long millis = date.getAsLong() * 86_400_000 + clock.getAsLong() - zoneSign * zone * 1000;
        return Math.abs(millis) > FURTHEST_MILLIS ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    /** Days since 1970; a day that the month does not have is one of the next month. */
    private OptionalLong date(boolean iso) {
        if (day.isEmpty()) {
            return OptionalLong.empty();
        }
        day.fill(1);
        boolean yearFirst = iso || !isDay(day.values[0]);
        boolean named = namedMonth != NONE;
        int month = named ? namedMonth : day.values[yearFirst ? 1 : 0];
        int dayOfMonth = day.values[(named ? 0 : 1) + (yearFirst ? 1 : 0)];
        int year = day.values[yearFirst ? 0 : named ? 1 : 2];
        int full = iso ? year : century(year);
        return within(month, 1, 12) && isDay(dayOfMonth) && Math.abs(full) <= FURTHEST_YEAR
                ? OptionalLong.of(LocalDate.of(full, month, 1).toEpochDay() + dayOfMonth - 1)
                : OptionalLong.empty();
    }

    private static int century(int year) {
        if (within(year, 0, 49)) {
            return year + 2000;
        }
        return within(year, 50, 99) ? year + 1900 : year;
    }

    /** Milliseconds since midnight; 24 o'clock is the end of the day. */
    private OptionalLong clock() {
        int[] said = time.values;
        boolean whole = halfDay == NONE;
        int hour = whole ? said[0] : said[0] % 12 + halfDay;
        long rest = said[1] * 60_000L + said[2] * 1000L + said[3];
        boolean fine = within(said[0], 0, whole ? 23 : 12)
                && isMinute(said[1])
                && isMinute(said[2])
                && within(said[3], 0, 999);
        boolean end = whole && hour == 24 && rest == 0;
        return fine || end ? OptionalLong.of(hour * 3_600_000L + rest) : OptionalLong.empty();
    }

    static boolean isDay(int number) {
        return within(number, 1, 31);
    }

    /** Whether this can be a minute, or a second. */
    static boolean isMinute(int number) {
        return within(number, 0, 59);
    }

    static boolean within(int number, int least, int most) {
        return number >= least && number <= most;
    }
}
