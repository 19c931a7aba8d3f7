package dev.yorozu.server.doors.cloudflare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The door for Workers KV, call by call, at one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KvDoorTest {
    private static final String REST = "/client/v4/accounts/any/storage/kv/namespaces";
    private static final String SESSION = "0b5f1c3e-5a1d-4d52-9d6c-2c8f6a1b7e90";
    private static final Key KEY = Key.of("shop/a");

    private final HeldClock clock = new HeldClock(Instant.parse("2026-11-18T12:00:00Z"));
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final KvSite site = new KvSite(store, clock);
    private String secret = "";

    /** An empty store, and nobody who has to wait. */
    @BeforeEach
    void clear() {
        Scan.of("", 1000)
                .pages(store)
                .forEach(page ->
                        page.keys().forEach(key -> store.apply(Batch.builder().delete(key))));
        clock.advance(Duration.ofMinutes(2));
        secret = site.secret("all", "*");
    }

    @AfterAll
    void close() {
        site.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return site.call("GET", path, secret, "");
    }

    private HttpResponse<String> put(String path, String value, String metadata) throws Exception {
        return site.call("PUT", path, secret, value, "CF-KV-Metadata", metadata);
    }

    private String metadata(String path) throws IOException, InterruptedException {
        return get(path).headers().firstValue("CF-KV-Metadata").orElse("none");
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private void write(Key key, String value) {
        store.apply(Batch.builder().put(key, Bytes.of(value), Expiry.never()));
    }

    @Test
    void metadataIsWrittenReplacedAndRemovedWithItsValue() throws Exception {
        Key beside = KvMetadata.key(KEY);
        put("/binding/SHOP/a?expiration_ttl=60", "one", "{\"n\":1}");
        assertThat(metadata("/binding/SHOP/a")).isEqualTo("{\"n\":1}");
        assertThat(store.remaining(beside)).isEqualTo(store.remaining(KEY));

        put("/binding/SHOP/a", "two", "null");
        assertThat(store.get(beside)).isEmpty();

        put("/binding/SHOP/a", "three", "3");
        site.call("DELETE", "/binding/SHOP/a", secret, "");
        assertThat(store.get(beside)).isEmpty();
        assertThat(get("/binding/SHOP/a").statusCode()).isEqualTo(404);
    }

    @Test
    void metadataDoesNotCountBesideAValueThatOthersWrote() throws Exception {
        put("/binding/SHOP/a", "one", "1");
        write(KEY, "another");
        assertThat(metadata("/binding/SHOP/a")).isEqualTo("none");
        assertThat(json(get("/binding/SHOP/")).at("/keys/0").has("metadata")).isFalse();
        assertThat(json(get(REST + "/SHOP/metadata/a")).get("result").isNull()).isTrue();

        store.apply(Batch.builder().delete(KEY));
        assertThat(get(REST + "/SHOP/metadata/a").statusCode()).isEqualTo(404);
    }

    @Test
    void metadataEndsWithItsValue() throws Exception {
        put("/binding/SHOP/a?expiration_ttl=60", "one", "1");
        clock.advance(Duration.ofSeconds(60));
        assertThat(get("/binding/SHOP/a").statusCode()).isEqualTo(404);
        assertThat(store.get(KvMetadata.key(KEY))).isEmpty();
    }

    @Test
    void metadataLiesInThePartitionOfItsValueWhateverPatternThatIsOf() {
        for (String name : List.of(SESSION, "usertoken:123", "cache/quota:123:2026-11", "shop/any: thing é")) {
            Key value = Keyspace.schema().key(name);
            Key beside = KvMetadata.key(value);
            assertThat(beside.samePartition(value)).as(name).isTrue();
            assertThat(Keyspace.schema().key(beside.name())).as(name).isEqualTo(beside);
        }
    }

    @Test
    void theLongestNamesHaveMetadataToo() throws Exception {
        String longest = "é".repeat(256);
        String path = "/binding/SHOP/" + URLEncoder.encode(longest, StandardCharsets.UTF_8);
        assertThat(put(path, "x", "1").statusCode()).isEqualTo(200);
        assertThat(metadata(path)).isEqualTo("1");
        assertThat(put(path + "a", "x", "1").statusCode()).isEqualTo(414);
    }

    @Test
    void theNamespaceOfTheDocumentHoldsTheKeysOfItsSystemAndNoOther() throws Exception {
        write(Keyspace.schema().key("sess:abc"), "of another system");
        write(Key.of("undeclared"), "of nobody");
        write(Keyspace.schema().key("session_ended:" + SESSION), "of the program alone");
        write(Keyspace.schema().key("usertoken:123"), "{}");
        write(Keyspace.schema().key(SESSION), "{}");

        List<String> names = new ArrayList<>();
        json(get("/binding/SESSIONS/"))
                .get("keys")
                .forEach(key -> names.add(key.get("name").asString()));
        assertThat(names).containsExactlyInAnyOrder(SESSION, "usertoken:123");
        for (String other : List.of("sess:abc", "undeclared", "session_ended:" + SESSION, "yorozu:credentials:all")) {
            assertThat(get("/binding/SESSIONS/" + other).statusCode()).isEqualTo(404);
            assertThat(site.call("PUT", "/binding/SESSIONS/" + other, secret, "x")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(site.call("DELETE", "/binding/SESSIONS/" + other, secret, "")
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(store.get(Key.of("undeclared"))).isPresent();
        assertThat(store.get(Keyspace.schema().key("sess:abc"))).isPresent();
    }

    @Test
    void anAddressThatIsNoWordIsCountedWhereTheSystemCountsIt() throws Exception {
        site.call("PUT", "/binding/SESSIONS/crashreport:ratelimit:2001:db8::1", secret, "{}");
        String name = json(get("/binding/SESSIONS/")).at("/keys/0/name").asString();
        assertThat(name).startsWith("crashreport:ratelimit:=");
        assertThat(get("/binding/SESSIONS/crashreport:ratelimit:2001:db8::1").body())
                .isEqualTo("{}");
        assertThat(get("/binding/SESSIONS/" + name).body()).isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /binding/SHOP/b, 403",
        "PUT, /binding/SHOP/b, 403",
        "DELETE, /binding/SHOP/b, 403",
        "GET, /binding/SESSIONS/usertoken:123, 403",
        "GET, /binding/SHOP/a, 200",
        "PUT, /binding/SHOP/a, 403",
        "DELETE, /binding/SHOP/a, 403",
        "GET, /binding/SHOP/, 403",
        "GET, /client/v4/accounts/a/storage/kv/namespaces/SHOP/values/b, 403",
        "GET, /client/v4/accounts/a/storage/kv/namespaces/SHOP/metadata/b, 403",
        "GET, /client/v4/accounts/a/storage/kv/namespaces/SHOP/keys, 403",
        "PUT, /client/v4/accounts/a/storage/kv/namespaces/SHOP/values/a, 403",
        "DELETE, /client/v4/accounts/a/storage/kv/namespaces/SHOP/values/a, 403",
        "POST, /client/v4/accounts/a/storage/kv/namespaces, 405",
        "DELETE, /client/v4/accounts/a/storage/kv/namespaces/SHOP, 405",
    })
    void aLimitedCredentialReachesNothingElse(String method, String path, int status) throws Exception {
        write(KEY, "a");
        write(Key.of("shop/b"), "b");
        String limited = site.secret("limited", new Rights(List.of("shop/a"), EnumSet.of(Permission.READ)));
        HttpResponse<String> answer = site.call(method, path, limited, "");
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(store.get(KEY).map(Bytes::text)).contains("a");
        assertThat(store.get(Key.of("shop/b")).map(Bytes::text)).contains("b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /binding/SHOP/bulk/get | {\"keys\":[\"a\",\"b\"]}",
                "POST | /client/v4/accounts/a/storage/kv/namespaces/SHOP/bulk/get | {\"keys\":[\"a\",\"b\"]}",
                "PUT | /client/v4/accounts/a/storage/kv/namespaces/SHOP/bulk | [{\"key\":\"b\",\"value\":\"x\"}]",
                "DELETE | /client/v4/accounts/a/storage/kv/namespaces/SHOP/bulk | [\"b\"]",
                "POST | /client/v4/accounts/a/storage/kv/namespaces/SHOP/bulk/delete | [\"b\"]",
            })
    void aLimitedCredentialReachesNothingElseOfMany(String method, String path, String body) throws Exception {
        write(KEY, "a");
        write(Key.of("shop/b"), "b");
        String limited = site.secret("limited", "shop/a", "other*");
        assertThat(site.call(method, path, limited, body).statusCode()).isEqualTo(403);
        assertThat(store.get(Key.of("shop/b")).map(Bytes::text)).contains("b");
    }

    @Test
    void aListShowsWhatACredentialReachesAndNoMore() throws Exception {
        write(KEY, "a");
        write(Key.of("shop/b"), "b");
        String limited = site.secret("limited", "shop/b");
        String listed = site.call("GET", "/binding/SHOP/", limited, "").body();
        assertThat(listed).contains("\"b\"").doesNotContain("\"a\"");
    }

    @Test
    void aListGoesOnFromPageToPageThoughKeysComeAndGo() throws Exception {
        for (int i = 10; i < 40; i++) {
            write(Key.of("shop/" + i), "x");
        }
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = json(get(REST + "/" + KvSite.SHOP + "/keys?limit=10&cursor=" + cursor));
            page.get("result").forEach(key -> seen.add(key.get("name").asString()));
            cursor = page.at("/result_info/cursor").asString();
            store.apply(Batch.builder().delete(Key.of("shop/" + seen.getFirst())));
            write(Key.of("shop/0" + seen.size()), "x");
        } while (!cursor.isEmpty());
        assertThat(seen).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(30).contains("10", "25", "39");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /binding/SHOP/a?expiration_ttl=59, 400",
        "PUT, /binding/SHOP/a?expiration_ttl=x, 400",
        "PUT, /binding/SHOP/a?expiration=1, 400",
        "PUT, /binding/SHOP/a?expiration=999999999999999, 400",
        "PUT, /binding/SHOP/., 400",
        "PUT, /binding/SHOP/a%7Bb%7D, 400",
        "GET, /binding/SHOP/?key_count_limit=0, 400",
        "GET, /binding/SHOP/?key_count_limit=1001, 400",
        "GET, /binding/SHOP/?cursor=*, 400",
        "GET, /binding/SHOP/?cursor=YQ, 400",
        "GET, /binding/SHOP/?cursor=OTk6YQ, 400",
        "GET, /binding/UNKNOWN/a, 400",
        "GET, /binding/SHOP/%ff, 400",
        "POST, /binding/SHOP/bulk/get, 400",
        "POST, /binding/SHOP/a, 405",
    })
    void whatIsNotAllowedIsSaid(String method, String path, int status) throws Exception {
        HttpResponse<String> answer = site.call(method, path, secret, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).get("success").asBoolean()).isFalse();
        assertThat(store.get(KEY)).isEmpty();
    }

    @Test
    void metadataThatWouldBeChangedOnItsWayIsRefused() throws Exception {
        assertThat(put("/binding/SHOP/a", "x", "{").statusCode()).isEqualTo(400);
        assertThat(put("/binding/SHOP/a", "x", "\"" + "m".repeat(1023) + "\"").statusCode())
                .isEqualTo(413);
        assertThat(site.server()
                        .raw(("PUT /kv/binding/SHOP/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n"
                                        + "Authorization: Bearer " + secret + "\r\nCF-KV-Metadata: \"é\"\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8)))
                .startsWith("HTTP/1.1 400");
        assertThat(store.get(KEY)).isEmpty();
    }

    @Test
    void aFormBringsAnyBytesAndMetadata() throws Exception {
        String form = "--b\r\nContent-Disposition: form-data; name=\"value\"; filename=\"x\"\r\n\r\na\r\n--c\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{\"é\":1}\r\n--b--\r\n";
        HttpResponse<String> answer = site.call(
                "PUT", REST + "/SHOP/values/a", secret, form, "Content-Type", "multipart/form-data; boundary=b");
        assertThat(json(answer).get("success").asBoolean()).isTrue();
        assertThat(get(REST + "/SHOP/values/a").body()).isEqualTo("a\r\n--c");
        assertThat(json(get(REST + "/SHOP/metadata/a")).at("/result/é").asInt()).isEqualTo(1);
        assertThat(site.call(
                                "PUT",
                                REST + "/SHOP/values/a",
                                secret,
                                "--b\r\nx",
                                "Content-Type",
                                "multipart/form-data; boundary=b")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void manyAreWrittenReadAndDeletedInOneRequest() throws Exception {
        String many = "[{\"key\":\"a\",\"value\":\"YQ==\",\"base64\":true,\"metadata\":{\"n\":1}},"
                + "{\"key\":\"b\",\"value\":\"b\",\"expiration_ttl\":60}]";
        assertThat(json(site.call("PUT", REST + "/SHOP/bulk", secret, many))
                        .at("/result/successful_key_count")
                        .asInt())
                .isEqualTo(2);
        assertThat(site.call(
                                "POST",
                                REST + "/SHOP/bulk/get",
                                secret,
                                "{\"keys\":[\"a\",\"b\",\"c\"],\"withMetadata\":true}")
                        .body())
                .contains(
                        "{\"a\":{\"value\":\"a\",\"metadata\":{\"n\":1}},\"b\":{\"value\":\"b\",\"metadata\":null},\"c\":null}");
        assertThat(get(REST + "/SHOP/values/b").headers().firstValue("expiration"))
                .contains(Long.toString(clock.instant().getEpochSecond() + 60));
        site.call("POST", REST + "/SHOP/bulk/delete", secret, "[\"a\",\"b\"]");
        assertThat(json(get("/binding/SHOP/")).get("keys").isEmpty()).isTrue();
    }

    @Test
    void manyAreOneStepHoweverManyTheyAre() throws Exception {
        String many = IntStream.range(0, 2_000)
                .mapToObj(i -> "{\"key\":\"n" + i + "\",\"value\":\"" + i + "\",\"metadata\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]"));
        String limited = site.secret("limited", "shop/n?", "shop/n??", "shop/n???", "shop/n1[0-8]*");
        assertThat(site.call("PUT", REST + "/SHOP/bulk", limited, many).statusCode())
                .isEqualTo(403);
        assertThat(json(get("/binding/SHOP/")).get("keys").isEmpty()).isTrue();

        assertThat(json(site.call("PUT", REST + "/SHOP/bulk", secret, many))
                        .at("/result/successful_key_count")
                        .asInt())
                .isEqualTo(2_000);
        assertThat(metadata("/binding/SHOP/n1999")).isEqualTo("1999");
        String names =
                IntStream.range(0, 2_000).mapToObj(i -> "\"n" + i + "\"").collect(Collectors.joining(",", "[", "]"));
        assertThat(site.call("POST", REST + "/SHOP/bulk/delete", limited, names).statusCode())
                .isEqualTo(403);
        assertThat(get("/binding/SHOP/n0").statusCode()).isEqualTo(200);
        assertThat(site.call("POST", REST + "/SHOP/bulk/delete", secret, names).statusCode())
                .isEqualTo(200);
        assertThat(json(get("/binding/SHOP/")).get("keys").isEmpty()).isTrue();
    }

    @Test
    void clientsOnOtherMachinesAreNotAnsweredUnlessItIsSet() throws Exception {
        for (String remote : List.of("off", "on")) {
            try (KvSite behind = new KvSite(
                    new MemoryStore(),
                    clock,
                    Map.of("trustedProxies", "127.0.0.1", "doors.cloudflare.remote", remote))) {
                String all = behind.secret("all", "*");
                for (String path : List.of("/binding/SHOP/", REST, REST + "/SHOP/keys")) {
                    for (String client : List.of("203.0.113.5", "127.0.0.1, 203.0.113.5")) {
                        assertThat(behind.call("GET", path, all, "", "X-Forwarded-For", client)
                                        .statusCode())
                                .as("%s of %s with remote %s", path, client, remote)
                                .isEqualTo(remote.equals("on") ? 200 : 403);
                    }
                    assertThat(behind.call("GET", path, all, "", "X-Forwarded-For", "127.0.0.1")
                                    .statusCode())
                            .isEqualTo(200);
                }
            }
        }
    }

    @Test
    void withoutACredentialNothingIsAnsweredAndGuessingIsThrottled() throws Exception {
        for (String path : List.of("/binding/SHOP/a", REST, REST + "/SHOP/keys")) {
            assertThat(site.call("GET", path, "yrz_all_wrong", "").statusCode()).isEqualTo(401);
        }
        for (int i = 0; i < 7; i++) {
            site.call("GET", REST, "yrz_all_wrong", "");
        }
        HttpResponse<String> throttled = site.call("GET", REST, "yrz_other_wrong", "");
        assertThat(throttled.statusCode()).isEqualTo(429);
        assertThat(throttled.headers().firstValue("Retry-After")).contains("60");
        assertThat(throttled.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
    }
}
