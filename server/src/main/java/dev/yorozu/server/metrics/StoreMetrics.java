package dev.yorozu.server.metrics;

import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.StoreObserver;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the store is asked and how it fares, by kind of operation and outcome. Labels are resolved at their first use and then kept. */
final class StoreMetrics implements StoreObserver {
    private static final double[] SECONDS = {
        0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
        1, 2.5
    };
    private static final double[] BATCHES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

    private final Map<Operation, Map<Outcome, Timer>> timers = new EnumMap<>(Operation.class);
    private final Histogram groups;
    private final Counter expired;

    /** What a store is asked to do: a commit, each kind of read, a walk. */
    enum Operation {
        COMMIT,
        GET,
        MEMBERS,
        IS_MEMBER,
        RANKS,
        RANK_OF,
        SCORE_OF,
        SLICE,
        FIELD,
        FIELDS,
        SIZE,
        TYPE,
        REMAINING,
        FOOTPRINT,
        READ_ALL,
        /** What one request asked at once. */
        TRIP,
        SCAN,
        PING
    }

    /** How it ended, from good to bad. */
    enum Outcome {
        OK,
        REJECTED,
        WRONG_TYPE,
        NOT_A_NUMBER,
        NOT_AN_OBJECT,
        LIMIT_EXCEEDED,
        UNAVAILABLE,
        DAMAGED,
        OUTCOME_UNKNOWN,
        FAILED;

        static Outcome of(Throwable thrown) {
            if (!(thrown instanceof StoreException fault)) {
                return FAILED;
            }
            return switch (fault) {
                case StoreException.WrongType e -> WRONG_TYPE;
                case StoreException.NotANumber e -> NOT_A_NUMBER;
                case StoreException.NotAnObject e -> NOT_AN_OBJECT;
                case StoreException.LimitExceeded e -> LIMIT_EXCEEDED;
                case StoreException.Unavailable e -> UNAVAILABLE;
                case StoreException.Damaged e -> DAMAGED;
                case StoreException.OutcomeUnknown e -> OUTCOME_UNKNOWN;
                case StoreException.CannotOpen e -> FAILED;
            };
        }
    }

    StoreMetrics(PrometheusRegistry registry) {
        Histogram operations = Histogram.builder()
                .name("yorozu_store_operation_seconds")
                .help("How long the store took, by kind of operation and outcome")
                .labelNames("operation", "outcome")
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .register(registry);
        for (Operation operation : Operation.values()) {
            Map<Outcome, Timer> outcomes = new EnumMap<>(Outcome.class);
            for (Outcome outcome : Outcome.values()) {
                outcomes.put(outcome, new Timer(operations, label(operation), label(outcome)));
            }
            timers.put(operation, outcomes);
        }
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
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    void observe(Operation operation, Outcome outcome, long nanos) {
        // Both maps are full from the start and never change, which is what makes them safe to share.
        Timer timer = Objects.requireNonNull(
                Objects.requireNonNull(timers.get(operation)).get(outcome));
        timer.observe(nanos);
    }

    @Override
    public void groupCommitted(int batches) {
        groups.observe(batches);
    }

    @Override
    public void expired(int keys) {
        expired.inc(keys);
    }

    /** One operation with one outcome; shown from its first use on. */
    private static final class Timer {
        private final Histogram histogram;
        private final String operation;
        private final String outcome;
        private volatile @Nullable DistributionDataPoint point;

        Timer(Histogram histogram, String operation, String outcome) {
            this.histogram = histogram;
            this.operation = operation;
            this.outcome = outcome;
        }

        void observe(long nanos) {
            DistributionDataPoint known = point;
            if (known == null) {
                known = histogram.labelValues(operation, outcome);
                point = known;
            }
            known.observe(nanos / (double) TimeUnit.SECONDS.toNanos(1));
        }
    }
}
