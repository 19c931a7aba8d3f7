package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.credential.Scope;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.config.RevocationSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.systems.apps.AppsSite.Answer;
import dev.yorozu.server.systems.apps.AppsSite.Program;
import dev.yorozu.server.systems.users.UsersSystem;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Poll;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The feed of revocations over HTTP: who may read what, waiting, and server-sent events. */
class RevocationRoutesTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final HeldClock clock = HeldClock.start();
    private final CountingStore store = new CountingStore(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE));
    private final AppsSite site = new AppsSite(store, clock, Map.of("revocations.readersPerCredential", "1"));
    private final Program shop = site.app("shop", "");
    private final String reader = site.secret("reader", EnumSet.of(Permission.READ), "app/shop:revocations");

    @AfterEach
    void stop() {
        site.host().revocations().close();
        site.close();
    }

    private HttpRequest.Builder request(String query, String secret) {
        return HttpRequest.newBuilder(site.server().uri("/v1/revocations" + query))
                .header("Authorization", "Bearer " + secret);
    }

    private Answer read(String query, String secret) throws Exception {
        Answer answer = new Answer(site.server().send(request(query, secret).build()));
        Written.text(answer.response().body());
        return answer;
    }

    private String begin() throws Exception {
        return read("", reader).is(200).text("cursor");
    }

    /** Revokes a new token of an app, and says which that was. */
    private static String revoke(Program app) throws Exception {
        String token = app.post("/tokens", "{\"user\":\"hanako\"}").is(201).text("access_token");
        Written.secret(token);
        String revoked = "{\"access_token\":\"%s\"}".formatted(token);
        String id = app.post("/tokens/verify", revoked).is(200).text("id");
        app.post("/tokens/revoke", revoked).is(200);
        return id;
    }

    private static List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        page.path("events").forEach(event -> ids.add(event.path("jti").asString()));
        return ids;
    }

    @Test
    void aCredentialReadsTheRealmsThatItHasTheScopeForAndNoOther() throws Exception {
        Program blog = site.app("blog", "");
        String ofShop = revoke(shop);
        String ofBlog = revoke(blog);
        assertThat(ids(read("", reader).is(200).json())).containsExactly(ofShop);
        assertThat(ids(read("", blog.secret()).is(200).json())).containsExactly(ofBlog);
        read("?realms=app/blog", reader).isProblem(403, "forbidden");
        read("?realms=app/shop,app/blog", reader).isProblem(403, "forbidden");
        read("?realms=", reader).isProblem(403, "forbidden");
        String both = site.secret("both", EnumSet.of(Permission.READ), "app/shop:revocations", "app/blog:*");
        assertThat(ids(read("", both).is(200).json())).containsExactlyInAnyOrder(ofShop, ofBlog);
        String writer = site.secret("writer", EnumSet.of(Permission.WRITE), "app/shop:revocations");
        read("", writer).isProblem(403, "forbidden");
        String other = site.secret("other", EnumSet.of(Permission.READ), "app/shop:tokens");
        read("", other).isProblem(403, "forbidden");
        // A cursor of another's realm opens nothing.
        String cursor = read("", blog.secret()).text("cursor");
        assertThat(ids(read("?after=" + cursor + "&wait=0", reader).is(200).json()))
                .containsExactly(ofShop);
    }

    @Test
    void aSessionThatEndedIsNamedByItsPublicId() throws Exception {
        Answer session = shop.post("/sessions", "{\"user\":\"hanako\"}").is(201);
        Written.secret(session.text("session"));
        shop.post("/sessions/end", "{\"session\":\"%s\"}".formatted(session.text("session")))
                .is(200);
        JsonNode events = read("", reader).is(200).json().path("events");
        assertThat(events).hasSize(1);
        assertThat(events.get(0).path("sid").asString()).isEqualTo(session.text("id"));
    }

    @Test
    void whoWaitsIsAnsweredAsSoonAsThereIsSomething() throws Exception {
        String cursor = begin();
        CompletableFuture<HttpResponse<String>> waiting = HTTP.sendAsync(
                request("?wait=30&after=" + cursor, reader).build(), HttpResponse.BodyHandlers.ofString());
        String id = revoke(shop);
        assertThat(ids(JsonMapper.shared().readTree(waiting.get().body()))).containsExactly(id);
    }

    /** Messages as they come. */
    private record Stream(HttpResponse<java.io.InputStream> response, BufferedReader lines) implements AutoCloseable {
        static Stream open(HttpRequest request) throws Exception {
            HttpResponse<java.io.InputStream> response = HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream());
            return new Stream(
                    response, new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
        }

        /** The next message with data, by its fields; empty at the end. */
        Map<String, String> next() throws IOException {
            Map<String, String> fields = new java.util.HashMap<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int colon = line.indexOf(": ");
                if (colon > 0) {
                    fields.put(line.substring(0, colon), line.substring(colon + 2));
                } else if (line.isEmpty() && fields.containsKey("data")) {
                    return fields;
                }
            }
            return Map.of();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    private HttpRequest events(String after) {
        HttpRequest.Builder request = request("", reader).header("Accept", "text/event-stream");
        return (after.isEmpty() ? request : request.header("Last-Event-ID", after)).build();
    }

    @Test
    void eventsComeAsTheyHappenAndGoOnWhereTheyWere() throws Exception {
        String first = revoke(shop);
        String last;
        try (Stream stream = Stream.open(events(""))) {
            assertThat(stream.response().headers().firstValue("Content-Type")).hasValue("text/event-stream");
            Map<String, String> snapshot = stream.next();
            assertThat(snapshot).containsEntry("event", "revocations");
            JsonNode data = JsonMapper.shared().readTree(snapshot.get("data"));
            assertThat(ids(data)).containsExactly(first);
            last = snapshot.getOrDefault("id", "");
            assertThat(data.path("cursor").asString()).isEqualTo(last);
            String second = revoke(shop);
            assertThat(stream.next().get("data")).contains(second).doesNotContain(first);
            // One more with this credential would be one too many.
            read("?wait=5&after=" + last, reader).isProblem(429, "too_many_readers");
            new Answer(site.server().send(events(last))).isProblem(429, "too_many_readers");
            site.host().revocations().close();
            assertThat(stream.next()).isEmpty();
        }
    }

    @Test
    void aConnectionThatBrokeGoesOnAfterTheLastMessage() throws Exception {
        revoke(shop);
        String cursor = begin();
        String missed = revoke(shop);
        try (Stream stream = Stream.open(events(cursor))) {
            assertThat(ids(JsonMapper.shared().readTree(stream.next().get("data"))))
                    .containsExactly(missed);
        }
    }

    @Test
    void whoLosesTheRightHearsNothingMore() throws Exception {
        try (Stream stream = Stream.open(events(""))) {
            stream.next();
            assertThat(site.credentials().remove("reader")).isTrue();
            clock.advance(Duration.ofSeconds(2));
            revoke(shop);
            assertThat(stream.next()).isEmpty();
        }
        read("", reader).isProblem(401, "credential_invalid");
    }

    @Test
    void whoLosesTheRightWhileItWaitsIsNotAnswered() throws Exception {
        String cursor = begin();
        long trips = store.trips();
        CompletableFuture<HttpResponse<String>> waiting = HTTP.sendAsync(
                request("?wait=30&after=" + cursor, reader).build(), HttpResponse.BodyHandlers.ofString());
        // It looks at the beginning of the feed, at the end of its log, and for what is there.
        Poll.until("the call has found nothing", () -> store.trips() >= trips + 3);
        assertThat(site.credentials().remove("reader")).isTrue();
        clock.advance(Duration.ofSeconds(2));
        String id = revoke(shop);
        assertThat(waiting.get().statusCode()).isEqualTo(401);
        assertThat(waiting.get().body()).doesNotContain(id);
    }

    @Test
    void whoLosesTheRightToOneOfTwoHearsNothingMoreOfThat() throws Exception {
        Program blog = site.app("blog", "");
        String both = site.secret("both", EnumSet.of(Permission.READ), "app/shop:revocations", "app/blog:revocations");
        HttpRequest request =
                request("", both).header("Accept", "text/event-stream").build();
        try (Stream stream = Stream.open(request)) {
            stream.next();
            Set<Scope> left = Set.of(Scope.of("app/blog:revocations").orElseThrow());
            site.credentials().allow("both", new Rights(List.of(), EnumSet.of(Permission.READ), left));
            clock.advance(Duration.ofSeconds(2));
            revoke(shop);
            assertThat(stream.next()).isEmpty();
        }
        String ofBlog = revoke(blog);
        try (Stream stream = Stream.open(request)) {
            assertThat(ids(JsonMapper.shared().readTree(stream.next().get("data"))))
                    .containsExactly(ofBlog);
        }
    }

    /** Nobody has to know of a setting of the feed who lets tokens live for a day. */
    @Test
    void revocationsAreKeptForAsLongAsAnyTokenOfASystemLives() {
        Settings settings = TestHost.settings(Map.of("systems.users.jwt.life", "1d"));
        Duration life = new UsersSystem().accessLife(settings).orElseThrow();
        assertThat(life).isGreaterThan(Duration.ofDays(1));
        assertThat(RevocationSettings.policy(settings, life).keep()).isEqualTo(life);
        assertThat(RevocationSettings.policy(settings, Duration.ZERO).keep()).isEqualTo(Duration.ofHours(2));
    }
}
