package dev.yorozu.server.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/** Requests by route pattern and status, with their latency. Paths are never labels: they are unbounded and secret. */
public final class RequestMetrics {
    private static final double[] SECONDS = {
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };

    private final Histogram requests;
    private final LongAdder inFlight = new LongAdder();

    /** @param exemplars whether each bucket is shown with a trace that fell into it; what makes spans then names the trace */
    RequestMetrics(PrometheusRegistry registry, boolean exemplars) {
        Histogram.Builder timing = Histogram.builder()
                .name("yorozu_http_request_seconds")
                .help("How long requests took, by route and status")
                .labelNames("method", "route", "status")
                .classicOnly()
                .classicUpperBounds(SECONDS);
        requests = (exemplars ? timing.withExemplars() : timing.withoutExemplars()).register(registry);
        GaugeWithCallback.builder()
                .name("yorozu_http_requests_in_flight")
                .help("Requests being answered now")
                .callback(callback -> callback.call((double) inFlight.sum()))
                .register(registry);
    }

    public void began() {
        inFlight.increment();
    }

    public void ended() {
        inFlight.decrement();
    }

    /** The timer of one route, to be made once and kept. */
    public RouteTimer timer(String method, String pattern) {
        return new RouteTimer(method, pattern);
    }

    /** Times the requests of one route. The labels of a status are resolved at its first use and then kept. */
    public final class RouteTimer {
        private final String method;
        private final String pattern;
        private final AtomicReferenceArray<DistributionDataPoint> byStatus = new AtomicReferenceArray<>(600);

        private RouteTimer(String method, String pattern) {
            this.method = method;
            this.pattern = pattern;
        }

        public void observe(int status, long nanos) {
            DistributionDataPoint point = byStatus.get(status);
            if (point == null) {
                point = requests.labelValues(method, pattern, Integer.toString(status));
                byStatus.set(status, point);
            }
            point.observe(nanos / (double) TimeUnit.SECONDS.toNanos(1));
        }
    }
}
