package dev.yorozu.date;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Instants as records write them: ISO 8601 with milliseconds, as JavaScript's {@code toISOString} gives them, or without
 * where there are none, as Java does. Texts of just these forms, which are read and written with every call, are taken apart
 * and put together digit by digit.
 */
public final class Iso {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final long DAY = 86_400;
    /** Where all years have four digits. */
    private static final long FIRST = LocalDate.of(0, 1, 1).toEpochDay() * DAY;

    private static final long LAST = LocalDate.of(10_000, 1, 1).toEpochDay() * DAY;
    private static final String SHAPE = "0000-00-00T00:00:00.000Z";
    /** Where the milliseconds begin, or the text ends that has none. */
    private static final int FRACTION = SHAPE.indexOf('.');

    private Iso() {}

    public static String text(Instant instant) {
        return isOrdinary(instant) ? text(instant, true) : FORM.format(instant);
    }

    /** As Java writes an instant of whole milliseconds: without them where there are none. */
    public static String brief(Instant instant) {
        return isOrdinary(instant)
                ? text(instant, instant.getNano() >= 1_000_000)
                : instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static boolean isOrdinary(Instant instant) {
        return instant.getEpochSecond() >= FIRST && instant.getEpochSecond() < LAST;
    }

    private static String text(Instant instant, boolean fraction) {
        long seconds = instant.getEpochSecond();
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(seconds, DAY));
        int second = (int) Math.floorMod(seconds, DAY);
        char[] text = SHAPE.toCharArray();
        write(text, 0, 4, date.getYear());
        write(text, 5, 2, date.getMonthValue());
        write(text, 8, 2, date.getDayOfMonth());
        write(text, 11, 2, second / 3600);
        write(text, 14, 2, second / 60 % 60);
        write(text, 17, 2, second % 60);
        if (!fraction) {
            text[FRACTION] = 'Z';
            return new String(text, 0, FRACTION + 1);
        }
        write(text, FRACTION + 1, 3, instant.getNano() / 1_000_000);
        return new String(text);
    }

    private static void write(char[] text, int from, int digits, int number) {
        int rest = number;
        for (int i = from + digits - 1; i >= from; i--) {
            text[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** The instant that a text tells, with or without fractions and offset; empty when it tells none. */
    public static Optional<Instant> parse(String text) {
        OptionalLong own = ownMillis(text);
        if (own.isPresent()) {
            return Optional.of(Instant.ofEpochMilli(own.getAsLong()));
        }
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    /** The milliseconds since 1970 that a text of just this form tells, with or without them; empty for any other. */
    public static OptionalLong ownMillis(String text) {
        if (!hasShape(text)) {
            return OptionalLong.empty();
        }
        int year = read(text, 0, 4);
        int month = read(text, 5, 2);
        int day = read(text, 8, 2);
        int hour = read(text, 11, 2);
        int minute = read(text, 14, 2);
        int second = read(text, 17, 2);
        if (month < 1
                || month > 12
                || day < 1
                || day > YearMonth.of(year, month).lengthOfMonth()) {
            return OptionalLong.empty();
        }
        if (hour > 23 || minute > 59 || second > 59) {
            return OptionalLong.empty();
        }
        long seconds = LocalDate.of(year, month, day).toEpochDay() * DAY + hour * 3600L + minute * 60L + second;
        return OptionalLong.of(seconds * 1000 + (text.length() == SHAPE.length() ? read(text, FRACTION + 1, 3) : 0));
    }

    private static boolean hasShape(String text) {
        int last = text.length() - 1;
        if (last != FRACTION && last != SHAPE.length() - 1 || text.charAt(last) != 'Z') {
            return false;
        }
        for (int i = 0; i < last; i++) {
            char c = text.charAt(i);
            if (SHAPE.charAt(i) == '0' ? c < '0' || c > '9' : c != SHAPE.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int read(String text, int from, int digits) {
        int number = 0;
        for (int i = from; i < from + digits; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }
}
