package dev.yorozu.server.operate.statistics;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What the last count of all keys found. Shows nothing before the first, and asks the store nothing. */
public final class CensusMetrics {
    private static final double MILLIS = 1000;

    private final PrometheusRegistry registry;
    private final Supplier<Optional<Reading>> latest;

    private CensusMetrics(PrometheusRegistry registry, Supplier<Optional<Reading>> latest) {
        this.registry = registry;
        this.latest = () -> latest.get().filter(Reading::complete);
    }

    /** Called once in a process. */
    public static void register(PrometheusRegistry registry, Supplier<Optional<Reading>> latest) {
        CensusMetrics metrics = new CensusMetrics(registry, latest);
        metrics.rows("yorozu_keys", "Keys of one kind, as last counted", Statistics.Row::keys);
        metrics.rows("yorozu_key_bytes", "About the bytes that keys of one kind take", Statistics.Row::bytes);
        metrics.rows(
                "yorozu_key_mean_life_seconds",
                "How long keys of one kind still live, those that end",
                row -> row.spread().meanMillis() / MILLIS);
        metrics.one(
                "yorozu_census_timestamp_seconds", "When keys were last counted", reading -> seconds(reading.asOf()));
        metrics.one(
                "yorozu_census_duration_seconds",
                "How long the last count took",
                reading -> reading.took().toMillis() / MILLIS);
    }

    private static double seconds(Instant instant) {
        return instant.toEpochMilli() / MILLIS;
    }

    private void rows(String name, String help, ToDoubleFunction<Statistics.Row> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("system", "category", "key")
                .callback(callback -> latest.get()
                        .ifPresent(reading -> reading.statistics()
                                .all()
                                .forEach(row -> callback.call(
                                        value.applyAsDouble(row),
                                        row.owner(),
                                        row.category().id(),
                                        row.pattern()))))
                .register(registry);
    }

    private void one(String name, String help, ToDoubleFunction<Reading> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> latest.get().ifPresent(reading -> callback.call(value.applyAsDouble(reading))))
                .register(registry);
    }
}
