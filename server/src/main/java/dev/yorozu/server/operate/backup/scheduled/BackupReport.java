package dev.yorozu.server.operate.backup.scheduled;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The backups that a server makes by itself, for operators.
 *
 * @param to where they go; empty where no place is set, and there is nothing to tell
 * @param state as {@link BackupStatus} has it; {@code off} where no place is set
 * @param every how often; zero for only when an operator asks
 * @param failure the last one, or why the place cannot be looked at just now
 * @param backups all that lie there, the newest first
 */
public record BackupReport(
        Optional<String> to,
        Duration every,
        int keep,
        boolean encrypted,
        String state,
        boolean running,
        Optional<Made> success,
        Optional<Failure> failure,
        List<Entry> backups) {
    static final BackupReport OFF = new BackupReport(
            Optional.empty(), Duration.ZERO, 0, false, "off", false, Optional.empty(), Optional.empty(), List.of());

    public BackupReport {
        backups = List.copyOf(backups);
    }

    /** The same after a try that failed, also where others do not know of it, because the server stops or the store is away. */
    BackupReport failing(Failure failed) {
        return new BackupReport(
                to,
                every,
                keep,
                encrypted,
                isBad() ? state : "failing",
                running,
                success,
                Optional.of(failed),
                backups);
    }

    /** Whether somebody should look after them. */
    public boolean isBad() {
        return state.equals("overdue") || state.equals("failing");
    }

    /**
     * One backup.
     *
     * @param verified when it was last read as a whole, where that is known: of the newest good one
     */
    public record Entry(String name, Instant at, long bytes, Optional<Instant> verified) {}
}
