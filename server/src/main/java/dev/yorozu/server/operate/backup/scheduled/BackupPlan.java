package dev.yorozu.server.operate.backup.scheduled;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which backups a server makes.
 *
 * @param every how often by itself; empty for only when an operator asks
 * @param to a directory or a place in a bucket
 * @param passphrase under which they are encrypted. The text form of a plan does not show it
 */
public record BackupPlan(Optional<Duration> every, int keep, String to, Optional<String> passphrase) {
    /** How far clocks of servers may lie apart; what comes from later than that comes from a clock that was set back since. */
    static final Duration SKEW = Duration.ofMinutes(1);

    private static final Duration RETRY = Duration.ofMinutes(5);
    private static final Duration LEAST_GRACE = Duration.ofMinutes(5);

    /** Whether it is time for the next one. */
    boolean isDue(History history, Instant now) {
        return every.isPresent()
                && history.success()
                        .filter(made -> lasts(made.at(), every.get(), now))
                        .isEmpty()
                && history.failure()
                        .filter(failure -> history.isFailing() && lasts(failure.at(), retry(every.get()), now))
                        .isEmpty();
    }

    /** Whether the next one should have been made long ago, or the last one is found to be lost. */
    boolean isOverdue(History history, Instant watched, Instant now) {
        if (every.isEmpty()) {
            return false;
        }
        Duration most = every.get().plus(longer(every.get().dividedBy(10), LEAST_GRACE));
        Instant from = history.success()
                .map(Made::at)
                .filter(at -> at.isAfter(Instant.EPOCH))
                .orElse(watched);
        return history.isLost() || !lasts(from, most, now);
    }

    /** Whether this span has not passed since then; what is yet to come is no reason to wait. */
    static boolean lasts(Instant since, Duration span, Instant now) {
        return now.isBefore(since.plus(span)) && !since.isAfter(now.plus(SKEW));
    }

    private static Duration retry(Duration every) {
        return every.compareTo(RETRY) < 0 ? every : RETRY;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    @Override
    public String toString() {
        return "BackupPlan[" + to + "]";
    }
}
