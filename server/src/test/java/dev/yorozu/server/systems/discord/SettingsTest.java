package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.systems.discord.Browser.Page;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the settings of this system change, and what happens where they are missing or wrong. */
class SettingsTest {
    private static final String START = Browser.AUTH + "/discord/start";
    private static final String USER = "80351110224678912";

    private static TestSite site(String... settings) {
        Map<String, String> given = IntStream.range(0, settings.length / 2)
                .boxed()
                .collect(Collectors.toMap(i -> settings[2 * i], i -> settings[2 * i + 1]));
        return TestSite.of(InstantSource.system(), Storage.DOCUMENTED, given);
    }

    private static String redirectUri(Page page) {
        return DiscordStandIn.form(page.header("Location").split("\\?", 2)[1]).getOrDefault("redirect_uri", "");
    }

    @Test
    void whereDiscordSendsPeopleBackToCanBeSet() throws Exception {
        try (TestSite site = site("systems.discord.redirectUri", "https://example.com/back")) {
            assertThat(redirectUri(site.browser().get(START))).isEqualTo("https://example.com/back");
        }
        try (TestSite site = site("systems.discord.siteOrigin", "https://example.com")) {
            Page page = site.browser().get(START);
            assertThat(redirectUri(page)).isEqualTo("https://example.com/discord/api/auth/discord/callback");
            assertThat(page.setting("d_state")).singleElement().asString().contains("; Secure;");
        }
    }

    /** The documented names of cookies cannot be bound to the host; this one is ours. */
    @Test
    void underHttpsNoOtherHostOfTheSiteCanSetTheCookieOfTheQuestion() throws Exception {
        try (TestSite site = site("systems.discord.siteOrigin", "https://example.com")) {
            Browser browser = site.browser();
            String state = site.browser().start("");
            Page asking = browser.callback(state, USER);
            Map<String, String> form = Map.of("state", state, "answer", "yes");
            Page answered = browser.submit(Browser.AUTH + "/discord/callback", form, "Origin", "https://example.com");

            assertThat(asking.setting("__Host-d_question"))
                    .singleElement()
                    .asString()
                    .endsWith("; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax");
            assertThat(answered.setting("sid")).hasSize(1);
            assertThat(browser.cookies()).doesNotContainKey("__Host-d_question");
        }
    }

    @Test
    void aSiteThatNobodyNamedAndThatIsNotLocalHasNoWayBack() throws Exception {
        try (TestSite site = site()) {
            String reply =
                    site.server().raw("GET " + START + " HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n");
            assertThat(reply)
                    .startsWith("HTTP/1.1 500")
                    .endsWith("{\"ok\":false,\"error\":\"Discord redirect_uri is not configured\"}")
                    .doesNotContain("Set-Cookie");
            assertThat(site.store().trips()).as("one for the rate").isEqualTo(1);
        }
    }

    @Test
    void withoutAClientNobodySignsInAndTheReasonIsTold() throws Exception {
        try (TestSite site = site("systems.discord.clientId", "")) {
            assertThat(site.browser().get(START).status()).isEqualTo(500);
            assertThat(site.browser().get(START).error()).isEqualTo("Discord client id and secret are not configured");
            assertThat(site.browser().me().status()).isEqualTo(401);
        }
    }

    @Test
    void withoutAKeyThereAreNoShareLinksAndTheReasonIsTold() throws Exception {
        try (TestSite site = site("systems.discord.receive.key", "")) {
            Page page = site.browser().get(Browser.API + "/receive/resolve?t=AAAAAAAAAA");
            assertThat(page.status()).isEqualTo(500);
            assertThat(page.error()).isEqualTo("Share links are not configured: set RECEIVE_TOKEN_KEY");
        }
    }

    @Test
    void anyoneMakesLinksWhereTheSettingSaysSo() throws Exception {
        try (TestSite site = site("systems.discord.receive.requireSession", "off")) {
            Browser anyone = site.browser();
            String body = "{\"csrf\":\"" + anyone.csrf() + "\",\"url\":\"https://a.blob.vercel-storage.com/x\"}";
            assertThat(anyone.post(Browser.API + "/receive/token", body).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void theMountMovesEveryAddress() throws Exception {
        try (TestSite site = site("systems.discord.mount", "/")) {
            Page page = site.browser().get("/api/auth/discord/start");
            assertThat(redirectUri(page)).endsWith(site.server().server().port() + "/api/auth/discord/callback");
        }
    }

    @Test
    void theCsrfCookieCanBeSharedByADomain() throws Exception {
        try (TestSite site = site("systems.discord.cookieDomain", "example.com")) {
            Page page = site.browser().get(Browser.API + "/blob/csrf");
            assertThat(page.setting("csrf"))
                    .singleElement()
                    .asString()
                    .endsWith("; Domain=example.com; Path=/; HttpOnly; SameSite=Lax");
        }
    }

    @Test
    void fewerSessionsCanBeAllowed() throws Exception {
        try (TestSite site = site("systems.discord.session.maxPerUser", "1", "systems.discord.session.life", "1h")) {
            Browser first = site.browser();
            first.signIn(USER);
            Page page = site.browser().callback(first.start(""), USER);
            assertThat(page.status()).isEqualTo(200);
            assertThat(site.sessions().list(USER)).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "systems.discord.receive.key | tooshort | must be 32 bytes in base64url, base64, hex or plain text",
                "systems.discord.receive.oldKeys | tooshort | must be keys as in receive.key",
                "systems.discord.siteOrigin | https://example.com/path | must be an origin such as https://example.com",
                "systems.discord.apiUrl | http://discord.example | must be an https address, or an http one on localhost",
                "systems.discord.mount | discord/ | must be a path such as /discord",
                "systems.discord.receive.hosts | a b | must be host names",
                "trustedProxies | proxy.example.com | must be addresses or blocks",
                "storage | plain | must be one of documented, hardened"
            })
    void aWrongSettingStopsTheStartWithOneSentence(String name, String value, String sentence) {
        assertThatThrownBy(() -> site(name, value).close())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(sentence)
                .hasMessageStartingWith("Setting " + name);
    }

    @Test
    void settingsThatContradictEachOtherStopTheStart() {
        assertThatThrownBy(() -> site("systems.discord.session.life", "1m", "systems.discord.session.touchEvery", "2m")
                        .close())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("touchEvery must be shorter");
        assertThatThrownBy(() -> site("systems.discord.receive.maxLife", "1d").close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("defaultLife must not be longer");
    }

    @Test
    void aWrongKeyIsNotShown() {
        assertThatThrownBy(() -> site("systems.discord.receive.key", "tooshort-but-secret")
                        .close())
                .hasMessageNotContaining("tooshort-but-secret");
    }
}
