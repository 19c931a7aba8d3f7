package dev.yorozu.server.metrics;

import dev.yorozu.store.backend.StoreObserver;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** What the store is asked and how it fares, by kind of operation and outcome. Labels are resolved at their first use and then kept. */
final class StoreMetrics implements StoreObserver {
    private static final double[] SECONDS = {
        0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
        1, 2.5
    };
    private static final int OUTCOMES = StoreOutcome.values().length;
    private static final double[] BATCHES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

    /** By operation, and within it by outcome. */
    private final AtomicReferenceArray<@Nullable DistributionDataPoint> timers =
            new AtomicReferenceArray<>(StoreOperation.values().length * OUTCOMES);

    private final Histogram operations;
    private final Histogram groups;
    private final Counter expired;
    private final CounterDataPoint readFromMemory;
    private final CounterDataPoint readFromStore;
    private final Counter invalidated;
    private final Gauge tracking;
    private final Counter unconfirmed;

    StoreMetrics(PrometheusRegistry registry) {
        operations = Histogram.builder()
                .name("yorozu_store_operation_seconds")
                .help("How long the store took, by kind of operation and outcome")
                .labelNames("operation", "outcome")
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .register(registry);
        groups = Histogram.builder()
                .name("yorozu_store_group_commit_batches")
                .help("How many batches were made durable together")
                .classicOnly()
                .classicUpperBounds(BATCHES)
                .register(registry);
        expired = Counter.builder()
                .name("yorozu_store_expired_keys_total")
                .help("Keys removed because their life had ended")
                .register(registry);
        Counter tracked = Counter.builder()
                .name("yorozu_store_tracked_reads_total")
                .help(
                        "Reads that may be answered from memory while Redis tells of changes, by where they were answered")
                .labelNames("from")
                .register(registry);
        readFromMemory = tracked.labelValues("memory");
        readFromStore = tracked.labelValues("store");
        invalidated = Counter.builder()
                .name("yorozu_store_invalidated_keys_total")
                .help("Keys that Redis told were changed")
                .register(registry);
        tracking = Gauge.builder()
                .name("yorozu_store_tracking_connections")
                .help("Connections over which Redis tells of changed keys")
                .register(registry);
        unconfirmed = Counter.builder()
                .name("yorozu_store_unconfirmed_batches_total")
                .help("Durable batches that Redis has done and too few replicas confirmed in time")
                .register(registry);
    }

    void observe(StoreOperation operation, StoreOutcome outcome, long nanos) {
        int place = operation.ordinal() * OUTCOMES + outcome.ordinal();
        DistributionDataPoint timer = timers.get(place);
        if (timer == null) {
            timer = operations.labelValues(operation.word(), outcome.word());
            timers.set(place, timer);
        }
        timer.observe(nanos / (double) TimeUnit.SECONDS.toNanos(1));
    }

    @Override
    public void groupCommitted(int batches) {
        groups.observe(batches);
    }

    @Override
    public void expired(int keys) {
        expired.inc(keys);
    }

    @Override
    public void trackedRead(boolean fromMemory) {
        (fromMemory ? readFromMemory : readFromStore).inc();
    }

    @Override
    public void invalidated(int keys) {
        invalidated.inc(keys);
    }

    @Override
    public void tracking(boolean on) {
        tracking.inc(on ? 1 : -1);
    }

    @Override
    public void unconfirmed() {
        unconfirmed.inc();
    }
}
