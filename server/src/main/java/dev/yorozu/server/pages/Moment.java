package dev.yorozu.server.pages;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A time as people tell it: how long ago, or how soon; the exact instant is there for those who point at it. */
public record Moment(Instant at, Instant now) {
    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    public String text(Language language) {
        Duration away = Duration.between(now, at);
        return away.isPositive() ? text(language, "in", rounded(away)) : text(language, "ago", away.abs());
    }

    /** What ends a moment short of thirty days from now ends in thirty days, to anybody's mind. */
    private static Duration rounded(Duration away) {
        if (away.compareTo(Duration.ofHours(1)) < 0) {
            return away.plusSeconds(30);
        }
        return away.compareTo(Duration.ofDays(1)) < 0 ? away.plusMinutes(30) : away.plusHours(12);
    }

    private static String text(Language language, String direction, Duration span) {
        String name = "moment." + direction;
        if (span.toMinutes() < 1) {
            return language.text(name + ".moments");
        }
        if (span.toHours() < 1) {
            return language.text(name + ".minutes", span.toMinutes());
        }
        return span.toDays() < 1
                ? language.text(name + ".hours", span.toHours())
                : language.text(name + ".days", span.toDays());
    }

    public String exact() {
        return EXACT.format(at);
    }
}
