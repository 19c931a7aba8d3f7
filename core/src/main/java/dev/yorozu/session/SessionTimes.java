package dev.yorozu.session;

import dev.yorozu.json.Document;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.OptionalLong;

/** How times are written in a session's JSON. */
public enum SessionTimes {
    /** As numbers: milliseconds since 1970. */
    MILLIS {
        @Override
        Document write(Document document, String field, Instant time) {
            return document.with(field, time.toEpochMilli());
        }

        @Override
        OptionalLong read(Document document, String field) {
            return document.number(field);
        }
    },
    /**
     * As texts of ISO 8601: written in UTC with a {@code Z} and to the millisecond; read with any offset, or without one
     * as UTC, and with more digits, which other programs write and which do not count.
     */
    ISO {
        @Override
        Document write(Document document, String field, Instant time) {
            return document.with(
                    field, Instant.ofEpochMilli(time.toEpochMilli()).toString());
        }

        @Override
        OptionalLong read(Document document, String field) {
            return document.text(field).map(SessionTimes::millis).orElseGet(OptionalLong::empty);
        }
    };

    /** The longest text that is looked at. */
    private static final int LONGEST = 64;

    private static final String OWN = "0000-00-00T00:00:00.000Z";
    private static final long SECONDS_A_DAY = 86_400;

    abstract Document write(Document document, String field, Instant time);

    /** The time in a field, in milliseconds since 1970; empty when it is absent or something else. */
    abstract OptionalLong read(Document document, String field);

    private static OptionalLong millis(String text) {
        if (text.length() > LONGEST) {
            return OptionalLong.empty();
        }
        try {
            if (isOwn(text)) {
                return OptionalLong.of(own(text));
            }
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            Instant instant = time instanceof OffsetDateTime zoned
                    ? zoned.toInstant()
                    : LocalDateTime.from(time).toInstant(ZoneOffset.UTC);
            return OptionalLong.of(instant.toEpochMilli());
        } catch (DateTimeException | ArithmeticException noTime) {
            return OptionalLong.empty();
        }
    }

    /** Whether a text has the form that is written here, which is read with every request. */
    private static boolean isOwn(String text) {
        if (text.length() != OWN.length()) {
            return false;
        }
        for (int i = 0; i < OWN.length(); i++) {
            char c = text.charAt(i);
            if (OWN.charAt(i) == '0' ? c < '0' || c > '9' : c != OWN.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static long own(String text) {
        LocalDate day = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
        LocalTime time = LocalTime.of(digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19));
        return (day.toEpochDay() * SECONDS_A_DAY + time.toSecondOfDay()) * 1000 + digits(text, 20, 23);
    }

    private static int digits(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
