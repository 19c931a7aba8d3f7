package dev.yorozu.nostalgic.visitor;

import dev.yorozu.store.Found;
import java.time.Duration;
import java.time.Instant;

/** How long a visitor waits after one thing before the next. */
public record Cooldown(Duration time) {
    public Cooldown {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("A cooldown must take some time");
        }
    }

    /** How long the visitor must still wait who left this mark; all of the time when the mark does not tell. */
    public Duration left(Found mark, Instant now) {
        if (mark instanceof Found.Value found && found.value().number().isPresent()) {
            Instant end =
                    Instant.ofEpochMilli(found.value().number().getAsLong()).plus(time);
            Duration left = Duration.between(now, end);
            return left.isPositive() && left.compareTo(time) < 0 ? left : time;
        }
        return time;
    }
}
