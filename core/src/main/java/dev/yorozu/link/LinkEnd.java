package dev.yorozu.link;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads when a link shall end: milliseconds since 1970, or a date. A date without a zone is one of UTC. */
final class LinkEnd {
    private static final Pattern MILLIS = Pattern.compile("-?[0-9]{1,16}(\\.[0-9]{1,9})?");
    private static final List<Function<String, Instant>> FORMS = List.of(
            text -> OffsetDateTime.parse(text).toInstant(),
            text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
            text -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC),
            text -> OffsetDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());

    private LinkEnd() {}

    static Optional<Instant> parse(String given) {
        String text = given.strip();
        if (MILLIS.matcher(text).matches()) {
            int point = text.indexOf('.');
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(point < 0 ? text : text.substring(0, point))));
        }
        for (Function<String, Instant> form : FORMS) {
            try {
                return Optional.of(form.apply(text));
            } catch (DateTimeException another) {
                continue;
            }
        }
        return Optional.empty();
    }
}
