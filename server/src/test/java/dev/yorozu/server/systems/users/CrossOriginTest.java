package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.config.SettingsException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pages of other origins may call this system, and what of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrossOriginTest {
    private static final String ALLOWED = "https://app.example.com";
    private static final String ALLOW = "Access-Control-Allow-Origin";

    private final UsersSite site = UsersSite.of(
            InstantSource.system(),
            Storage.HARDENED,
            Map.of("systems.users.allowedOrigins", ALLOWED + ", https://other.example.com"));

    @AfterAll
    void close() {
        site.close();
    }

    private Answer ask(String method, String path, String origin) throws Exception {
        UserApp app = site.app();
        return app.send(HttpRequest.newBuilder(app.uri(path))
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .method(method, BodyPublishers.noBody()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/auth/login", "/api/v1/auth/refresh", "/sessions", "/profile", "/none"})
    void pagesOfAListedOriginMayCallAndRead(String path) throws Exception {
        Answer preflight = ask("OPTIONS", path, ALLOWED).isStatus(204);
        assertThat(preflight.header(ALLOW)).isEqualTo(ALLOWED);
        assertThat(preflight.header("Access-Control-Allow-Methods")).isEqualTo("GET, POST, PUT, DELETE, OPTIONS");
        assertThat(preflight.header("Access-Control-Allow-Headers")).isEqualTo("Content-Type, Authorization");
        assertThat(preflight.header("Access-Control-Allow-Credentials")).isEmpty();
        Answer asked = ask("GET", path, ALLOWED);
        assertThat(asked.header(ALLOW)).isEqualTo(ALLOWED);
        assertThat(asked.header("Vary")).isEqualTo("Origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "https://app.example.com.evil.example", "http://app.example.com"
            })
    void othersMayNot(String origin) throws Exception {
        for (String method : List.of("OPTIONS", "GET")) {
            assertThat(ask(method, "/sessions", origin).header(ALLOW)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin/sessions/stats",
                "/api/v1/admin/system/cache/clear",
                "/admin/none",
                "/oauth/introspect",
                "/oauth/revoke",
                "/api/v1/oauth/revoke"
            })
    void whatIsForOperatorsAndProgramsIsForNoPage(String path) throws Exception {
        for (String method : List.of("OPTIONS", "GET", "POST")) {
            Answer answer = ask(method, path, ALLOWED);
            assertThat(answer.response().headers().map().keySet())
                    .as(method)
                    .noneMatch(name -> name.startsWith("access-control-"));
        }
    }

    @Test
    void everyOriginIsNamed() {
        assertThatThrownBy(() -> TestHost.settings(Map.of("systems.users.allowedOrigins", "*")))
                .isInstanceOf(SettingsException.class);
    }
}
