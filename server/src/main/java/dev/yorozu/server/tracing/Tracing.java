package dev.yorozu.server.tracing;

import dev.yorozu.oauth.Outgoing;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.config.Version;
import dev.yorozu.server.http.Route;
import dev.yorozu.server.outgoing.Destination;
import dev.yorozu.server.store.StoreUrl;
import dev.yorozu.store.Store;
import io.helidon.webserver.http.Handler;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.InternalTelemetryVersion;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Makes the spans of one process and sends them to the collector.
 *
 * <p>Each request is one tree: the request; within it the capability, which is what its route asks of a system; within that every
 * trip to the store and every call to a provider. All of it is done by wrapping: a server that does not trace has the routes, the
 * store and the way out themselves, and knows nothing of this package.
 *
 * <p>Spans that ended wait in a queue of limited length for a thread that sends them. When it is full a span is dropped and
 * counted; no request waits. Outside of a request nothing is traced, so that what a server does by itself makes no trees.
 */
public final class Tracing implements AutoCloseable {
    private static final String PATH = "/v1/traces";
    private static final int MOST_AT_ONCE = 512;

    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final SpanCounts counts;
    private final Remote remote;
    private final String store;
    private final Map<String, String> operations;
    private final Duration patience;

    private Tracing(Settings settings, SdkTracerProvider provider, SpanCounts counts, Map<String, String> operations) {
        this.provider = provider;
        this.tracer = provider.get("dev.yorozu");
        this.counts = counts;
        this.remote = new Remote(
                settings.value(TracingSettings.PARENT) == TracingSettings.Parent.ANY,
                settings.find(PrivacySettings.TRUSTED_PROXIES).orElse(List.of()));
        this.store = StoreUrl.parse(settings.value(StoreSettings.URL)).kind();
        this.operations = Map.copyOf(operations);
        this.patience = settings.value(TracingSettings.TIMEOUT);
    }

    /**
     * Starts to trace; to be called only where {@link TracingSettings#ENDPOINT} is set.
     *
     * @param operations the names of what routes do, by their method and pattern
     */
    public static Tracing start(Settings settings, Map<String, String> operations) {
        SpanCounts counts = new SpanCounts();
        SdkMeterProvider meters =
                SdkMeterProvider.builder().registerMetricReader(counts).build();
        Duration timeout = settings.value(TracingSettings.TIMEOUT);
        BatchSpanProcessor queue = BatchSpanProcessor.builder(exporter(settings, meters))
                .setMaxQueueSize(settings.value(TracingSettings.QUEUE))
                .setMaxExportBatchSize(Math.min(MOST_AT_ONCE, settings.value(TracingSettings.QUEUE)))
                .setScheduleDelay(settings.value(TracingSettings.EVERY))
                .setExporterTimeout(timeout)
                .setMeterProvider(meters)
                .setInternalTelemetryVersion(InternalTelemetryVersion.LATEST)
                .build();
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(resource(settings))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.value(TracingSettings.SAMPLING))))
                .addSpanProcessor(queue)
                .build();
        return new Tracing(settings, provider, counts, operations);
    }

    private static OtlpHttpSpanExporter exporter(Settings settings, SdkMeterProvider meters) {
        URI endpoint = settings.find(TracingSettings.ENDPOINT).orElseThrow();
        Map<String, String> headers = settings.find(TracingSettings.HEADERS).orElse(Map.of());
        if (!headers.isEmpty() && !Destination.isSafe(endpoint)) {
            throw new SettingsException("Setting telemetry.otlp.headers holds secrets, and telemetry.otlp.endpoint is"
                    + " neither encrypted nor on this machine: use an https address, or leave the headers out.");
        }
        String address = endpoint.toString();
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(address.endsWith(PATH) ? address : address + PATH)
                .setTimeout(settings.value(TracingSettings.TIMEOUT))
                .setConnectTimeout(settings.value(TracingSettings.TIMEOUT))
                .setCompression("gzip")
                .setMeterProvider(meters)
                .setInternalTelemetryVersion(InternalTelemetryVersion.LATEST);
        headers.forEach(exporter::addHeader);
        return exporter.build();
    }

    /** One process is one instance: several servers have one name, and no machine's name is told. */
    private static Resource resource(Settings settings) {
        return Resource.getDefault().toBuilder()
                .put(AttributeKey.stringKey("service.name"), settings.value(TracingSettings.SERVICE))
                .put(AttributeKey.stringKey("service.version"), Version.text())
                .put(
                        AttributeKey.stringKey("service.instance.id"),
                        UUID.randomUUID().toString())
                .build();
    }

    /** The handler of all requests, with a span around each. */
    public Handler handler(Handler handler) {
        return new TracedHandler(handler, tracer, remote);
    }

    /** The route, whose answers are capability spans. */
    public Route route(Route route) {
        return new Route(
                route.method(),
                route.pattern(),
                new TracedEndpoint(route.endpoint(), route.pattern(), tracer, operations),
                route.defaults());
    }

    /** The store, with a span around each trip to it. */
    public Store store(Store traced) {
        return new TracedStore(traced, tracer, store);
    }

    /** The way out, with a span around each call, which is told to whom it goes. */
    public Outgoing outgoing(Outgoing outgoing) {
        return new TracedOutgoing(outgoing, tracer);
    }

    /** What became of the spans. */
    public SpanCounts counts() {
        return counts;
    }

    /** Sends what waits, for as long as a collector may take. */
    @Override
    public void close() {
        provider.shutdown().join(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What is done in a context. */
    interface Steps<T, E extends Exception> {
        T take() throws E;
    }

    /** Does this in a context, which is the calling thread's until it is done. */
    @SuppressWarnings("try") // Nothing is done with the scope but to leave it.
    static <T, E extends Exception> T within(Context context, Steps<T, E> steps) throws E {
        try (Scope scope = context.makeCurrent()) {
            return steps.take();
        }
    }

    /**
     * Tells the span of the calling thread's request how that ended, and gives the id of its trace if that is sent.
     *
     * @param method one of the usual ones, or {@code OTHER}
     * @param route the pattern of its route; empty when it has none
     * @param status 499 when the client went away before it was answered
     */
    public Optional<String> answered(String method, Optional<String> route, int status) {
        return TracedHandler.answered(method, route, status);
    }
}
