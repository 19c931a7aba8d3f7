package dev.yorozu.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.console.session.OperatorSessions;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleSignInTest {
    @TempDir
    Path directory;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private ConsoleUnderTest console;

    @BeforeEach
    void start() {
        console = new ConsoleUnderTest(directory);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test
    void withoutASessionThereIsAFormAndNoPage() throws Exception {
        HttpResponse<String> form = console.get("/console", "yorozu_console=made-up");
        assertThat(form.statusCode()).isEqualTo(200);
        assertThat(form.body()).contains("name=\"token\"", "admin.token").doesNotContain("csrf");
        assertThat(form.headers().firstValue("Cache-Control")).hasValue("no-store");
        for (String path : List.of("/console/sessions", "/console/statistics", "/console/audit.jsonl")) {
            HttpResponse<String> sent = console.get(path, "yorozu_console=made-up");
            assertThat(sent.statusCode()).isEqualTo(303);
            assertThat(sent.headers().firstValue("Location")).hasValue("/console");
            assertThat(sent.body()).isEmpty();
        }
        for (String path : List.of("sign-out", "sessions/end", "sessions/end-all", "statistics")) {
            assertThat(console.post("/console/" + path, "none=0", Map.of("user", "1", "csrf", ""))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void theTokenOpensTheConsoleUntilSignOut() throws Exception {
        HttpResponse<String> signedIn = console.trySignIn(ConsoleUnderTest.TOKEN);
        assertThat(signedIn.statusCode()).isEqualTo(303);
        assertThat(signedIn.headers().firstValue("Set-Cookie").orElseThrow())
                .matches("yorozu_console=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict");

        String cookie = console.signIn();
        HttpResponse<String> page = console.get("/console", cookie);
        assertThat(page.body()).contains("aria-current=\"page\"").doesNotContain(ConsoleUnderTest.TOKEN);
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'")
                .doesNotContain("unsafe");

        assertThat(console.post("/console/sign-out", cookie, Map.of("csrf", console.csrf(cookie)))
                        .statusCode())
                .isEqualTo(303);
        assertThat(console.get("/console", cookie).body()).contains("name=\"token\"");
    }

    @Test
    void offThisMachineTheCookieIsBoundToTheHostAndToHttps() throws Exception {
        String form = "token=" + ConsoleUnderTest.TOKEN;
        String head = "POST /console/sign-in HTTP/1.1\r\nHost: state.example\r\nConnection: close\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + "\r\n";

        assertThat(console.server().raw(head + "Origin: https://state.example\r\n\r\n" + form))
                .contains("303")
                .containsPattern(
                        "(?i)set-cookie: __Host-yorozu_console=[^;]+; Path=/; HttpOnly; Secure; SameSite=Strict");
        assertThat(console.server().raw(head + "Origin: http://state.example\r\n\r\n" + form))
                .startsWith("HTTP/1.1 403")
                .contains("needs https")
                .doesNotContain("yorozu_console=");
    }

    @Test
    void manyWrongTokensMakeTheAddressWaitAtTheConsoleAndAtTheAdminInterface() throws Exception {
        for (int i = 0; i < 10; i++) {
            HttpResponse<String> wrong = console.trySignIn("wrong" + i);
            assertThat(wrong.statusCode()).isEqualTo(403);
            assertThat(wrong.headers().firstValue("Set-Cookie")).isEmpty();
        }

        HttpResponse<String> limited = console.trySignIn(ConsoleUnderTest.TOKEN);
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("Retry-After")).isPresent();
        HttpRequest admin = HttpRequest.newBuilder(console.server().uri("/admin/api/server"))
                .header("Authorization", "Bearer " + ConsoleUnderTest.TOKEN)
                .build();
        assertThat(console.server().send(admin).statusCode()).isEqualTo(429);

        console.clock().advance(Duration.ofMinutes(1));
        assertThat(console.trySignIn(ConsoleUnderTest.TOKEN).statusCode()).isEqualTo(303);
    }

    @Test
    void wrongTokensFromElsewhereDoNotKeepAnOperatorOutWhoComesThroughTheSameProxy() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(forwarded("203.0.113.9", "wrong")).isEqualTo(403);
        }
        assertThat(forwarded("203.0.113.9", ConsoleUnderTest.TOKEN)).isEqualTo(429);
        assertThat(forwarded("203.0.113.10", ConsoleUnderTest.TOKEN)).isEqualTo(303);
        assertThat(console.trySignIn(ConsoleUnderTest.TOKEN).statusCode()).isEqualTo(303);
    }

    private int forwarded(String address, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(console.server().uri("/console/sign-in"))
                .header("Origin", console.server().server().url().toString())
                .header("X-Forwarded-For", address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("token=" + token))
                .build();
        return console.server().send(request).statusCode();
    }

    @Test
    void aSessionEndsWhenIdleAndAfterEightHoursOfUse() throws Exception {
        String idle = console.signIn();
        console.clock().advance(Duration.ofMinutes(30));
        assertThat(console.get("/console/sessions", idle).statusCode()).isEqualTo(303);

        String used = console.signIn();
        for (int i = 0; i < 23; i++) {
            console.clock().advance(Duration.ofMinutes(20));
            assertThat(console.get("/console/sessions", used).statusCode()).isEqualTo(200);
        }
        console.clock().advance(Duration.ofMinutes(20));
        assertThat(console.get("/console/sessions", used).statusCode()).isEqualTo(303);
    }

    @Test
    void onlySoManySessionsAreKept() throws Exception {
        String first = console.signIn();
        for (int i = 0; i < OperatorSessions.MOST; i++) {
            console.signIn();
        }
        assertThat(console.get("/console/sessions", first).statusCode()).isEqualTo(303);
    }

    @Test
    void aPageOfAnotherSiteSignsNobodyIn() throws Exception {
        for (String origin : List.of("https://evil.example", "null", "")) {
            HttpResponse<String> refused =
                    console.post("/console/sign-in", "none=0", origin, Map.of("token", ConsoleUnderTest.TOKEN));
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
        }
    }
}
