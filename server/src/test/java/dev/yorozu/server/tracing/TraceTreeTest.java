package dev.yorozu.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.Client;
import dev.yorozu.server.upgrade.DiscordBrowser;
import dev.yorozu.server.upgrade.UserDevice;
import dev.yorozu.store.Scan;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a whole server sends to a collector. */
class TraceTreeTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";
    private static final String[] SAMPLED = {
        "traceparent", "00-" + TRACE + "-" + CALLER + "-01", "tracestate", "vendor=opaque"
    };
    private static final String USER = "80351110224678912";

    private final Collector collector = new Collector();
    private final HeldClock clock = new HeldClock(Instant.parse("2026-11-18T20:00:00Z"));
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private AllSystems site;
    private boolean running;

    @BeforeEach
    void serve(@TempDir Path data) {
        site = new AllSystems(
                store,
                data,
                clock,
                Storage.DOCUMENTED,
                Map.of(
                        "telemetry.otlp.endpoint",
                        collector.url(),
                        "telemetry.otlp.headers",
                        "Api-Key=key-of-the-collector",
                        "store.url",
                        "memory:"));
        running = true;
    }

    @AfterEach
    void close() {
        stop();
        collector.close();
    }

    /** Sends what waits. */
    private void stop() {
        if (running) {
            running = false;
            site.close();
        }
    }

    /** Back from Discord: two calls to the provider, and a session in its steps. */
    @Test
    void oneRequestIsOneTreeOfSpans() {
        Client browser = site.client();
        String state = new DiscordBrowser(browser).start("").ok().text("state");
        browser.get("/discord/api/auth/discord/callback?code=code~" + USER + "&state=" + state, SAMPLED)
                .ok();
        stop();

        List<Span> trace = collector.spans(TRACE);
        List<Span> roots =
                trace.stream().filter(span -> Spans.parent(span).equals(CALLER)).toList();
        assertThat(roots).hasSize(1);
        Span request = roots.getFirst();
        List<Span> capabilities = Spans.below(request, trace);
        assertThat(capabilities).extracting(Span::getName).containsExactly("discord.callback");
        List<Span> steps = Spans.below(capabilities.getFirst(), trace);
        String tree = Spans.tree(request, trace);
        assertThat(tree).isEqualTo("""
                server GET /discord/api/auth/discord/callback
                  internal discord.callback
                    internal commit rl:{name}:{window}:{id}
                    internal commit discord:auth:{state}
                    client POST
                    client GET
                    internal commit sess:{sid}
                    internal commit user:{uid}:sessions
                    internal commit sess:{sid}
                """);
        assertThat(trace).as("no span is outside of the tree").hasSize(9);
        assertThat(steps)
                .filteredOn(span -> span.getKind() == Span.SpanKind.SPAN_KIND_INTERNAL)
                .as(tree)
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(trip -> assertThat(Spans.attributes(trip))
                        .containsEntry("db.system.name", "memory")
                        .containsEntry("yorozu.store.outcome", "ok")
                        .containsKeys("db.operation.name", "yorozu.key.categories"));
        assertThat(Spans.attributes(request))
                .isEqualTo(Map.of(
                        "http.request.method", "GET",
                        "http.route", "/discord/api/auth/discord/callback",
                        "http.response.status_code", "200",
                        "network.protocol.version", "1.1",
                        "url.scheme", "http",
                        // By the metrics, which show this trace.
                        "exemplar", "true"));
        Span token = steps.stream()
                .filter(span -> span.getName().equals("POST"))
                .findFirst()
                .orElseThrow();
        assertThat(Spans.attributes(token))
                .containsEntry("server.address", "127.0.0.1")
                .containsEntry("http.response.status_code", "200")
                .containsKey("server.port");
        assertThat(site.discord().parents()).first().isEqualTo("00-" + TRACE + "-" + Spans.id(token) + "-01");
        assertThat(collector.resource())
                .containsEntry("service.name", "yorozu")
                .containsKeys("service.version", "service.instance.id");
        assertThat(collector.apiKeys()).isNotEmpty().containsOnly("key-of-the-collector");
    }

    @Test
    void aProviderThatFailsIsSeenInItsSpan() {
        site.discord().tokenAnswers(503, "{}");
        DiscordBrowser browser = new DiscordBrowser(site.client());
        browser.callback(browser.start("").ok().text("state"), USER).is(401);
        stop();

        assertThat(collector.spans())
                .filteredOn(span -> span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR)
                .extracting(
                        span -> span.getName() + " " + Spans.attributes(span).get("error.type"))
                .containsExactly("POST 503");
    }

    @Test
    void noSpanHoldsASecretAnIdOrAKey() {
        Map<String, String> hidden = new HashMap<>();
        Client person = site.client("192.0.2.77");
        DiscordBrowser browser = new DiscordBrowser(person);
        String state = browser.start("").ok().text("state");
        hidden.put("state", state);
        browser.callback(state, USER).ok();
        browser.me().ok();
        hidden.put(
                "link",
                browser.share("https://abc.public.blob.vercel-storage.com/receive/o/r/secret.zip", "secret.zip")
                        .ok()
                        .text("token"));
        browser.resolve(hidden.get("link"));
        UserDevice device = new UserDevice(site.client()).signedUp("secret-user");
        device.me().ok();
        hidden.put("session", device.session());
        person.cookies().forEach((name, value) -> hidden.put("cookie " + name, value));
        site.discord().issued().forEach(token -> hidden.put(token, token));
        site.client().get("/api/visit?action=create&url=https://secret.example&token=secret-owner", SAMPLED);
        site.client().get("/users/nowhere/secret-path?secret-query=1", "Authorization", "Bearer secret-bearer");
        List<String> keys = keys();
        stop();

        assertThat(collector.spans()).hasSizeGreaterThan(20);
        assertThat(keys).hasSizeGreaterThan(8);
        String sent = collector.text();
        assertThat(hidden).allSatisfy((name, value) -> assertThat(sent).as(name).doesNotContain(value));
        assertThat(keys).allSatisfy(key -> assertThat(sent).doesNotContain(key));
        assertThat(sent).doesNotContain(USER, "secret", "192.0.2.77", "code~");
    }

    /** The names of all keys that are another for another person, page or session. */
    private List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Scan.Page page : Scan.of("", 256).pages(store)) {
            page.keys().stream()
                    .map(key -> key.name())
                    .filter(name -> Keyspace.schema()
                            .match(name)
                            .map(pattern -> !pattern.parts().isEmpty() && !pattern.internal())
                            .orElse(true))
                    .forEach(keys::add);
        }
        return keys;
    }
}
