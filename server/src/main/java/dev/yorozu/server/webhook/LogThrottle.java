package dev.yorozu.server.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Logs one kind of event at most once a minute: receivers and visitors decide how often it happens. */
final class LogThrottle {
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final Logger logger;
    private final Level level;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private long skipped;

    LogThrottle(Logger logger, Level level, InstantSource clock) {
        this.logger = logger;
        this.level = level;
        this.clock = clock;
    }

    synchronized void log(Supplier<String> sentence) {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            skipped++;
            return;
        }
        String more = skipped == 0 ? "" : " (" + skipped + " more since the last line)";
        logger.log(level, () -> sentence.get() + more);
        skipped = 0;
        next = now.plus(PAUSE);
    }
}
