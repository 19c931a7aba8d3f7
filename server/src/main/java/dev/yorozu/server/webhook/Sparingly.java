package dev.yorozu.server.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Logs one kind of thing at most once a minute: others decide how often it happens. */
final class Sparingly {
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final Logger logger;
    private final Level level;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private long unsaid;

    Sparingly(Logger logger, Level level, InstantSource clock) {
        this.logger = logger;
        this.level = level;
        this.clock = clock;
    }

    void say(Supplier<String> sentence) {
        long before = turn(clock.instant());
        if (before >= 0) {
            logger.log(level, () -> sentence.get() + (before == 0 ? "" : " (" + before + " more since the last line)"));
        }
    }

    /** How many were left out before this one; negative when this one is left out too. */
    private synchronized long turn(Instant now) {
        if (now.isBefore(next)) {
            unsaid++;
            return -1;
        }
        long before = unsaid;
        unsaid = 0;
        next = now.plus(PAUSE);
        return before;
    }
}
