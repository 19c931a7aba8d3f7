package dev.yorozu.date;

import java.time.LocalDate;
import java.util.OptionalLong;

/** What the pieces of a date's text have come to: up to three numbers of a day, a month's name, a time, a zone. */
final class DateFields {
    private static final int NONE = Integer.MAX_VALUE;
    private static final long FURTHEST_MILLIS = 8_640_000_000_000_000L;
    private static final int FURTHEST_YEAR = 300_000;

    private final int[] day = new int[3];
    private final int[] time = new int[4];
    private int days;
    private int times;
    private int namedMonth = NONE;
    private int halfDay = NONE;
    private int zoneSign = NONE;
    private int zoneHour = NONE;
    private int zoneMinute = NONE;

    boolean hasDay() {
        return days > 0;
    }

    boolean addDay(int number) {
        boolean room = days < day.length;
        if (room) {
            day[days++] = number;
        }
        return room;
    }

    void month(int month) {
        namedMonth = month;
    }

    boolean hasTime() {
        return times > 0;
    }

    boolean addTime(int number) {
        boolean room = times < time.length;
        if (room) {
            time[times++] = number;
        }
        return room;
    }

    /** Adds the last number that is said of a time. */
    void endTime(int number) {
        addTime(number);
        times = time.length;
    }

    /** Whether a number can be the next of a time that has begun. */
    boolean expectsTime(int number) {
        return switch (times) {
            case 1, 2 -> isMinute(number);
            case 3 -> within(number, 0, 999);
            default -> false;
        };
    }

    void halfDay(int hours) {
        halfDay = hours;
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

    void zoneSign(int sign) {
        zoneSign = sign;
    }

    void zone(int hour, int minute) {
        zoneHour = hour;
        zoneMinute = minute;
    }

    void zoneHour(int hour) {
        zone(hour, NONE);
    }

    void zoneMinute(int minute) {
        zoneMinute = minute;
    }

    /**
     * The milliseconds since 1970.
     *
     * @param iso whether the numbers of the day are year, month and day, in this order and as they stand
     */
    OptionalLong instant(boolean iso) {
        OptionalLong date = date(iso);
        OptionalLong clock = clock();
        long zone = zoneSeconds();
        if (date.isEmpty() || clock.isEmpty() || zone > Integer.MAX_VALUE) {
            return OptionalLong.empty();
        }
        long offset = zoneSign == NONE ? 0 : zone * zoneSign;
        long millis = date.getAsLong() * 86_400_000 + clock.getAsLong() - offset * 1000;
        return Math.abs(millis) > FURTHEST_MILLIS ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    /** Days since 1970; a day that the month does not have is one of the next month. */
    private OptionalLong date(boolean iso) {
        if (days == 0) {
            return OptionalLong.empty();
        }
        while (days < day.length) {
            day[days++] = 1;
        }
        boolean yearFirst = iso || !isDay(day[0]);
        boolean named = namedMonth != NONE;
        int month = named ? namedMonth : day[yearFirst ? 1 : 0];
        int dayOfMonth = day[(named ? 0 : 1) + (yearFirst ? 1 : 0)];
        int year = day[yearFirst ? 0 : named ? 1 : 2];
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
        int hour = time[0];
        if (halfDay != NONE) {
            if (!within(hour, 0, 12)) {
                return OptionalLong.empty();
            }
            hour = hour % 12 + halfDay;
        }
        long rest = time[1] * 60_000L + time[2] * 1000L + time[3];
        boolean fine = within(hour, 0, 23) && isMinute(time[1]) && isMinute(time[2]) && within(time[3], 0, 999);
        return fine || (hour == 24 && rest == 0) ? OptionalLong.of(hour * 3_600_000L + rest) : OptionalLong.empty();
    }

    /** How far the zone is from UTC, in 32 bits without a sign, as the original counts. */
    private long zoneSeconds() {
        long hours = zoneHour == NONE ? 0 : zoneHour;
        long minutes = zoneMinute == NONE ? 0 : zoneMinute;
        return zoneSign == NONE ? 0 : (hours * 3600 + minutes * 60) & 0xffff_ffffL;
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
