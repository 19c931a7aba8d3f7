package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Starting a sign-in, coming back from it, and being signed in. */
abstract class SignInContract {
    private static final String START = Browser.AUTH + "/discord/start";
    private static final String CALLBACK = Browser.AUTH + "/discord/callback";
    private static final String USER = "80351110224678912";

    private final TestSite site;
    private final Browser browser;

    SignInContract(Storage storage) {
        site = TestSite.of(storage);
        browser = site.browser();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void signingInLettingPagesAskAndSigningOutAgain() throws Exception {
        String sid = browser.signIn(USER);
        Page me = browser.me();
        Page out = browser.logout("");
        Page after = browser.with("sid", sid).me();

        assertThat(sid).matches(TestSite.SID);
        assertThat(me.status()).isEqualTo(200);
        assertThat(me.body())
                .isEqualTo("{\"ok\":true,\"loggedIn\":true,\"user\":{\"id\":\"80351110224678912\",\"name\":\"nelly\","
                        + "\"avatar\":\"a_d5efa99b3eeaa7dd43acca82f5692432\"}}");
        assertThat(out.body()).isEqualTo("{\"ok\":true}");
        assertThat(out.setting("sid")).singleElement().asString().startsWith("sid=; Path=/; Max-Age=0");
        assertThat(after.status()).isEqualTo(401);
        assertThat(after.body()).isEqualTo("{\"ok\":false,\"error\":\"invalid session\"}");
    }

    @Test
    void theStartSendsTheBrowserToDiscordWithTheParametersInTheirOrder() throws Exception {
        Page page = browser.get(START);
        URI location = URI.create(page.header("Location"));
        Map<String, String> query = DiscordStandIn.form(location.getRawQuery());

        assertThat(page.status()).isEqualTo(302);
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(location.toString()).startsWith(site.discord().url() + "/oauth2/authorize?");
        List<String> names = new ArrayList<>();
        for (String pair : location.getRawQuery().split("&", -1)) {
            names.add(pair.split("=", 2)[0]);
        }
        assertThat(names)
                .containsExactly(
                        "response_type",
                        "client_id",
                        "redirect_uri",
                        "scope",
                        "state",
                        "code_challenge",
                        "code_challenge_method",
                        "prompt");
        assertThat(query)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", DiscordStandIn.CLIENT_ID)
                .containsEntry("redirect_uri", site.server().uri(CALLBACK).toString())
                .containsEntry("scope", "identify guilds")
                .containsEntry("state", browser.cookie("d_state"))
                .containsEntry(
                        "code_challenge", Digests.base64url(browser.cookies().getOrDefault("d_verifier", "")))
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("prompt", "consent");
    }

    @Test
    void theStartSetsItsCookiesForTenMinutes() throws Exception {
        Page page = browser.get(START);

        assertThat(browser.cookie("d_state")).matches("[A-Za-z0-9_-]{22}");
        assertThat(browser.cookie("d_verifier")).matches("[A-Za-z0-9_-]{43}");
        assertThat(browser.cookies())
                .containsEntry("d_login_context", "browser")
                .doesNotContainKey("d_pwa_bridge");
        for (String name : List.of("d_state", "d_verifier", "d_login_context")) {
            assertThat(page.setting(name))
                    .singleElement()
                    .asString()
                    .endsWith("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax");
        }
        assertThat(page.setting("d_pwa_bridge")).singleElement().asString().contains("d_pwa_bridge=;", "Max-Age=0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pwa", "PWA", "Pwa"})
    void anAppGetsABridge(String context) throws Exception {
        browser.get(START + "?context=" + context);

        assertThat(browser.cookies()).containsEntry("d_login_context", "pwa");
        assertThat(browser.cookie("d_pwa_bridge")).matches("[A-Za-z0-9_-]{43}");
    }

    @ParameterizedTest
    @CsvSource({
        "'?format=json', '*/*', true",
        "'', application/json, true",
        "'', application/json;q=0.9, true",
        "'', 'text/html, application/problem+json; q=0.1', true",
        "'', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false",
        "'?format=html', 'text/html', false"
    })
    void programsGetJsonAndBrowsersARedirect(String query, String accept, boolean json) throws Exception {
        Page page = browser.get(START + query, "Accept", accept);

        assertThat(page.status()).isEqualTo(json ? 200 : 302);
        if (json) {
            Document body = page.json();
            String address = body.text("authorizeUrl").orElseThrow();
            assertThat(body.names()).containsExactly("ok", "authorizeUrl", "appAuthorizeUrl", "state");
            assertThat(body.text("state")).contains(browser.cookie("d_state"));
            assertThat(body.text("appAuthorizeUrl"))
                    .contains(address.replace(site.discord().url(), "discord://discord.com"));
            assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        }
    }

    @Test
    void aSuccessIsAPageThatLeadsOnAndNeverARedirect() throws Exception {
        String state = browser.start("returnTo=%2Froom%3Fa%3D1%26b%3D%22x%22");
        Page page = browser.callback(state, USER);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy"))
                .matches("default-src 'none'; script-src 'nonce-[A-Za-z0-9_-]{22}'; style-src 'self'; img-src 'self';"
                        + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
        assertThat(page.body()).contains("0;url=/room?a=1&amp;b=&#34;x&#34;", "href=\"/room?a=1&amp;b=&#34;x&#34;\"");
        assertThat(page.setting("sid"))
                .singleElement()
                .asString()
                .matches("sid=" + TestSite.SID + "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax");
        for (String name : List.of("d_state", "d_verifier", "d_login_context")) {
            assertThat(page.setting(name)).singleElement().asString().contains("Max-Age=0");
        }
    }

    @Test
    void aProgramIsToldWhereToGo() throws Exception {
        Page page = browser.callback(browser.start("context=pwa"), USER, "Accept", "application/json");

        assertThat(page.body()).isEqualTo("{\"ok\":true,\"redirectTo\":\"/gacha\",\"loginContext\":\"pwa\"}");
        assertThat(browser.me().status()).isEqualTo(200);
    }

    @Test
    void aProgramThatAsksForJsonIsAnsweredInJsonWhateverHappens() throws Exception {
        String json = CALLBACK + "?format=json";
        String denied = browser.start("");
        Map<String, Page> pages = new LinkedHashMap<>();
        pages.put("400 Invalid state or verifier", browser.get(json));
        pages.put("400 OAuth error", browser.get(json + "&error=access_denied&state=" + denied));
        pages.put("400 The query gives a name twice: leave one out.", browser.get(json + "&state=a&state=b"));
        String foreign = browser.start("");
        pages.put("400 Invalid state or verifier ", site.browser().get(json + "&code=x&state=" + foreign));
        site.discord().userAnswers(503, "{}");
        String unknown = browser.start("");
        pages.put("401 Fetch /users/@me failed: 503", browser.get(json + "&code=x&state=" + unknown));
        site.discord().tokenAnswers(500, "{}");
        String failing = browser.start("");
        pages.put("401 Token exchange failed: 500", browser.get(json + "&code=x&state=" + failing));
        pages.put("403 Forbidden: origin not allowed", browser.submit(json, Map.of("state", failing)));

        pages.forEach((expected, page) -> {
            assertThat(page.header("Content-Type")).as(expected).startsWith("application/json");
            assertThat(page.json().flag("ok")).contains(false);
            assertThat((page.status() + " " + page.error()).strip()).isEqualTo(expected.strip());
            assertThat(page.setting("sid")).isEmpty();
        });
        assertThat(site.discord().tokenForms()).as("exchanged codes").hasSize(2);
    }

    /** It runs beside the browser that came back, and may not share its cookies. */
    @Test
    void anAppThatKeptItsCookiesCanClaimItsSessionAsWell() throws Exception {
        String state = browser.start("context=pwa");
        String bridge = browser.cookie("d_pwa_bridge");
        browser.callback(state, USER);
        Browser app = site.browser().with("d_pwa_bridge", bridge);

        assertThat(browser.me().status()).isEqualTo(200);
        assertThat(app.claim("{\"state\":\"" + state + "\"}").body()).isEqualTo("{\"ok\":true,\"claimed\":true}");
        assertThat(app.cookie("sid")).isEqualTo(browser.cookie("sid"));
        assertThat(app.me().status()).isEqualTo(200);
        assertThat(browser.me().status()).isEqualTo(200);
    }

    @Test
    void whatTheServerAroundFindsIsToldInTheFormOfThisSystem() throws Exception {
        Page twice = browser.get(Browser.API + "/receive/resolve?t=a&t=b");
        Page method = browser.method("PUT", CALLBACK);
        Page claim = browser.get(Browser.AUTH + "/discord/claim-session");
        Page start = browser.method("POST", START);

        assertThat(twice.status()).isEqualTo(400);
        assertThat(twice.body()).isEqualTo("{\"ok\":false,\"error\":\"The query gives a name twice: leave one out.\"}");
        for (Page page : List.of(method, claim, start)) {
            assertThat(page.status()).isEqualTo(405);
            assertThat(page.header("Allow")).isNotEmpty();
            assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"Method Not Allowed\"}");
        }
    }

    @Test
    void theExchangeCarriesWhatDiscordAsksFor() throws Exception {
        String state = browser.start("");
        String verifier = browser.cookie("d_verifier");
        browser.callback(state, USER);

        assertThat(site.discord().tokenForms())
                .singleElement()
                .isEqualTo(Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        "code~" + USER,
                        "redirect_uri",
                        site.server().uri(CALLBACK).toString(),
                        "code_verifier",
                        verifier,
                        "client_id",
                        DiscordStandIn.CLIENT_ID,
                        "client_secret",
                        DiscordStandIn.CLIENT_SECRET));
    }

    @Test
    void aStateIsGoodOnce() throws Exception {
        String state = browser.start("");
        Map<String, String> started = Map.copyOf(browser.cookies());
        browser.callback(state, USER);
        started.forEach(browser::with);
        Page again = browser.callback(state, USER);

        assertThat(again.status()).isEqualTo(400);
        assertThat(again.body()).isEqualTo("Invalid state or verifier");
        assertThat(site.discord().tokenForms()).hasSize(1);
    }

    @Test
    void whatMissesCodeOrStateConsumesNothing() throws Exception {
        String state = browser.start("");
        for (String query : List.of("", "?code=x", "?state=" + state, "?code=&state=" + state)) {
            Page page = browser.get(CALLBACK + query);
            assertThat(page.status()).as(query).isEqualTo(400);
            assertThat(page.body()).isEqualTo("Invalid state or verifier");
        }

        assertThat(browser.callback(state, USER).status()).isEqualTo(200);
    }

    @Test
    void aRefusalAtDiscordLeadsBackWithItsReason() throws Exception {
        String state = browser.start("returnTo=/room%23part");
        Page page = browser.get(CALLBACK + "?error=access_denied&state=" + state);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("href=\"/room?discord_oauth_error=access_denied#part\"");
        for (String name : List.of("d_state", "d_verifier", "d_login_context", "d_pwa_bridge")) {
            assertThat(page.setting(name)).singleElement().asString().contains("Max-Age=0");
        }
        assertThat(browser.callback(state, USER).status()).isEqualTo(400);
    }

    @Test
    void aRefusalAtDiscordIsToldToPrograms() throws Exception {
        String state = browser.start("");
        Page page = browser.get(CALLBACK + "?error=access_denied&state=" + state, "Accept", "application/json");

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.body())
                .isEqualTo("{\"ok\":false,\"error\":\"OAuth error\",\"oauthError\":\"access_denied\","
                        + "\"redirectTo\":\"/gacha?discord_oauth_error=access_denied\"}");
    }

    @Test
    void theSessionThatABrowserHadBeforeEndsWithItsNextSignIn() throws Exception {
        String before = browser.signIn(USER);
        String after = browser.signIn(USER);

        assertThat(after).isNotEqualTo(before);
        assertThat(site.browser().with("sid", before).me().status()).isEqualTo(401);
        assertThat(site.sessions().list(USER)).hasSize(1);
    }

    @Test
    void aSixthSignInEndsTheOldest() throws Exception {
        List<String> sids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sids.add(site.browser().signIn(USER));
        }

        assertThat(site.browser().with("sid", sids.getFirst()).me().status()).isEqualTo(401);
        assertThat(site.browser().with("sid", sids.getLast()).me().status()).isEqualTo(200);
        assertThat(site.sessions().list(USER)).hasSize(5);
    }
}
