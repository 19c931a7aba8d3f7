package dev.yorozu.server.doors.upstash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.Query;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The door for Upstash clients, request by request. */
class UpstashDoorTest {
    private final HeldClock clock = new HeldClock(Instant.parse("2026-11-18T12:00:00Z"));
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final UpstashSite site = new UpstashSite(store, clock, Map.of("trustedProxies", "127.0.0.1"));
    private final String secret = site.secret("shop", "*");

    @AfterEach
    void close() {
        site.close();
    }

    private String answer(String path, String body) throws IOException, InterruptedException {
        return site.post(path, secret, body).body();
    }

    @Test
    void aCommandIsABodyOrAPath() throws Exception {
        assertThat(answer("", "[\"SET\",\"a\",\"b c\",\"EX\",100]")).isEqualTo("{\"result\":\"OK\"}");
        assertThat(answer("/", "[\"get\",\"a\"]")).isEqualTo("{\"result\":\"b c\"}");
        assertThat(site.get("/set/path/x%2Fy/EX/60", secret).body()).isEqualTo("{\"result\":\"OK\"}");
        assertThat(site.get("/get/path", secret).body()).isEqualTo("{\"result\":\"x/y\"}");
        assertThat(site.get("/ttl/path", secret).body()).isEqualTo("{\"result\":60}");
        assertThat(answer("/set/body?EX=30", "any bytes, as they are")).isEqualTo("{\"result\":\"OK\"}");
        assertThat(site.get("/get/body?_token=" + secret, "none").statusCode()).isEqualTo(401);
        assertThat(site.server().get("/upstash/ttl/body?_token=" + secret).body())
                .isEqualTo("{\"result\":30}");
        assertThat(site.server().get("/upstash/get/body?_token=" + secret).body())
                .isEqualTo("{\"result\":\"any bytes, as they are\"}");
    }

    @Test
    void everyAnswerNamesTheStateThatItSawAndIsKeptByNobody() throws Exception {
        HttpResponse<String> response = site.post("", secret, "[\"PING\"]");
        assertThat(response.headers().firstValue("Upstash-Sync-Token")).hasValue("0");
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(response.headers().map())
                .doesNotContainKeys("access-control-allow-origin", "access-control-allow-headers");
    }

    @Test
    void textsComeInBase64WhereTheClientAsksForIt() throws Exception {
        store.commit(Batch.builder()
                .put(Key.of("bytes"), Bytes.of(new byte[] {(byte) 0xff, 0}), Expiry.never())
                .build());
        HttpRequest.Builder asking = HttpRequest.newBuilder(site.server().uri("/upstash/pipeline"))
                .header("Authorization", "Bearer " + secret)
                .header("Upstash-Encoding", "base64");
        assertThat(site.server()
                        .send(asking.POST(
                                        BodyPublishers.ofString(
                                                "[[\"GET\",\"bytes\"],[\"SET\",\"a\",\"OK\"],[\"GET\",\"a\"],[\"TYPE\",\"a\"],[\"TTL\",\"a\"]]"))
                                .build())
                        .body())
                .isEqualTo("[{\"result\":\"/wA=\"},{\"result\":\"OK\"},{\"result\":\"T0s=\"},"
                        + "{\"result\":\"c3RyaW5n\"},{\"result\":-1}]");
    }

    @Test
    void whatCannotBeReadIsRefusedWithASentence() throws Exception {
        for (String body : List.of("", "{", "{}", "[]", "[[\"GET\",\"a\"]]", "[\"GET\",\"a\"] x", "\"GET\"", "[{}]")) {
            assertThat(site.post("", secret, body).statusCode()).as(body).isEqualTo(400);
            assertThat(answer("", body)).startsWith("{\"error\":\"ERR failed to parse command");
        }
        for (String body : List.of("", "[]", "[\"GET\",\"a\"]", "[[]]", "[[\"GET\",\"a\"]", "[[\"GET\",[\"a\"]]]")) {
            assertThat(answer("/pipeline", body)).startsWith("{\"error\":\"ERR failed to parse pipeline request");
            assertThat(answer("/multi-exec", body)).startsWith("{\"error\":\"ERR failed to parse pipeline request");
        }
        assertThat(answer("/pipeline", "[" + "[\"PING\"],".repeat(1_024) + "[\"PING\"]]"))
                .isEqualTo("{\"error\":\"ERR too many commands in one request: at most 1024\"}");
        assertThat(answer("/pipeline", "[[\"MULTI\"]]")).contains("ERR Command is not available: 'MULTI'");
    }

    @Test
    void callsAreOneStepOrNone() throws Exception {
        assertThat(answer("/multi-exec", "[[\"SET\",\"a\",\"1\"],[\"INCR\",\"a\"],[\"LPUSH\",\"a\",\"x\"]]"))
                .isEqualTo("[{\"result\":\"OK\"},{\"result\":2},{\"error\":\"WRONGTYPE Operation against a key holding"
                        + " the wrong kind of value\"}]");
        HttpResponse<String> spoilt = site.post("/multi-exec", secret, "[[\"SET\",\"a\",\"9\"],[\"NONE\"]]");
        assertThat(spoilt.statusCode()).isEqualTo(400);
        assertThat(spoilt.body()).startsWith("{\"error\":\"EXECABORT ");
        assertThat(answer("", "[\"GET\",\"a\"]")).isEqualTo("{\"result\":\"2\"}");
    }

    @Test
    void wrongTokensAreRefusedAndThenNotLookedAt() throws Exception {
        String near = secret.substring(0, secret.length() - 1) + (secret.endsWith("A") ? "B" : "A");
        for (int i = 0; i < 10; i++) {
            HttpResponse<String> wrong = site.post("", near, "[\"PING\"]");
            assertThat(wrong.statusCode()).isEqualTo(401);
            assertThat(wrong.body()).isEqualTo("{\"error\":\"WRONGPASS invalid or missing auth token\"}");
        }
        HttpResponse<String> waiting = site.post("", secret, "[\"PING\"]");
        assertThat(waiting.statusCode()).isEqualTo(429);
        assertThat(waiting.headers().firstValue("Retry-After")).hasValue("60");
        clock.advance(Duration.ofMinutes(1));
        assertThat(site.post("", secret, "[\"PING\"]").statusCode()).isEqualTo(200);
        assertThat(site.server().get("/upstash/ping").statusCode()).isEqualTo(401);
    }

    @Test
    void aRemovedCredentialEndsForThoseThatAreRemembered() throws Exception {
        assertThat(site.post("", secret, "[\"PING\"]").statusCode()).isEqualTo(200);
        site.remove("shop");
        clock.advance(Visitor.LOOKED_AFTER);
        assertThat(site.post("", secret, "[\"PING\"]").statusCode()).isEqualTo(401);
    }

    @Test
    void aLimitedCredentialReachesNothingElseByAnyFormOfCall() throws Exception {
        answer("/pipeline", "[[\"SET\",\"sess:1\",\"a\"],[\"SET\",\"other:1\",\"b\"],[\"SADD\",\"other:2\",\"c\"]]");
        String narrow = site.secret("narrow", "sess:*");
        for (String body : List.of(
                "[\"GET\",\"other:1\"]",
                "[\"MGET\",\"sess:1\",\"other:1\"]",
                "[\"RENAME\",\"other:1\",\"sess:2\"]",
                "[\"GET\",\"yorozu:credentials:shop\"]",
                "[\"EVALSHA\",\"b2efc02798c8e9b471a10f9b1d5745db89923ff3\",\"1\",\"other:1\",1,1,1]",
                "[\"EVALSHA\",\"b2efc02798c8e9b471a10f9b1d5745db89923ff3\",\"2\",\"sess:3\",\"other:1\",1,1,1]")) {
            assertRefused(site.post("", narrow, body).body());
            assertRefused(site.post("/pipeline", narrow, "[" + body + "]").body());
            assertRefused(site.post("/pipeline", narrow, "[[\"SET\",\"sess:4\",\"x\"]," + body + "]")
                    .body());
            assertThat(site.post("/multi-exec", narrow, "[" + body + "]").body())
                    .startsWith("{\"error\":\"EXECABORT ");
        }
        assertRefused(site.get("/get/other:1", narrow).body());
        assertRefused(site.get("/get/%6fther:1", narrow).body());
        assertRefused(site.post("/set/other:1", narrow, "x").body());
        assertThat(site.post("", narrow, "[\"KEYS\",\"*\"]").body()).isEqualTo("{\"result\":[\"sess:1\",\"sess:4\"]}");
        site.post("", narrow, "[\"EVALSHA\",\"54bd274ddc59fb3be0f42deee2f64322a10e2b50\",\"1\",\"*\"]");
        assertThat(answer("", "[\"KEYS\",\"*\"]"))
                .contains("other:1", "other:2")
                .doesNotContain("sess:");
        assertThat(answer("", "[\"GET\",\"other:1\"]")).isEqualTo("{\"result\":\"b\"}");
        site.host().doors().close(); // Writes down what it has gathered.
        assertThat(site.host().audit().page(Query.ALL, "", 100).events())
                .anyMatch(event -> event.action().equals("delete"));
    }

    @Test
    void aCallWithinTheScriptForCommandsReachesOnlyItsKeys() throws Exception {
        answer("/pipeline", "[[\"SET\",\"sess:1\",\"a\"],[\"SET\",\"other:1\",\"b\"]]");
        String narrow = site.secret("narrow", "sess:*");
        String get = "\"notes\",0,2,\"GET\",\"%s\",0]";
        assertThat(relay(narrow, "1,\"sess:1\"," + get.formatted("sess:1"))).isEqualTo("{\"result\":[\"v\",\"a\"]}");
        assertRefused(relay(narrow, "1,\"other:1\"," + get.formatted("other:1")));
        for (String within : List.of(
                get.formatted("other:1"),
                "\"notes\",0,3,\"RENAME\",\"sess:1\",\"other:2\",0]",
                "\"notes\",0,1,\"FLUSHALL\",0]",
                "\"notes\",0,2,\"KEYS\",\"*\",0]",
                "\"notes\",0,1,\"DBSIZE\",0]",
                "\"notes\",0,1,\"MULTI\",0]",
                "\"notes\",0,6,\"EVALSHA\",\"b2efc02798c8e9b471a10f9b1d5745db89923ff3\",1,\"other:1\",1,1,0]",
                "\"notes\",0,2,\"GET\"]",
                "\"notes\",9,2,\"GET\",\"sess:1\",0]",
                "\"notes\",0,2,\"GET\",\"sess:1\",1,9,\"string\",0,\"any\"]",
                "\"never\",0,2,\"GET\",\"sess:1\",0]",
                "\"notes\"]")) {
            assertThat(relay(narrow, "1,\"sess:1\"," + within)).as(within).startsWith("{\"error\":\"ERR ");
        }
        String reader = site.secret("reader", new Rights(List.of("*"), Set.of(Permission.READ)));
        String writer = site.secret("writer", new Rights(List.of("*"), Set.of(Permission.WRITE)));
        assertRefused(relay(reader, "1,\"sess:1\"," + get.formatted("sess:1")));
        assertRefused(relay(writer, "1,\"sess:1\"," + get.formatted("sess:1")));
        assertThat(answer("", "[\"MGET\",\"sess:1\",\"other:1\",\"other:2\"]"))
                .isEqualTo("{\"result\":[\"a\",\"b\",null]}");
    }

    /** A call of the script by which another server has commands done. */
    private String relay(String credential, String rest) throws Exception {
        try (InputStream script =
                RedisStore.class.getModule().getResourceAsStream("dev/yorozu/store/redis/relay.lua")) {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest(Objects.requireNonNull(script).readAllBytes());
            String call = "[\"EVALSHA\",\"" + HexFormat.of().formatHex(digest) + "\"," + rest;
            return site.post("", credential, call).body();
        }
    }

    private static void assertRefused(String body) {
        assertThat(body).contains("{\"error\":\"NOPERM ").doesNotContain("\"b\"");
    }

    @Test
    void aReadOnlyCredentialChangesNothingByAnyFormOfCall() throws Exception {
        answer("", "[\"SET\",\"a\",\"1\"]");
        String reader = site.secret("reader", new Rights(List.of("*"), Set.of(Permission.READ)));
        assertThat(site.post("", reader, "[\"GET\",\"a\"]").body()).isEqualTo("{\"result\":\"1\"}");
        for (String body : List.of(
                "[\"SET\",\"a\",\"2\"]",
                "[\"DEL\",\"a\"]",
                "[\"GETDEL\",\"a\"]",
                "[\"GETEX\",\"a\",\"EX\",1]",
                "[\"FLUSHALL\"]",
                "[\"EVALSHA\",\"b2efc02798c8e9b471a10f9b1d5745db89923ff3\",\"1\",\"a\",1,1,1]",
                "[\"EVALSHA\",\"54bd274ddc59fb3be0f42deee2f64322a10e2b50\",\"1\",\"*\"]")) {
            assertThat(site.post("", reader, body).body()).startsWith("{\"error\":\"NOPERM ");
            assertThat(site.post("/pipeline", reader, "[" + body + "]").body()).startsWith("[{\"error\":\"NOPERM ");
            assertThat(site.post("/multi-exec", reader, "[" + body + "]").body())
                    .startsWith("{\"error\":\"EXECABORT ");
        }
        assertThat(site.get("/set/a/2", reader).body()).startsWith("{\"error\":\"NOPERM ");
        assertThat(site.post("", reader, "[\"EVALSHA\",\"823cb2a5a902d69681244f5e28e5ebb8f2a89edd\",\"1\",\"a\",5]")
                        .body())
                .isEqualTo("{\"result\":[4,5]}");
        assertThat(answer("", "[\"GET\",\"a\"]")).isEqualTo("{\"result\":\"1\"}");
    }

    @Test
    void clientsOnOtherMachinesAreNotAnsweredUnlessItIsSet() throws Exception {
        assertThat(fromAddress(site, secret, "203.0.113.5").statusCode()).isEqualTo(403);
        assertThat(fromAddress(site, secret, "127.0.0.1, 203.0.113.5").statusCode())
                .isEqualTo(403);
        assertThat(fromAddress(site, secret, "127.0.0.1").statusCode()).isEqualTo(200);
        try (UpstashSite open = new UpstashSite(
                new MemoryStore(), clock, Map.of("trustedProxies", "127.0.0.1", "doors.upstash.remote", "on"))) {
            assertThat(fromAddress(open, open.secret("shop", "*"), "203.0.113.5")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static HttpResponse<String> fromAddress(UpstashSite site, String secret, String address)
            throws IOException, InterruptedException {
        return site.server()
                .send(HttpRequest.newBuilder(site.server().uri("/upstash/ping"))
                        .header("Authorization", "Bearer " + secret)
                        .header("X-Forwarded-For", address)
                        .build());
    }

    @Test
    void aTokenInTheQueryIsWrittenNowhere() throws Exception {
        site.server().get("/upstash/get/a?_token=" + secret);
        site.server().get("/upstash/none/a?_token=" + secret + "&_token=" + secret);
        site.server().get("/upstash/get/%ff?_token=" + secret);
        site.server().get("/upstash/pipeline?_token=" + secret);
        site.server().get("/upstash?_token=" + secret);
        String metrics = site.server().get("/metrics").body();
        String log = site.server().stopAndReadLog();

        assertThat(metrics + log + site.host().metricsText())
                .contains("/upstash/{command…}")
                .doesNotContain(secret, "_token=");
    }
}
