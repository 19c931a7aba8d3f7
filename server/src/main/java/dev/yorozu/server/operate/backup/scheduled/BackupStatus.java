package dev.yorozu.server.operate.backup.scheduled;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * How backups go, for those who ask whether a server is well. Says nothing of where they lie and why one failed: everybody may
 * ask.
 *
 * @param state {@code ok}, {@code waiting} for the first, {@code failing} since the last, or {@code overdue}
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record BackupStatus(
        String state,
        Optional<Instant> lastSuccess,
        Optional<Long> ageSeconds,
        Optional<Long> bytes,
        Optional<Double> durationSeconds,
        Optional<Instant> lastFailure,
        Optional<String> lastFailureReason) {}
