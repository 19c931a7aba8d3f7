package dev.yorozu.session;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
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
        Bytes json(Instant time) {
            return Bytes.of(time.toEpochMilli());
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
            return document.with(field, Iso.brief(time));
        }

        @Override
        Bytes json(Instant time) {
            return Bytes.of('"' + Iso.brief(time) + '"');
        }

        @Override
        OptionalLong read(Document document, String field) {
            return document.text(field).map(SessionTimes::millis).orElseGet(OptionalLong::empty);
        }
    };

    /** The longest text that is looked at. */
    private static final int LONGEST = 64;

    abstract Document write(Document document, String field, Instant time);

    /** The value alone. */
    abstract Bytes json(Instant time);

    /** The time in a field, in milliseconds since 1970; empty when it is absent or something else. */
    abstract OptionalLong read(Document document, String field);

    private static OptionalLong millis(String text) {
        if (text.length() > LONGEST) {
            return OptionalLong.empty();
        }
        OptionalLong own = Iso.ownMillis(text);
        if (own.isPresent()) {
            return own;
        }
        try {
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
}
