package dev.yorozu.server.metrics;

import dev.yorozu.cache.CacheCounts;
import dev.yorozu.server.census.CacheUse;
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
    private final Map<String, Supplier<CacheCounts>> caches = new ConcurrentSkipListMap<>();

    CacheMetrics(PrometheusRegistry registry) {
        this.registry = registry;
        counter("hits", "Answers that were kept copies", CacheCounts::hits);
        counter("misses", "Questions for which there was no copy", CacheCounts::misses);
        counter("loads", "Loads on account of a miss", CacheCounts::loads);
        counter("stale_fills", "Loads that were not kept because of a change meanwhile", CacheCounts::staleFills);
        counter("waits", "Questions that waited for the load of another", CacheCounts::waits);
        counter("store_faults", "Faults of the store that a cache did without", CacheCounts::storeFaults);
        GaugeWithCallback.builder()
                .name("yorozu_cache_hit_ratio")
                .help("Part of all answers that were kept copies, from 0 to 1")
                .labelNames(LABEL)
                .callback(callback -> caches.forEach(
                        (name, counts) -> callback.call(counts.get().hitRate(), name)))
                .register(registry);
    }

    /** Shows what a cache counts, in place of an earlier one of this name. */
    public void show(String name, Supplier<CacheCounts> counts) {
        caches.put(name, counts);
    }

    /** How often each knew what it was asked. */
    public List<CacheUse> uses() {
        return caches.entrySet().stream()
                .map(cache -> use(cache.getKey(), cache.getValue().get()))
                .toList();
    }

    private static CacheUse use(String name, CacheCounts counts) {
        return new CacheUse(name, counts.hits(), counts.misses());
    }

    private void counter(String name, String help, ToDoubleFunction<CacheCounts> count) {
        CounterWithCallback.builder()
                .name("yorozu_cache_" + name + "_total")
                .help(help)
                .labelNames(LABEL)
                .callback(callback ->
                        caches.forEach((cache, counts) -> callback.call(count.applyAsDouble(counts.get()), cache)))
                .register(registry);
    }
}
