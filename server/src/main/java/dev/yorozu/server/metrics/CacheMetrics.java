package dev.yorozu.server.metrics;

import dev.yorozu.server.census.CacheUse;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** How well the caches of this process do: for Prometheus, and beside the statistics. */
public final class CacheMetrics {
    private final List<Watched> watched = new CopyOnWriteArrayList<>();

    private record Watched(String name, LongSupplier hits, LongSupplier misses) {
        CacheUse use() {
            return new CacheUse(name, hits.getAsLong(), misses.getAsLong());
        }
    }

    CacheMetrics(PrometheusRegistry registry) {
        CounterWithCallback.builder()
                .name("yorozu_cache_requests_total")
                .help("What caches were asked, by whether they knew it")
                .labelNames("cache", "outcome")
                .callback(callback -> uses().forEach(use -> {
                    callback.call(use.hits(), use.name(), "hit");
                    callback.call(use.misses(), use.name(), "miss");
                }))
                .register(registry);
    }

    /** Shows a cache from now on; its numbers only grow. */
    public void watch(String name, LongSupplier hits, LongSupplier misses) {
        watched.add(new Watched(name, hits, misses));
    }

    public List<CacheUse> uses() {
        return watched.stream().map(Watched::use).toList();
    }
}
