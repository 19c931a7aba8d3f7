package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pages may read what is answered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrossOriginTest {
    private static final String ALLOWED = "https://app.example.com";
    private static final String ALLOW = "Access-Control-Allow-Origin";

    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterAll
    void close() {
        site.close();
    }

    private static Answer ask(PatreonSite site, String method, String path, String origin) throws Exception {
        PatronApp app = site.app();
        HttpRequest.Builder request = HttpRequest.newBuilder(app.uri(path)).method(method, BodyPublishers.noBody());
        return app.send(origin.isEmpty() ? request : request.header("Origin", origin));
    }

    @Test
    void aListedOriginIsAllowedInAnswersAndErrorsAlike() throws Exception {
        for (String path : List.of("/health", "/nowhere", PatronApp.LICENSE, PatronApp.QUOTA, PatronApp.EXCHANGE)) {
            Answer answer = ask(site, "GET", path, ALLOWED);
            assertThat(answer.header(ALLOW)).as(path).isEqualTo(ALLOWED);
            assertThat(answer.header("Vary")).as(path).isEqualTo("Origin");
        }
        assertThat(ask(site, "GET", "/%ff", ALLOWED).header(ALLOW)).isEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "*",
                "https://app.example.com.evil.example",
                "https://evil-app.example.com",
                "http://app.example.com",
                "https://app.example.com:8443",
                "https://app.example.com/",
                "https://app.example.com@evil.example"
            })
    void otherOriginsAreNot(String origin) throws Exception {
        for (String method : List.of("GET", "OPTIONS")) {
            Answer answer = ask(site, method, "/health", origin);
            assertThat(answer.header(ALLOW)).isEmpty();
            assertThat(answer.header("Vary")).isEqualTo("Origin");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PatronApp.EXCHANGE, PatronApp.LICENSE, "/health", "/nowhere"})
    void browsersAreToldWhatTheyMaySend(String path) throws Exception {
        Answer answer = ask(site, "OPTIONS", path, ALLOWED);
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header(ALLOW)).isEqualTo(ALLOWED);
        assertThat(answer.header("Access-Control-Allow-Methods")).isEqualTo("GET, POST, OPTIONS");
        assertThat(answer.header("Access-Control-Allow-Headers")).isEqualTo("Content-Type, Authorization, X-API-Key");
        assertThat(answer.header("Access-Control-Max-Age")).isEqualTo("86400");
        assertThat(answer.header("Access-Control-Allow-Credentials")).isEmpty();
    }

    @Test
    void allOriginsCanBeAllowed() throws Exception {
        try (PatreonSite open =
                PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.allowedOrigins", "*"))) {
            assertThat(ask(open, "GET", "/health", "https://anybody.example").header(ALLOW))
                    .isEqualTo("*");
            assertThat(ask(open, "GET", "/nowhere", "https://anybody.example").header(ALLOW))
                    .isEqualTo("*");
        }
    }

    @Test
    void withoutASettingNobodyIsAllowed() throws Exception {
        try (PatreonSite shut =
                PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.allowedOrigins", ""))) {
            Answer answer = ask(shut, "GET", "/health", ALLOWED);
            assertThat(answer.header(ALLOW)).isEmpty();
            assertThat(answer.header("Vary")).isEqualTo("Origin");
        }
    }
}
