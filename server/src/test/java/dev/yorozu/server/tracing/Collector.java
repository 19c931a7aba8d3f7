package dev.yorozu.server.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** Takes spans as a collector of OpenTelemetry does, and reads them with the classes that OpenTelemetry publishes. */
final class Collector implements AutoCloseable {
    private final List<ResourceSpans> received = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;
    private volatile boolean answers = true;

    Collector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    /** Takes all connections, and answers none of them. */
    Collector silent() {
        answers = false;
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!answers) {
                closed.await();
                return;
            }
            boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            try (InputStream body =
                    zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
                byte[] bytes = body.readAllBytes();
                keep(bytes);
            }
            keys.addAll(exchange.getRequestHeaders().getOrDefault("Api-key", List.of()));
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void keep(byte[] bytes) throws IOException {
        raw.write(bytes);
        received.addAll(ExportTraceServiceRequest.parseFrom(bytes).getResourceSpansList());
    }

    List<Span> spans() {
        return received.stream()
                .flatMap(each -> each.getScopeSpansList().stream())
                .flatMap(each -> each.getSpansList().stream())
                .toList();
    }

    /** The spans of a trace. */
    List<Span> spans(String trace) {
        return spans().stream().filter(span -> Spans.trace(span).equals(trace)).toList();
    }

    /** What the sender says of itself. */
    Map<String, String> resource() {
        return Spans.attributes(received.getFirst().getResource().getAttributesList());
    }

    /** The values of the header {@code Api-Key} of all that was sent. */
    List<String> apiKeys() {
        return keys;
    }

    /** All that was sent, unpacked. */
    synchronized String text() {
        return raw.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
