package dev.yorozu.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.yorozu.oauth.Outgoing.Answer;
import dev.yorozu.oauth.Outgoing.Body;
import dev.yorozu.oauth.Outgoing.Method;
import dev.yorozu.oauth.Outgoing.Request;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpOutgoingTest {
    private final HttpOutgoing outgoing = new HttpOutgoing();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger redirected = new AtomicInteger();
    private HttpServer other;

    @BeforeEach
    void start() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.setExecutor(threads);
        other.createContext("/echo", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            reply(exchange, 400, exchange.getRequestMethod() + " " + type + " " + body);
        });
        other.createContext("/redirect", exchange -> {
            exchange.getResponseHeaders().set("Location", "/target");
            reply(exchange, 302, "");
        });
        other.createContext("/target", exchange -> {
            redirected.incrementAndGet();
            reply(exchange, 200, "");
        });
        other.createContext("/large", exchange -> reply(exchange, 200, "x".repeat(300_000)));
        other.createContext("/stalls", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            body.write('x');
            body.flush();
            awaitEnd();
            exchange.close();
        });
        other.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        outgoing.close();
        other.stop(0);
        threads.close();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + other.getAddress().getPort() + path);
    }

    private Request get(String path) {
        return get(path, Duration.ofSeconds(20));
    }

    private Request get(String path, Duration timeout) {
        return Request.get(uri(path), Map.of("Accept", "application/json"), timeout);
    }

    @Test
    void aFormIsPostedAndAnyStatusIsAnAnswer() {
        Body form = Body.form(Map.of("a", "b c"));
        assertThat(outgoing.send(
                        new Request(Method.POST, uri("/echo"), Map.of(), Optional.of(form), Duration.ofSeconds(20))))
                .isEqualTo(new Answer.Response(400, Bytes.of("POST application/x-www-form-urlencoded a=b+c")));
        assertThat(outgoing.send(get("/echo"))).isEqualTo(new Answer.Response(400, Bytes.of("GET null ")));
    }

    @Test
    void jsonIsSentAsWhatItIsByTheMethodThatWasAskedFor() {
        for (Method method : List.of(Method.POST, Method.PATCH)) {
            Request request = new Request(
                    method,
                    get("/echo").uri(),
                    Map.of(),
                    Optional.of(Body.json("{\"name\":\"\u842c\"}")),
                    Duration.ofSeconds(20));
            assertThat(outgoing.send(request))
                    .isEqualTo(new Answer.Response(400, Bytes.of(method + " application/json {\"name\":\"\u842c\"}")));
        }
    }

    @Test
    void whatIsAskedShowsNoSecret() {
        Request request = new Request(
                Method.PATCH,
                URI.create("https://example.com/path?secret=1"),
                Map.of("Authorization", "Bearer secret"),
                Optional.of(Body.json("\"secret\"")),
                Duration.ofSeconds(1));
        assertThat(request).hasToString("Request[PATCH example.com]");
        assertThat(request.body().orElseThrow()).hasToString("Body[application/json]");
    }

    @Test
    void aBodyBelongsToEveryRequestButAGet() {
        URI uri = URI.create("https://example.com/");
        assertThatThrownBy(() ->
                        new Request(Method.GET, uri, Map.of(), Optional.of(Body.json("{}")), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Request(Method.PATCH, uri, Map.of(), Optional.empty(), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRedirectIsNotFollowed() {
        assertThat(outgoing.send(get("/redirect"))).isEqualTo(new Answer.Response(302, Bytes.of("")));
        assertThat(redirected).hasValue(0);
    }

    @Test
    void anAnswerThatIsTooLargeIsBrokenOff() {
        assertThat(outgoing.send(get("/large"))).isEqualTo(new Answer.Unreachable());
    }

    @Test
    void aBodyThatStallsTimesOut() {
        assertThat(outgoing.send(get("/stalls", Duration.ofMillis(300)))).isEqualTo(new Answer.TimedOut());
    }

    @Test
    void whoDoesNotListenIsUnreachable() throws IOException {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        URI uri = URI.create("http://127.0.0.1:" + port + "/");
        assertThat(outgoing.send(Request.get(uri, Map.of(), Duration.ofSeconds(20))))
                .isEqualTo(new Answer.Unreachable());
    }

    /** A token of a provider's, or of somebody's hand in the store, may hold anything; the platform's refusal quotes it. */
    @Test
    void whatNoHeaderCanHoldIsNotSentNorShown() {
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger(HttpOutgoing.class.getName());
        Handler listening = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage() + " " + line.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(listening);
        try {
            Map<String, String> headers = Map.of("Authorization", "Bearer hush\r\nX-Other: 1");
            Request request = Request.get(uri("/echo"), headers, Duration.ofSeconds(20));
            assertThat(outgoing.send(request)).isEqualTo(new Answer.Unreachable());
        } finally {
            logger.removeHandler(listening);
        }
        assertThat(lines).hasSize(1).noneMatch(line -> line.contains("hush"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/",
                "http://127.0.0.1.example.com/",
                "http://localhost.example.com/",
                "http://10.0.0.1/",
                "http://[::2]/",
                "ftp://127.0.0.1/",
                "https://user:password@example.com/",
                "https:///nowhere",
                "file:///etc/passwd"
            })
    void secretsGoOnlyOverTlsOrToThisMachine(String uri) {
        assertThat(Destination.isSafe(URI.create(uri))).isFalse();
        assertThat(outgoing.send(Request.get(URI.create(uri), Map.of(), Duration.ofSeconds(1))))
                .isEqualTo(new Answer.Unreachable());
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.com/", "http://localhost:80/", "http://127.0.0.1:1/", "http://[::1]:1/"})
    void theseAreSafe(String uri) {
        assertThat(Destination.isSafe(URI.create(uri))).isTrue();
    }
}
