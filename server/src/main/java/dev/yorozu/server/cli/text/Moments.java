package dev.yorozu.server.cli.text;

import dev.yorozu.server.config.Units;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;

/** Points in time as people write them: so long ago ({@code 1d}, {@code 30m}), a date, or an instant. */
public final class Moments {
    public static final String FORMS =
            "a time ago such as 1d, 12h or 30m, a date such as 2026-11-15, or an instant such as"
                    + " 2026-11-15T12:00:00Z";

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,11}");

    private Moments() {}

    /** To the second, in UTC. */
    public static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** A date is its first moment in UTC. */
    public static Optional<Instant> parse(String text, Instant now) {
        Optional<Duration> ago = Units.parseDuration(text);
        try {
            if (ago.isPresent()) {
                return Optional.of(now.minus(ago.get()));
            }
            return Optional.of(
                    text.indexOf('T') > 0
                            ? OffsetDateTime.parse(text).toInstant()
                            : LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));
        } catch (DateTimeException wrong) {
            return Optional.empty();
        }
    }

    /** As {@link #parse}, or in seconds since 1970. */
    public static Optional<Instant> parseAny(String text, Instant now) {
        return SECONDS.matcher(text).matches()
                ? Optional.of(Instant.ofEpochSecond(Long.parseLong(text)))
                : parse(text, now);
    }
}
