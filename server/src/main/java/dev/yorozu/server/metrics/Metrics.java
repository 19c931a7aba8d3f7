package dev.yorozu.server.metrics;

import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.StoreObserver;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmCompilationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryPoolAllocationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** All that is counted in one process. Safe for use by any number of threads. */
public final class Metrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer =
            PrometheusTextFormatWriter.builder().build();
    private final StoreMetrics store = new StoreMetrics(registry);
    private final OpenMetricsTextFormatWriter openWriter =
            OpenMetricsTextFormatWriter.builder().build();
    private final RequestMetrics requests;
    private final ConnectionMetrics connections = new ConnectionMetrics(registry, "http");
    private final TokenMetrics tokens = new TokenMetrics(registry, "yorozu_token");
    private final TokenMetrics users = new TokenMetrics(registry, "yorozu_user");
    private final TokenMetrics patreon = new TokenMetrics(registry, "yorozu_patreon");
    private final NostalgicMetrics nostalgic = new NostalgicMetrics(registry);
    private final CacheMetrics caches = new CacheMetrics(registry);
    private final WebhookMetrics webhooks = new WebhookMetrics(registry);

    public Metrics(String version) {
        this(version, false);
    }

    /** @param exemplars whether the times of requests are shown with traces that took so long, where requests are traced */
    public Metrics(String version, boolean exemplars) {
        requests = new RequestMetrics(registry, exemplars);
        registerJvm();
        Info.builder()
                .name("yorozu_build_info")
                .help("The version that runs")
                .labelNames("version")
                .register(registry)
                .setLabelValues(version);
    }

    /**
     * All of the library's but those of native memory: to find out that Java does not keep count of it, as it does not by
     * default, would load all that manages Java from outside, at each start.
     */
    private void registerJvm() {
        JvmThreadsMetrics.builder().register(registry);
        JvmBufferPoolMetrics.builder().register(registry);
        JvmClassLoadingMetrics.builder().register(registry);
        JvmCompilationMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmMemoryPoolAllocationMetrics.builder().register(registry);
        JvmMemoryMetrics.builder().register(registry);
        JvmRuntimeInfoMetric.builder().register(registry);
        ProcessMetrics.builder().register(registry);
    }

    /** The store, with every call timed. */
    public Store meter(Store store) {
        return new MeteredStore(store, this.store);
    }

    /** Counts what a store does on its own account. */
    public StoreObserver storeObserver() {
        return store;
    }

    public RequestMetrics requests() {
        return requests;
    }

    public ConnectionMetrics connections() {
        return connections;
    }

    /** Those of a door, which has its own; made once. */
    public ConnectionMetrics doorConnections(String protocol) {
        return new ConnectionMetrics(registry, protocol);
    }

    public TokenMetrics tokens() {
        return tokens;
    }

    public TokenMetrics users() {
        return users;
    }

    public TokenMetrics patreon() {
        return patreon;
    }

    public NostalgicMetrics nostalgic() {
        return nostalgic;
    }

    public CacheMetrics caches() {
        return caches;
    }

    public WebhookMetrics webhooks() {
        return webhooks;
    }

    /** For those who count something that this package does not know. */
    public PrometheusRegistry registry() {
        return registry;
    }

    /** Shows how many files of the store were found to be damaged; called once. */
    public void damage(Supplier<List<String>> files) {
        GaugeWithCallback.builder()
                .name("yorozu_store_damaged_files")
                .help("Files of the embedded store that were found to be damaged")
                .callback(callback -> callback.call(files.get().size()))
                .register(registry);
    }

    /** Shows how much memory the engine of the store holds, and how much it may; called once. */
    public void memory(Supplier<Optional<MemoryUse>> use) {
        GaugeWithCallback.builder()
                .name("yorozu_store_memory_bytes")
                .help(
                        "Memory that the engine of the embedded store holds for blocks, indexes, filters and write buffers")
                .callback(callback -> told(use).ifPresent(memory -> callback.call(memory.used())))
                .register(registry);
        GaugeWithCallback.builder()
                .name("yorozu_store_memory_limit_bytes")
                .help("Memory that the engine of the embedded store may hold")
                .callback(callback -> told(use).ifPresent(memory -> callback.call(memory.most())))
                .register(registry);
    }

    /** What a store says of itself; nothing while it cannot. */
    private static Optional<MemoryUse> told(Supplier<Optional<MemoryUse>> use) {
        try {
            return use.get();
        } catch (StoreException e) {
            return Optional.empty();
        }
    }

    /** Shows how many log lines were dropped because the log could not keep up. */
    public void droppedLogLines(LongSupplier dropped) {
        CounterWithCallback.builder()
                .name("yorozu_log_dropped_lines_total")
                .help("Log lines dropped because the log could not keep up")
                .callback(callback -> callback.call((double) dropped.getAsLong()))
                .register(registry);
    }

    /** Shows what became of the spans of traces. */
    public void spans(LongSupplier exported, LongSupplier failed, LongSupplier dropped) {
        CounterWithCallback.builder()
                .name("yorozu_trace_spans_total")
                .help("Spans of traces: taken by the collector (exported), not taken (failed), without room in the"
                        + " queue (dropped)")
                .labelNames("outcome")
                .callback(callback -> {
                    callback.call((double) exported.getAsLong(), "exported");
                    callback.call((double) failed.getAsLong(), "failed");
                    callback.call((double) dropped.getAsLong(), "dropped");
                })
                .register(registry);
    }

    /** Everything, in the Prometheus text format. */
    public byte[] text() {
        return written(writer);
    }

    /** Everything in the format that a scraper asks for: that of OpenMetrics, which alone has exemplars, or Prometheus's. */
    public Scrape scrape(String accept) {
        ExpositionFormatWriter wanted = openWriter.accepts(accept) ? openWriter : writer;
        return new Scrape(wanted.getContentType(), written(wanted));
    }

    /** What a scraper gets. */
    public record Scrape(String contentType, byte[] body) {}

    private byte[] written(ExpositionFormatWriter format) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(16 * 1024);
        try {
            format.write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
