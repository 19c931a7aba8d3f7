package dev.yorozu.server.operate.backup.scheduled;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.ToDoubleFunction;

/** How backups go, as this server knows it. Asks nobody. */
public final class BackupMetrics {
    private static final double MILLIS = 1000;

    private BackupMetrics() {}

    /** Called once in a process, where backups are made. */
    public static void register(PrometheusRegistry registry, ScheduledBackups backups) {
        newest(
                registry,
                backups,
                "yorozu_backup_last_success_timestamp_seconds",
                "When the newest backup that is good was begun",
                made -> made.at().toEpochMilli() / MILLIS);
        newest(registry, backups, "yorozu_backup_bytes", "How large the newest good backup is", Made::bytes);
        newest(
                registry,
                backups,
                "yorozu_backup_duration_seconds",
                "How long the newest good backup took, with reading it back",
                made -> made.took().toMillis() / MILLIS);
        GaugeWithCallback.builder()
                .name("yorozu_backup_overdue")
                .help("1 when the next backup should have been made long ago, or the last one is lost")
                .callback(callback -> callback.call(backups.isOverdue() ? 1 : 0))
                .register(registry);
        CounterWithCallback.builder()
                .name("yorozu_backup_failures_total")
                .help("Backups that were not made, or were found to be lost, by reason")
                .labelNames("reason")
                .callback(callback -> {
                    for (Failure.Reason reason : Failure.Reason.values()) {
                        callback.call(backups.failures(reason), reason.word());
                    }
                })
                .register(registry);
    }

    private static void newest(
            PrometheusRegistry registry,
            ScheduledBackups backups,
            String name,
            String help,
            ToDoubleFunction<Made> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback ->
                        backups.history().success().ifPresent(made -> callback.call(value.applyAsDouble(made))))
                .register(registry);
    }
}
