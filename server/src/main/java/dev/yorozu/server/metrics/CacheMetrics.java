package dev.yorozu.server.metrics;

import dev.yorozu.cache.CacheStats;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What the caches of this process have done, by their names. */
public final class CacheMetrics {
    private static final String LABEL = "cache";

    private final PrometheusRegistry registry;
    private final Map<String, Supplier<CacheStats>> caches = new ConcurrentSkipListMap<>();

    CacheMetrics(PrometheusRegistry registry) {
        this.registry = registry;
        counter("hits", "Answers that were kept copies", CacheStats::hits);
        counter("misses", "Questions for which there was no copy", CacheStats::misses);
        counter("loads", "Loads on account of a miss", CacheStats::loads);
        counter("stale_fills", "Loads that were not kept because of a change meanwhile", CacheStats::staleFills);
        counter("waits", "Questions that waited for the load of another", CacheStats::waits);
        counter("store_faults", "Faults of the store that a cache did without", CacheStats::storeFaults);
        GaugeWithCallback.builder()
                .name("yorozu_cache_hit_ratio")
                .help("Part of all answers that were kept copies, from 0 to 1")
                .labelNames(LABEL)
                .callback(callback -> caches.forEach(
                        (name, stats) -> callback.call(stats.get().hitRate(), name)))
                .register(registry);
    }

    /** Shows what a cache stats, in place of an earlier one of this name. */
    public void show(String name, Supplier<CacheStats> stats) {
        caches.put(name, stats);
    }

    /** How often each knew what it was asked. */
    public List<CacheUse> uses() {
        return caches.entrySet().stream()
                .map(cache -> use(cache.getKey(), cache.getValue().get()))
                .toList();
    }

    private static CacheUse use(String name, CacheStats stats) {
        return new CacheUse(name, stats.hits(), stats.misses());
    }

    private void counter(String name, String help, ToDoubleFunction<CacheStats> count) {
        CounterWithCallback.builder()
                .name("yorozu_cache_" + name + "_total")
                .help(help)
                .labelNames(LABEL)
                .callback(callback ->
                        caches.forEach((cache, stats) -> callback.call(count.applyAsDouble(stats.get()), cache)))
                .register(registry);
    }
}
