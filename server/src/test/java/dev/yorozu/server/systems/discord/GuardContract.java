package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands before the routes, in its order; the store is asked by the last step alone. */
abstract class GuardContract {
    private static final List<String> READING =
            List.of("/blob/csrf", "/discord/csrf", "/discord/me", "/receive/resolve");
    private static final List<String> CHANGING = List.of("/auth/logout", "/receive/token", "/receive/delete");
    private static final String LOGOUT = Browser.AUTH + "/logout";

    private final HeldClock clock = HeldClock.start();
    private final TestSite site;
    private final Browser browser;

    GuardContract(Storage storage) {
        site = TestSite.of(
                clock,
                storage,
                Map.of(
                        "systems.discord.siteOrigin", "https://example.com",
                        "systems.discord.allowedOrigins", "https://app.example.net:8443"));
        browser = site.browser();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private void untouched(long before) {
        assertThat(site.store().trips()).as("trips to the store").isEqualTo(before);
    }

    @Test
    void everyRouteTellsThatItIsThere() throws Exception {
        for (String route : READING) {
            assertThat(browser.get(Browser.API + route + "?health").body())
                    .isEqualTo("{\"ok\":true,\"route\":\"/api" + route + "\"}");
        }
        for (String route : CHANGING) {
            Page page = browser.get(Browser.API + route + "?health", "Origin", "https://evil.example");
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.body()).isEqualTo("{\"ok\":true,\"route\":\"/api" + route + "\"}");
        }
        untouched(0);
    }

    @Test
    void aWrongMethodIsRefused() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "FANCY")) {
            for (String route : READING) {
                Page page = browser.method(method, Browser.API + route + "?health");
                assertThat(page.status()).as(method + " " + route).isEqualTo(405);
                assertThat(page.header("Allow")).isEqualTo("GET, HEAD");
                assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"Method Not Allowed\"}");
            }
        }
        for (String route : CHANGING) {
            Page page = browser.get(Browser.API + route);
            assertThat(page.status()).isEqualTo(405);
            assertThat(page.header("Allow")).isEqualTo("POST");
        }
        untouched(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "\"x\"", "null", "{\"a\":1,\"a\":2}", "{} {}", "a=b", "{\"a\":\u0000}"})
    void aBodyThatIsNoObjectInJsonIsRefused(String body) throws Exception {
        Page page = browser.post(LOGOUT, body, "Origin", "https://evil.example");

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"Bad Request: the body is not a JSON object\"}");
        untouched(0);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin, https://evil.example",
        "Origin, 'null'",
        "Origin, https://example.com.evil.example",
        "Origin, https://evil.example@example.com",
        "Origin, http://example.com",
        "Origin, https://example.com:444",
        "Origin, https://api.example.com",
        "Origin, 'https://example.com, https://evil.example'",
        "Origin, file://example.com",
        "Referer, https://evil.example/https://example.com",
        "Referer, nonsense",
        "Referer, https://example.com%2f@evil.example/"
    })
    void aForeignPageIsRefused(String header, String value) throws Exception {
        Page changing = browser.post(LOGOUT, "{}", header, value);
        Page reading = browser.get(Browser.API + "/discord/me", header, value);

        for (Page page : List.of(changing, reading)) {
            assertThat(page.status()).isEqualTo(403);
            assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"Forbidden: origin not allowed\"}");
        }
        untouched(0);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin, https://example.com",
        "Origin, HTTPS://EXAMPLE.COM:443",
        "Origin, https://www.example.com",
        "Origin, https://app.example.net:8443",
        "Referer, https://www.example.com/path?query"
    })
    void thePagesOfTheSiteMayCall(String header, String value) throws Exception {
        assertThat(browser.get(Browser.API + "/discord/me", header, value).status())
                .isEqualTo(401);
    }

    @Test
    void thePagesOfTheServerItselfMayCall() throws Exception {
        String own = site.server().server().url().toString();

        assertThat(browser.get(Browser.API + "/discord/me", "Origin", own).status())
                .isEqualTo(401);
        assertThat(browser.get(Browser.API + "/discord/me", "Referer", own + "/x")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aChangeWithoutTheRightTokenIsRefused() throws Exception {
        String token = "t".repeat(43);
        browser.with("discord_csrf", token);
        for (String body :
                List.of("{}", "", "{\"csrf\":\"\"}", "{\"csrf\":\"x\"}", "{\"csrf\":7}", "{\"csrf\":null}")) {
            Page page = browser.post(LOGOUT, body);
            assertThat(page.status()).as(body).isEqualTo(403);
            assertThat(page.body())
                    .isEqualTo("{\"ok\":false,\"error\":\"Forbidden: invalid CSRF token\","
                            + "\"errorCode\":\"csrf_token_mismatch\"}");
        }
        assertThat(site.browser().post(LOGOUT, "{\"csrf\":\"" + token + "\"}").status())
                .isEqualTo(403);
        assertThat(site.browser()
                        .post(LOGOUT, "{\"csrf\":\"\"}", "Cookie", "discord_csrf=")
                        .status())
                .isEqualTo(403);
        untouched(0);
    }

    @Test
    void eitherTokenOpensWithTheBodyOrWithAHeader() throws Exception {
        String blob =
                browser.get(Browser.API + "/blob/csrf").json().text("token").orElseThrow();
        String discord = browser.csrf();

        assertThat(browser.post(LOGOUT, "{\"csrf\":\"" + blob + "\"}").status()).isEqualTo(200);
        assertThat(browser.post(LOGOUT, "{\"csrf\":\"" + discord + "\"}").status())
                .isEqualTo(200);
        assertThat(browser.post(LOGOUT, "", "X-CSRF-Token", discord).status()).isEqualTo(200);
        assertThat(browser.post(LOGOUT, "{}", "X-CSRF-Token", blob).status()).isEqualTo(200);
    }

    @Test
    void aTokenHas32RandomBytesAndItsCookieEndsWithTheBrowser() throws Exception {
        for (String[] each : new String[][] {{"/blob/csrf", "csrf"}, {"/discord/csrf", "discord_csrf"}}) {
            Page page = browser.get(Browser.API + each[0]);
            String token = page.json().text("token").orElseThrow();
            assertThat(page.body()).isEqualTo("{\"ok\":true,\"token\":\"" + token + "\"}");
            assertThat(token).matches("[A-Za-z0-9_-]{43}");
            assertThat(page.setting(each[1]))
                    .containsExactly(each[1] + "=" + token + "; Path=/; HttpOnly; Secure; SameSite=Lax");
            assertThat(page.header("Cache-Control")).isEqualTo("no-store, max-age=0, must-revalidate");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/blob/csrf, 120",
        "/discord/csrf, 120",
        "/discord/me, 120",
        "/receive/resolve, 120",
        "/auth/logout, 30",
        "/receive/token, 30",
        "/receive/delete, 10"
    })
    void whoAsksTooOftenIsToldHowLongToWait(String route, int limit) throws Exception {
        clock.advance(Duration.ofSeconds(17));
        String token = "t".repeat(43);
        browser.with("csrf", token);
        boolean changing = CHANGING.contains(route);
        String path = Browser.API + route;
        for (int i = 0; i < limit; i++) {
            Page page = changing ? browser.post(path, "{\"csrf\":\"" + token + "\"}") : browser.get(path);
            assertThat(page.status()).isNotEqualTo(429);
        }
        Page refused = changing ? browser.post(path, "{\"csrf\":\"" + token + "\"}") : browser.get(path);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).isEqualTo("{\"ok\":false,\"error\":\"Too Many Requests\"}");
        assertThat(refused.header("Retry-After")).isEqualTo("43");
        clock.advance(Duration.ofSeconds(43));
        assertThat((changing ? browser.post(path, "{\"csrf\":\"" + token + "\"}") : browser.get(path)).status())
                .isNotEqualTo(429);
    }
}
