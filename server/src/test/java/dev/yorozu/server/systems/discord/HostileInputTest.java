package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody sends by accident gets a 4xx, and the store does not hear of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {
    private static final String CALLBACK = Browser.AUTH + "/discord/callback";
    private static final String USER = "80351110224678912";

    private final TestSite site =
            TestSite.of(InstantSource.system(), Storage.DOCUMENTED, Map.of("systems.discord.rates.me", "100000"));

    @AfterAll
    void stop() {
        site.close();
    }

    /** Trips beyond the one that counts the request. */
    private long trips(Request request) throws Exception {
        long before = site.store().trips();
        request.send();
        return site.store().trips() - before;
    }

    private interface Request {
        void send() throws Exception;
    }

    private String raw(String path, String... headers) throws IOException {
        StringBuilder request =
                new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return site.server().raw(request + "\r\n");
    }

    @Test
    void aHugeCookieIsRefusedBeforeAnythingLooksAtIt() throws Exception {
        assertThat(trips(() -> assertThat(raw(Browser.API + "/discord/me", "Cookie: sid=" + "A".repeat(1 << 20)))
                        .startsWith("HTTP/1.1 431")))
                .isZero();
    }

    @Test
    void aHugeStateReachesNoStore() throws Exception {
        assertThat(trips(() -> assertThat(raw(CALLBACK + "?code=x&state=" + "A".repeat(10_000)))
                        .startsWith("HTTP/1.1 414")))
                .isZero();
        assertThat(trips(() -> assertThat(raw(CALLBACK + "?code=x&state=" + "A".repeat(5_000)))
                        .startsWith("HTTP/1.1 400")
                        .endsWith("Invalid state or verifier")))
                .as("counted")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%00",
                "a%00b",
                "%zz",
                "%",
                "%c3%28",
                "%ff",
                "a:b",
                "*",
                "{x}",
                "..%2f..",
                "%0d%0aSet-Cookie:x",
                "é",
                "'",
                "\"",
                "%f0%9f%92%a9",
                "AAAAAAAAAAAAAAAAAAAAA",
                "%E2%80%AE"
            })
    void aStateThatIsNoneIsRefused(String state) throws Exception {
        String encoded = state.replace("\"", "%22").replace("{", "%7b").replace("}", "%7d");
        assertThat(trips(() ->
                        assertThat(raw(CALLBACK + "?code=x&state=" + encoded)).startsWith("HTTP/1.1 400")))
                .isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "*", "sess:x", "{AAAA}", "..", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!", "\u0000"})
    void aSidThatIsNoneIsNotLookedUp(String sid) throws Exception {
        assertThat(trips(() -> assertThat(raw(Browser.API + "/discord/me", "Cookie: sid=" + sid))
                        .containsPattern("HTTP/1.1 4(00|01)")))
                .isLessThanOrEqualTo(1);
    }

    @Test
    void aCodeOfAnyLengthConsumesNothingUnlessItCouldBeOne() throws Exception {
        Browser browser = site.browser();
        String state = browser.start("");
        Page page = browser.get(CALLBACK + "?state=" + state + "&code=" + "A".repeat(3000));

        assertThat(page.status()).isEqualTo(400);
        assertThat(browser.callback(state, USER).status()).isEqualTo(200);
    }

    @Test
    void aParameterThatIsGivenTwiceIsRefusedAndConsumesNothing() throws Exception {
        Browser browser = site.browser();
        String state = browser.start("");
        for (String query : List.of(
                "?code=x&code=y&state=" + state,
                "?code=x&state=" + state + "&state=" + state,
                "?error=a&error=b&state=" + state)) {
            assertThat(browser.get(CALLBACK + query).status()).as(query).isEqualTo(400);
        }

        assertThat(browser.callback(state, USER).status()).isEqualTo(200);
    }

    @Test
    void anErrorThatIsMarkupStaysText() throws Exception {
        Browser browser = site.browser();
        String error = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%0d%0a";
        Page page = browser.get(CALLBACK + "?error=" + error + "&state=" + browser.start(""));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).doesNotContain("alert(1)", "<script>");
        assertThat(page.body()).contains("discord_oauth_error=scriptalert1script");
    }

    @ParameterizedTest
    @EnumSource(Places.class)
    void aReturnNeverLeadsOffSiteAndNeverExecutes(Places places) throws Exception {
        for (String place : places.list()) {
            Browser browser = site.browser();
            Page page = browser.callback(browser.start(Browser.encoded(Map.of("returnTo", place))), USER);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.body())
                    .as(place)
                    .contains("href=\"/gacha\"", "0;url=/gacha\"")
                    .doesNotContainIgnoringCase("evil");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%00//evil.example", "%00", "/%7f/evil.example", "/%c0%af/evil.example", "/%zz"})
    void aReturnThatIsNoTextStartsNothing(String place) throws Exception {
        assertThat(trips(() -> assertThat(raw(Browser.AUTH + "/discord/start?returnTo=" + place))
                        .startsWith("HTTP/1.1 400")
                        .doesNotContain("Set-Cookie")))
                .as("counted")
                .isLessThanOrEqualTo(1);
    }

    /** Where nobody is sent. */
    private enum Places {
        OTHER_HOSTS(
                "//evil.example",
                "///evil.example",
                "////evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "\\/evil.example",
                "/\\/evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "/\r\n/evil.example",
                "/\u000b/evil.example",
                "/\u00a0/evil.example",
                "/\u2028/evil.example",
                "/\u200b/evil.example",
                "/\ufeff/evil.example",
                "/ /evil.example",
                "/%2fevil.example",
                "/%2Fevil.example",
                "/%5cevil.example",
                "/%5Cevil.example",
                "/%252fevil.example",
                "/%255cevil.example",
                "/%09/evil.example",
                "/%0a/evil.example",
                "/%0d%0aLocation:%20https://evil.example",
                "/.//evil.example",
                "/..//evil.example",
                "/./\\evil.example",
                "/x/..//evil.example",
                "/%2e//evil.example",
                "/%2e%2e//evil.example",
                "evil.example",
                "@evil.example",
                ".evil.example",
                "?//evil.example",
                "#//evil.example"),
        SCHEMES(
                "https://evil.example",
                "http://evil.example",
                "HTTPS://evil.example",
                "https:evil.example",
                "https:/evil.example",
                "https:\\\\evil.example",
                "javascript:alert('evil')",
                "JaVaScRiPt:alert('evil')",
                "java\nscript:alert('evil')",
                " javascript:alert('evil')",
                "\u0001javascript:alert('evil')",
                "data:text/html,<script>evil()</script>",
                "vbscript:evil",
                "blob:https://evil.example/x",
                "file:///evil",
                "ftp://evil.example",
                "ws://evil.example",
                "mailto:a@evil.example",
                "about:evil",
                "discord://evil.example",
                "x:evil"),
        PROGRAMS(
                "/api/evil",
                "/api",
                "/api?evil",
                "/API/evil",
                "/%61pi/evil",
                "/x/../api/evil",
                "/./api/evil",
                "/%2e/api/evil",
                "/discord/api/auth/logout?evil",
                "/discord/api/evil",
                "/a/" + "evil/".repeat(500)),
        NOTHING("", " ", "\t", "\n\r");

        private final List<String> list;

        Places(String... list) {
            this.list = List.of(list);
        }

        List<String> list() {
            return list;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/room",
                "/room?next=https%3A%2F%2Fexample.com&a=b",
                "/room?next=https://example.com//x#part",
                "/部屋/一覧?名=値",
                "/apiary",
                "/a//b",
                "/a:b",
                "/a room?q=a b#the part",
                "/%E9%83%A8",
                "/<script>alert(1)</script>",
                "/\"onmouseover=\"alert(1)",
                "/';alert(1)//"
            })
    void aPathOfTheSiteIsKeptAndEscaped(String path) throws Exception {
        Browser browser = site.browser();
        Page page = browser.callback(browser.start(Browser.encoded(Map.of("returnTo", " " + path + " "))), USER);
        String escaped = path.replace("&", "&amp;")
                .replace("\"", "&#34;")
                .replace("'", "&#39;")
                .replace("<", "&lt;");

        assertThat(page.body()).contains("href=\"" + escaped + "\"", "0;url=" + escaped + "\"");
        assertThat(page.body()).doesNotContain("<script>alert", "onmouseover=\"alert");
    }
}
