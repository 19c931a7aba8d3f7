package dev.yorozu.server.boot;

import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.Version;
import dev.yorozu.server.log.LogSettings;
import dev.yorozu.server.log.Logs;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.store.Store;
import java.io.PrintStream;

/**
 * The log and the metrics of one process: started before the store is opened, so that the store's own doings are seen,
 * and closed last.
 */
public record Telemetry(Metrics metrics, Logs logs) implements AutoCloseable {
    /** Writes the log to standard error. */
    public static Telemetry start(Settings settings) {
        return start(settings, System.err);
    }

    public static Telemetry start(Settings settings, PrintStream log) {
        Logs logs = Logs.start(
                settings.value(LogSettings.LEVEL).level(),
                settings.value(LogSettings.FORMAT),
                settings.value(LogSettings.ACCESS),
                log);
        Metrics metrics = new Metrics(Version.text());
        metrics.droppedLogLines(logs::dropped);
        return new Telemetry(metrics, logs);
    }

    /**
     * The store with every call timed, and with what it applies noted with each request; the one to give to everything that
     * uses it.
     */
    public Store meter(Store store) {
        return metrics.meter(UnitOfWork.tracked(store));
    }

    @Override
    public void close() {
        logs.close();
    }
}
