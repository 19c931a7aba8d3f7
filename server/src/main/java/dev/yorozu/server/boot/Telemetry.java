package dev.yorozu.server.boot;

import dev.yorozu.oauth.Outgoing;
import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.Version;
import dev.yorozu.server.log.Logs;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.openapi.OpenApi;
import dev.yorozu.server.tracing.Tracing;
import dev.yorozu.server.tracing.TracingSettings;
import dev.yorozu.store.Store;
import java.io.PrintStream;
import java.util.Optional;

/**
 * The log, the metrics and the traces of one process: started before the store is opened, so that the store's own doings are
 * seen, and closed last.
 *
 * @param tracing empty where nothing is traced; then nothing stands in its place
 */
public record Telemetry(Metrics metrics, Logs logs, Optional<Tracing> tracing) implements AutoCloseable {
    /** Writes the log to standard error, or where the settings say; throws as {@link Logs#start} does. */
    public static Telemetry start(Settings settings) {
        return start(settings, System.err);
    }

    public static Telemetry start(Settings settings, PrintStream log) {
        Optional<Tracing> tracing = settings.find(TracingSettings.ENDPOINT)
                .map(endpoint -> Tracing.start(settings, OpenApi.operationIds(Systems.interfaces(settings))));
        Logs logs = Logs.start(settings, log);
        Metrics metrics = new Metrics(Version.text(), tracing.isPresent());
        metrics.droppedLogLines(logs::dropped);
        tracing.ifPresent(on -> metrics.spans(on.counts()::exported, on.counts()::failed, on.counts()::dropped));
        return new Telemetry(metrics, logs, tracing);
    }

    /**
     * The store with every call timed, and with what it applies noted with each request; the one to give to everything that
     * uses it.
     */
    public Store meter(Store store) {
        Store metered = metrics.meter(UnitOfWork.tracked(store));
        return tracing.map(on -> on.store(metered)).orElse(metered);
    }

    /** The way out with every call traced, where requests are. */
    public Outgoing trace(Outgoing outgoing) {
        return tracing.map(on -> on.outgoing(outgoing)).orElse(outgoing);
    }

    @Override
    public void close() {
        // Not by a reference to the method, which would load the SDK also where nothing is traced.
        tracing.ifPresent(on -> on.close());
        logs.close();
    }
}
