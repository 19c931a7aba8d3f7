package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody should send. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {
    private static final List<String> POSTS = List.of(
            PatronApp.EXCHANGE,
            PatronApp.CALLBACK,
            PatronApp.VALIDATE,
            PatronApp.REFRESH,
            PatronApp.CRASH,
            "/oauth/token",
            "/oauth/refresh");

    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterAll
    void close() {
        site.close();
    }

    /** All keys but the counters of rates and the log of operators. */
    private Set<String> keys() {
        return site.store().scan(Scan.of("", 10_000)).keys().stream()
                .map(Key::name)
                .filter(name -> !name.startsWith("audit:")
                        && !name.startsWith("ratelimit/")
                        && !name.startsWith("crashreport:"))
                .collect(Collectors.toSet());
    }

    private static void refused(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
        assertThat(answer.json().propertyNames()).containsExactly("error", "error_code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "1",
                "\"x\"",
                "{",
                "{\"code\":1,\"session_token\":{},\"refreshToken\":[],\"refresh_token\":true}",
                "{\"code\":\"a\",\"CODE\":\"b\",\"session_token\":\"a\",\"Session_Token\":\"b\",\"refreshToken\":\"a\","
                        + "\"REFRESHTOKEN\":\"b\"}",
                "{\"code\":\"a\\u0000b\",\"redirect_uri\":\"x\",\"session_token\":\"a\\u0000\",\"refreshToken\":\"\\u0000\","
                        + "\"refresh_token\":\"\\ud800\"}",
                "{\"code\":\"a\\r\\nX-Evil: 1\",\"session_token\":\"a\\r\\nb\",\"refreshToken\":\"a\\r\\nb\",\"refresh_token\":"
                        + "\"a\\r\\nb\"}"
            })
    void bodiesThatAreNoneAreRefused(String body) throws Exception {
        Set<String> before = keys();
        int asked = site.patreon().tokenCalls();
        PatronApp app = site.app();
        for (String path : POSTS) {
            refused(app.post(path, body));
        }
        assertThat(keys()).isEqualTo(before);
        assertThat(site.patreon().tokenCalls()).isEqualTo(asked);
    }

    @Test
    void bodiesThatAreTooLargeOrTooDeepAreRefused() throws Exception {
        PatronApp app = site.app();
        for (String path : POSTS) {
            refused(app.post(path, "{\"x\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}"));
            refused(app.post(path, "{\"code\":\"" + "x".repeat(1 << 20) + "\"}"));
        }
        refused(app.post(PatronApp.EXCHANGE, "{\"code\":\"" + "x".repeat(3_000) + "\",\"redirect_uri\":\"x\"}"));
        app.send(HttpRequest.newBuilder(app.uri(PatronApp.EXCHANGE))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'})))
                .isError(400, "VALIDATION_ERROR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE", "BREW", "GET"})
    void otherMethodsAreRefused(String method) throws Exception {
        PatronApp app = site.app();
        Answer answer =
                app.send(HttpRequest.newBuilder(app.uri(PatronApp.EXCHANGE)).method(method, BodyPublishers.noBody()));
        answer.isError(405, "METHOD_NOT_ALLOWED");
        assertThat(answer.header("Allow")).contains("POST");
    }

    @Test
    void unknownPathsAreRefusedInTheFormOfThisSystem() throws Exception {
        PatronApp app = site.app();
        for (String path :
                List.of("", "/", "/api", "/api/auth", "/api/auth/callback/", "/API/auth/callback", "/x%2Fy")) {
            app.send(HttpRequest.newBuilder(app.uri(path))).isError(404, "NOT_FOUND");
        }
        app.send(HttpRequest.newBuilder(app.uri("/%ff"))).isError(400, "VALIDATION_ERROR");
    }

    @Test
    void headersThatSplitOrRepeatAreRefused() throws Exception {
        int asked = site.patreon().identityCalls();
        for (String part : List.of("\u0001", "\n X-Evil: 1", "é", " ", "\t", "\u007f")) {
            String answer = site.server().raw("""
                            GET /patreon/api/membership HTTP/1.1\r
                            Host: localhost\r
                            Authorization: Bearer a%sb\r
                            Connection: close\r
                            \r
                            """.formatted(part));
            assertThat(answer).matches("(?s)HTTP/1.1 4\\d\\d .*");
        }
        assertThat(site.patreon().identityCalls()).isEqualTo(asked);
    }

    @Test
    void aCallerWhoWritesItsOwnAddressIsCountedByTheProxys() throws Exception {
        PatronApp app = site.app();
        for (String address : List.of("usertoken:1", "../x", "*", "1.2.3.4, evil", "::1%lo\u00e9")) {
            site.server()
                    .send(HttpRequest.newBuilder(app.uri(PatronApp.WEBHOOK))
                            .header("X-Forwarded-For", address.replaceAll("[^ -~]", "?"))
                            .POST(BodyPublishers.ofString("{}"))
                            .build());
        }
        assertThat(site.store().scan(Scan.of("ratelimit/", 1000)).keys())
                .allMatch(key -> key.name().matches("ratelimit/[A-Za-z0-9.-]+/\\d+"));
    }
}
