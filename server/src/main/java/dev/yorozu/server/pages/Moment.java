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
        String direction = away.isNegative() ? "ago" : "in";
        Duration span = away.abs();
        if (span.toMinutes() < 1) {
            return language.text("moment." + direction + ".moments");
        }
        if (span.toHours() < 1) {
            return language.text("moment." + direction + ".minutes", span.toMinutes());
        }
        return span.toDays() < 1
                ? language.text("moment." + direction + ".hours", span.toHours())
                : language.text("moment." + direction + ".days", span.toDays());
    }

    public String exact() {
        return EXACT.format(at);
    }
}
