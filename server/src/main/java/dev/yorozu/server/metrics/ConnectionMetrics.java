package dev.yorozu.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Connections of clients: how many are open, and which were not served to their end. */
public final class ConnectionMetrics {
    private final Counter refused;
    private final Counter timedOut;
    private final LongAdder open = new LongAdder();

    /** @param protocol what the clients speak: {@code http} */
    ConnectionMetrics(PrometheusRegistry registry, String protocol) {
        String prefix = "yorozu_" + protocol + "_connections";
        refused = Counter.builder()
                .name(prefix + "_refused_total")
                .help("Connections refused because their address had too many (address) or all were in use (total)")
                .labelNames("reason")
                .register(registry);
        // Shown from the start: of a count that begins with its first event, a rule does not see that event.
        List.of("address", "total").forEach(refused::initLabelValues);
        timedOut = Counter.builder()
                .name(prefix + "_timed_out_total")
                .help("Connections closed because their client was too slow to send a head or a body, or take a reply")
                .labelNames("waiting_for")
                .register(registry);
        GaugeWithCallback.builder()
                .name(prefix)
                .help("Connections open now")
                .callback(callback -> callback.call((double) open.sum()))
                .register(registry);
    }

    /** Shows from the start, by these names, what the clients of a listener can be too slow with. */
    public void waitsFor(String... names) {
        for (String name : names) {
            timedOut.initLabelValues(name);
        }
    }

    public void opened() {
        open.increment();
    }

    public void closed() {
        open.decrement();
    }

    /** How many are open now. */
    public long open() {
        return open.sum();
    }

    public void refused(String reason) {
        refused.labelValues(reason).inc();
    }

    public void timedOut(String waitingFor) {
        timedOut.labelValues(waitingFor).inc();
    }
}
