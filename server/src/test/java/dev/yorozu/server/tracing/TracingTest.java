package dev.yorozu.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.RunningServer;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Poll;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What is traced, when, and what becomes of it. */
class TracingTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0,text/plain;q=0.5";

    private final Collector collector = new Collector();

    @AfterEach
    void close() {
        collector.close();
    }

    private RunningServer server(String... settings) {
        Map<String, String> flags = new HashMap<>(Map.of("telemetry.otlp.endpoint", collector.url()));
        for (int i = 0; i < settings.length; i += 2) {
            flags.put(settings[i], settings[i + 1]);
        }
        return new RunningServer(new MemoryStore(), flags);
    }

    private static void get(RunningServer server, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        server.send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    /** A parent's decision goes before the ratio; what is no parent, or one whose word does not count, leaves it to the ratio. */
    @ParameterizedTest
    @CsvSource({
        "0, any, , 0",
        "1, any, , 1",
        "0, any, 00-" + TRACE + "-00f067aa0ba902b7-01, 1",
        "1, any, 00-" + TRACE + "-00f067aa0ba902b7-00, 0",
        "0, any, 00-" + TRACE + "-0000000000000000-01, 0",
        "1, any, garbage, 1",
        "0, proxies, 00-" + TRACE + "-00f067aa0ba902b7-01, 0",
        "1, proxies, 00-" + TRACE + "-00f067aa0ba902b7-00, 1"
    })
    void whatIsTracedIsDecidedByTheParentAndElseByTheRatio(String ratio, String parents, String parent, int traced)
            throws Exception {
        RunningServer server = server("telemetry.sampling", ratio, "telemetry.parent", parents);
        get(server, "/livez", parent == null ? new String[0] : new String[] {"traceparent", parent});
        server.close();

        assertThat(collector.spans())
                .filteredOn(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER)
                .hasSize(traced);
    }

    @Test
    void aTrustedProxyDecidesWhereClientsMayNot() throws Exception {
        RunningServer server = server("telemetry.parent", "proxies", "trustedProxies", "127.0.0.1");
        get(server, "/livez", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");
        server.close();

        assertThat(collector.spans(TRACE)).hasSize(2);
    }

    @Test
    void whatIsNoRouteIsTracedWithoutItsPath() throws Exception {
        RunningServer server = server();
        get(server, "/secret/path");
        server.raw("BREW /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        server.close();

        assertThat(collector.spans())
                .extracting(
                        span -> span.getName() + " " + Spans.attributes(span).get("http.request.method"))
                .containsExactlyInAnyOrder("GET GET", "HTTP /livez _OTHER");
        assertThat(collector.text()).doesNotContain("secret", "BREW");
    }

    @Test
    void aLineOfTheLogNamesItsTrace() throws Exception {
        RunningServer server = server();
        get(server, "/livez", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");
        get(server, "/livez", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-00");

        // A busy server may say more than what it answered.
        assertThat(server.stopAndReadLog().lines().map(JsonMapper.shared()::readTree))
                .filteredOn(line -> line.has("status"))
                .extracting(line -> line.path("trace").asString(""))
                .containsExactly(TRACE, "");
    }

    @Test
    void timesOfRequestsAreShownWithTracesThatTookSoLong() throws Exception {
        try (RunningServer server = server()) {
            get(server, "/livez", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");
            get(server, "/readyz", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-00");
            HttpRequest scrape = HttpRequest.newBuilder(server.uri("/metrics"))
                    .header("Accept", OPEN_METRICS)
                    .build();
            var open = server.send(scrape);
            String plain = server.get("/metrics").body();

            assertThat(open.headers().firstValue("Content-Type"))
                    .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(open.headers().firstValue("Vary")).hasValue("Accept");
            assertThat(open.body()).endsWith("# EOF\n");
            assertThat(open.body().lines().filter(line -> line.contains("trace_id=")))
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("yorozu_http_request_seconds_bucket{method=\"GET\",route=\"/livez\"")
                            .contains("trace_id=\"" + TRACE + "\""));
            assertThat(plain).doesNotContain("trace_id");
        }
    }

    @Test
    void whatWaitsIsSentWhenTheServerStops() throws Exception {
        RunningServer server = server("telemetry.otlp.every", "1m");
        get(server, "/livez");
        assertThat(collector.spans()).isEmpty();
        server.close();

        assertThat(collector.spans()).extracting(Span::getName).containsExactly("server.alive", "GET /livez");
    }

    @Test
    void aFullQueueDropsSpansAndCountsThem() throws Exception {
        collector.silent();
        RunningServer server =
                server("telemetry.queue", "64", "telemetry.otlp.timeout", "3s", "telemetry.otlp.every", "10ms");
        int asked = 0;
        while (asked < 200 || asked < 2000 && count(server, "dropped") == 0) {
            assertThat(server.get("/livez").statusCode()).isEqualTo(200);
            asked++;
        }
        assertThat(count(server, "dropped")).isPositive();
        server.close();
        // Of two for each request; those on their way when the server stopped are not counted any more.
        assertThat(count(server, "dropped") + count(server, "failed")).isLessThanOrEqualTo(2L * asked);
        assertThat(count(server, "exported")).isZero();
    }

    @Test
    void aCollectorThatIsAwayCostsSpansAndNothingElse() throws Exception {
        collector.close();
        try (RunningServer server = server("telemetry.otlp.every", "10ms", "telemetry.otlp.timeout", "200ms")) {
            assertThat(server.get("/livez").statusCode()).isEqualTo(200);
            Poll.until("the spans were given up", () -> count(server, "failed") >= 2);
        }
    }

    private static long count(RunningServer server, String outcome) {
        String text = new String(server.telemetry().metrics().text(), StandardCharsets.UTF_8);
        Matcher line = Pattern.compile("yorozu_trace_spans_total\\{outcome=\"" + outcome + "\"} (\\d+)\\.0")
                .matcher(text);
        assertThat(line.find()).isTrue();
        return Long.parseLong(line.group(1));
    }

    @Test
    void keysOfACollectorAreNotSentInTheClear() {
        assertThatThrownBy(() -> server(
                        "telemetry.otlp.endpoint", "http://collector.example:4318", "telemetry.otlp.headers", "a=b"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("use an https address");
    }

    /** What costs nothing is not there: a server that does not trace loads no class of OpenTelemetry, and none that wraps. */
    @Test
    void aServerThatDoesNotTraceKnowsNothingOfIt() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Untraced.class.getName())
                .redirectErrorStream(true)
                .start();
        List<String> loaded = process.inputReader().lines().toList();

        assertThat(process.waitFor()).isZero();
        assertThat(loaded).anyMatch(line -> line.contains("dev.yorozu.server.http.listener.RequestLog "));
        assertThat(loaded)
                .filteredOn(line -> line.contains(" io.opentelemetry.") || line.contains(".tracing.Traced"))
                .isEmpty();
    }

    /** Answers some requests, and is asked for its metrics. */
    static final class Untraced {
        public static void main(String[] args) throws Exception {
            try (RunningServer server = new RunningServer(new MemoryStore(), Map.of())) {
                get(server, "/readyz", "traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");
                get(server, "/metrics", "Accept", OPEN_METRICS);
            }
        }
    }
}
