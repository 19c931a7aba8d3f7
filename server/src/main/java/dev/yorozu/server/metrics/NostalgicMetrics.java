package dev.yorozu.server.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What happens to counters, likes, rankings and boards. */
public final class NostalgicMetrics {
    private final CounterDataPoint counted;
    private final CounterDataPoint repeated;
    private final CounterDataPoint tooSoon;
    private final CounterDataPoint overLimit;
    private final CounterDataPoint ownerRefused;

    NostalgicMetrics(PrometheusRegistry registry) {
        Counter visits = Counter.builder()
                .name("yorozu_nostalgic_visits_total")
                .help("Visits to counters, by whether they counted")
                .labelNames("outcome")
                .register(registry);
        counted = visits.labelValues("counted");
        repeated = visits.labelValues("repeated");
        Counter refusals = Counter.builder()
                .name("yorozu_nostalgic_refusals_total")
                .help("Calls that were refused, by why")
                .labelNames("reason")
                .register(registry);
        tooSoon = refusals.labelValues("cooldown");
        overLimit = refusals.labelValues("address");
        ownerRefused = refusals.labelValues("token");
    }

    public void visit(boolean counts) {
        (counts ? counted : repeated).inc();
    }

    /** Somebody must wait before the next score or message. */
    public void tooSoon() {
        tooSoon.inc();
    }

    /** One address has done too much of something. */
    public void overLimit() {
        overLimit.inc();
    }

    /** Somebody came with another's token. */
    public void ownerRefused() {
        ownerRefused.inc();
    }
}
