package dev.yorozu.limit;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.PatreonKeys;
import java.time.Duration;

/**
 * Where the records of {@link RecordedWindow}s lie.
 *
 * @param pattern has one part, the client
 * @param life how long a record is kept after a request passed; never shorter than the window
 */
public record RecordedWindowLayout(KeyPattern pattern, Duration life) {
    /** {@code crashreport:ratelimit:{ip}}, for a minute. */
    public static final RecordedWindowLayout CRASH_REPORTS =
            new RecordedWindowLayout(PatreonKeys.CRASH_RATE, Duration.ofSeconds(60));
}
