package dev.yorozu.server.pages;

import java.time.Duration;
import java.time.Instant;

/**
 * What the start page shows.
 *
 * @param store what kind of store is used; never its address, which may hold a password
 */
public record Landing(boolean healthy, String store, String version, Instant started, Instant now) {
    /** The name that style and texts have for the state. */
    public String state() {
        return healthy ? "ok" : "down";
    }

    public String uptime(Language language) {
        Duration up = Duration.between(started, now);
        if (up.toMinutes() < 1) {
            return language.text("uptime.moments");
        }
        if (up.toHours() < 1) {
            return language.text("uptime.minutes", up.toMinutes());
        }
        return up.toDays() < 1
                ? language.text("uptime.hours", up.toHours(), up.toMinutesPart())
                : language.text("uptime.days", up.toDays(), up.toHoursPart());
    }
}
