package dev.yorozu.nostalgic;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Instants as records write them: ISO 8601 with milliseconds, as JavaScript's {@code toISOString} gives them. */
public final class Iso {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Iso() {}

    public static String text(Instant instant) {
        return FORM.format(instant);
    }

    /** The instant that a text tells, with or without fractions and offset; empty when it tells none. */
    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
