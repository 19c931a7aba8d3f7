package dev.yorozu.limit;

import java.time.Duration;
import java.time.Instant;

/**
 * One of the windows that time is cut into, counted from 1970.
 *
 * @param policy the name of the limit that counts here
 */
public record Window(String policy, Instant start, Duration length) {
    /** The window of a limit that an instant lies in. */
    public static Window of(WindowPolicy policy, Instant instant) {
        long millis = policy.window().toMillis();
        Instant start = Instant.ofEpochMilli(Math.floorDiv(instant.toEpochMilli(), millis) * millis);
        return new Window(policy.name(), start, policy.window());
    }

    public Instant end() {
        return start.plusMillis(length.toMillis());
    }

    /** How many windows of this length came before it since 1970. */
    public long number() {
        return start.toEpochMilli() / length.toMillis();
    }
}
