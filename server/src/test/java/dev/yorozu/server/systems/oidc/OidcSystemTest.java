package dev.yorozu.server.systems.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.systems.Host;
import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sign-in against a provider that others wrote. */
class OidcSystemTest {
    private static final String STATE = "oidc_state";
    private static final String SID = "oidc_sid";

    private IndependentProvider provider;
    private OidcSiteUnderTest site;

    @BeforeEach
    void start() throws IOException {
        provider = new IndependentProvider();
        site = new OidcSiteUnderTest(provider.issuer(), Map.of("systems.oidc.clientSecret", "the secret: of + this"));
    }

    @AfterEach
    void stop() {
        site.close();
        provider.close();
    }

    private static String error(HttpResponse<String> response) {
        return response.statusCode() + " "
                + Document.parse(response.body()).orElseThrow().text("error").orElseThrow();
    }

    @Test
    void signingInLeadsBackWithASessionOfThisSite() throws Exception {
        Visitor visitor = site.visitor();
        provider.nextToken(Map.of("name", "Alice Example"));
        HttpResponse<String> arrival = visitor.get(visitor.goToProvider("?returnTo=/the%20room/%E9%83%A8?a=1"));
        assertThat(arrival.statusCode()).isEqualTo(302);
        assertThat(Visitor.location(arrival)).isEqualTo("/the%20room/%E9%83%A8?a=1");
        assertThat(arrival.headers().allValues("Set-Cookie"))
                .anySatisfy(cookie -> assertThat(cookie)
                        .matches(SID + "=[A-Za-z0-9_-]{32}; Path=/; Max-Age=2\\d{6}; HttpOnly; SameSite=Lax"));
        assertThat(visitor.cookies).containsOnlyKeys(SID);
        HttpResponse<String> me = visitor.get("/oidc/me");
        assertThat(me.statusCode()).isEqualTo(200);
        assertThat(me.body())
                .isEqualTo("{\"ok\":true,\"loggedIn\":true,\"user\":{\"id\":\""
                        + Digests.base64url(provider.issuer() + "\nalice") + "\",\"issuer\":\"" + provider.issuer()
                        + "\",\"subject\":\"alice\",\"name\":\"Alice Example\"}}");
        assertThat(site.keys())
                .containsEntry("oidc:session:{sid}", 1)
                .containsEntry("oidc:user:{uid}:sessions", 1)
                .doesNotContainKey("oidc:auth:{state}");
    }

    @Test
    void signingOutEndsTheSessionAndLeavesNothingOfIt() throws Exception {
        Visitor visitor = site.visitor();
        visitor.signIn();
        String sid = visitor.cookies.get(SID);
        assertThat(visitor.logout().statusCode()).isEqualTo(200);
        assertThat(visitor.cookies).isEmpty();
        visitor.cookies.put(SID, sid);
        assertThat(error(visitor.get("/oidc/me"))).isEqualTo("401 not_signed_in");
        assertThat(site.keys()).doesNotContainKeys("oidc:session:{sid}", "oidc:user:{uid}:sessions");
    }

    @Test
    void anotherSitesPageCannotSignAnybodyOut() throws Exception {
        Visitor visitor = site.visitor();
        visitor.signIn();
        assertThat(error(visitor.post("/oidc/logout"))).isEqualTo("403 foreign_origin");
        assertThat(error(visitor.post("/oidc/logout", "Origin", "https://evil.example")))
                .isEqualTo("403 foreign_origin");
        assertThat(error(visitor.post("/oidc/logout", "Origin", "null"))).isEqualTo("403 foreign_origin");
        assertThat(visitor.get("/oidc/me").statusCode()).isEqualTo(200);
    }

    @Test
    void aSignOutThatSaysTwiceFromWhereIsRefusedAlsoWithoutASession() throws Exception {
        Visitor visitor = site.visitor();
        String own = site.server().server().url().toString();
        assertThat(error(visitor.post("/oidc/logout?all=1&all=1", "Origin", own)))
                .isEqualTo("400 bad_request");
        assertThat(visitor.post("/oidc/logout?all=1", "Origin", own).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aKeyThatHoldsSomethingElseIsAFaultOfTheStore() throws Exception {
        Visitor visitor = site.visitor();
        visitor.signIn();
        site.misplaceIndex();
        String own = site.server().server().url().toString();
        assertThat(error(visitor.post("/oidc/logout?all=1", "Origin", own))).isEqualTo("503 store_unavailable");
    }

    @Test
    void signingInAgainGivesANewSidAndEndsTheOldSession() throws Exception {
        Visitor visitor = site.visitor();
        visitor.signIn();
        String first = visitor.cookies.get(SID);
        visitor.signIn();
        assertThat(visitor.cookies.get(SID)).isNotEqualTo(first);
        assertThat(site.sessions()).isEqualTo(1);
    }

    static Stream<Map<String, Object>> wrongClaims() {
        return Stream.of(
                Map.of("nonce", "another"),
                Map.of("iss", "https://evil.example"),
                Map.of("aud", "another-client"),
                Map.of("sub", ""),
                Map.of("nbf", 4_102_444_800L),
                Map.of("iat", 4_102_444_800L));
    }

    @ParameterizedTest
    @MethodSource("wrongClaims")
    void aTokenThatIsNotForThisSignInIsRefused(Map<String, Object> claims) throws Exception {
        provider.nextToken(claims);
        Visitor visitor = site.visitor();
        assertThat(error(visitor.signIn())).isEqualTo("401 refused");
        assertThat(visitor.cookies).isEmpty();
        assertThat(site.sessions()).isZero();
    }

    @Test
    void anExpiredTokenIsRefused() throws Exception {
        provider.nextToken(Map.of(), -31);
        assertThat(error(site.visitor().signIn())).isEqualTo("401 refused");
        assertThat(site.sessions()).isZero();
    }

    @Test
    void aChangedKeyIsFetchedOnceThePauseIsOver() throws Exception {
        assertThat(site.visitor().signIn().statusCode()).isEqualTo(302);
        provider.changeKey();
        assertThat(error(site.visitor().signIn())).isEqualTo("401 refused");
        site.putForward(SigningKeys.PAUSE);
        assertThat(site.visitor().signIn().statusCode()).isEqualTo(302);
    }

    @Test
    void aStateIsGoodForOneReturn() throws Exception {
        Visitor visitor = site.visitor();
        String callback = visitor.goToProvider("");
        String state = visitor.cookies.get(STATE);
        assertThat(visitor.get(callback).statusCode()).isEqualTo(302);
        visitor.cookies.put(STATE, state);
        assertThat(error(visitor.get(callback))).isEqualTo("400 state_used");
        assertThat(site.sessions()).isEqualTo(1);
    }

    @Test
    void aReturnInAnotherBrowserSignsNobodyInAndSpoilsNothing() throws Exception {
        Visitor visitor = site.visitor();
        String callback = visitor.goToProvider("");
        Visitor victim = site.visitor();
        assertThat(error(victim.get(callback))).isEqualTo("400 state_mismatch");
        victim.goToProvider("");
        assertThat(error(victim.get(callback))).isEqualTo("400 state_mismatch");
        assertThat(victim.cookies).doesNotContainKey(SID);
        assertThat(visitor.get(callback).statusCode()).isEqualTo(302);
    }

    @Test
    void aRefusalOfTheProviderEndsTheSignIn() throws Exception {
        Visitor visitor = site.visitor();
        visitor.goToProvider("");
        String state = visitor.cookies.get(STATE);
        assertThat(error(visitor.get("/oidc/callback?error=access_denied&state=" + state)))
                .isEqualTo("401 denied");
        assertThat(site.keys()).doesNotContainKey("oidc:auth:{state}");
    }

    /** A browser shows a page with a way back; a program, or who asks for it, still gets JSON. */
    @Test
    void whoCancelsIsToldSoOnAPageWithAWayToTryAgain() throws Exception {
        String html = "text/html,application/xhtml+xml,*/*;q=0.8";
        Visitor visitor = site.visitor();
        visitor.goToProvider("?returnTo=/welcome?a=1");
        String state = visitor.cookies.get(STATE);
        HttpResponse<String> page = visitor.get(
                "/oidc/callback?error=access_denied&state=" + state, "Accept", html, "Accept-Language", "ja");
        assertThat(page.statusCode()).isEqualTo(401);
        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(page.body())
                .contains("<html lang=\"ja\">", "ログインしませんでした", "href=\"/oidc/start?returnTo=%2Fwelcome%3Fa%3D1\"")
                .doesNotContain(state, "{\"error\"");
        assertThat(visitor.cookies).isEmpty();

        visitor.goToProvider("");
        assertThat(error(visitor.get(
                        "/oidc/callback?format=json&error=access_denied&state=" + visitor.cookies.get(STATE),
                        "Accept",
                        html)))
                .isEqualTo("401 denied");
        assertThat(visitor.get("/oidc/callback?state=x&code=y", "Accept", html).body())
                .contains("This sign-in was begun elsewhere", "href=\"/oidc/start\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"&code=", "", "&code=%20"})
    void aReturnWithoutACodeConsumesNothing(String code) throws Exception {
        Visitor visitor = site.visitor();
        String callback = visitor.goToProvider("");
        String state = visitor.cookies.get(STATE);
        assertThat(error(visitor.get("/oidc/callback?state=" + state + code))).isEqualTo("400 code_missing");
        assertThat(visitor.get(callback).statusCode()).isEqualTo(302);
    }

    @Test
    void aReturnThatNamesAnotherIssuerIsRefused() throws Exception {
        Visitor visitor = site.visitor();
        assertThat(error(visitor.get(visitor.goToProvider("") + "&iss=https://evil.example")))
                .isEqualTo("401 refused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "/%5Cevil.example",
                "https:%2F%2Fevil.example",
                "javascript:alert(1)",
                "/%09/evil.example",
                "/api/admin",
                ""
            })
    void nobodyIsLedOffTheSite(String returnTo) throws Exception {
        Visitor visitor = site.visitor();
        HttpResponse<String> arrival = visitor.get(visitor.goToProvider("?returnTo=" + returnTo));
        assertThat(Visitor.location(arrival)).isEqualTo("/");
    }

    @Test
    void underHttpsTheCookiesAreBoundToTheHost() throws Exception {
        try (OidcSiteUnderTest secure =
                new OidcSiteUnderTest(provider.issuer(), Map.of("systems.oidc.siteOrigin", "https://site.example"))) {
            HttpResponse<String> start = secure.visitor().get("/oidc/start");
            assertThat(start.headers().allValues("Set-Cookie"))
                    .singleElement()
                    .asString()
                    .matches(
                            "__Host-oidc_state=[A-Za-z0-9_-]{22}; Path=/; Max-Age=600; HttpOnly; Secure; SameSite=Lax");
            assertThat(Visitor.location(start))
                    .contains("redirect_uri=https%3A%2F%2Fsite.example%2Foidc%2Fcallback")
                    .contains("&scope=openid+profile&")
                    .contains("&code_challenge_method=S256&nonce=");
        }
    }

    @Test
    void withoutAKnownOriginNobodyIsSentAnywhere() throws Exception {
        assertThat(site.server()
                        .raw("GET /oidc/start HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421 ")
                .contains("systems.oidc.siteOrigin");
        assertThat(site.keys()).doesNotContainKey("oidc:auth:{state}");
    }

    @Test
    void hardenedTheStoreHoldsNoSidAndNoState() throws Exception {
        try (OidcSiteUnderTest hardened = new OidcSiteUnderTest(provider.issuer(), Map.of("storage", "hardened"))) {
            Visitor visitor = hardened.visitor();
            visitor.signIn();
            visitor.goToProvider("");
            assertThat(hardened.dump())
                    .contains("oidc:session:", "oidc:auth:")
                    .doesNotContain(visitor.cookies.get(SID), visitor.cookies.get(STATE));
            assertThat(visitor.get("/oidc/me").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void noSecretReachesTheLog() throws Exception {
        Visitor visitor = site.visitor();
        provider.nextToken(Map.of("nonce", "another"));
        String refused = visitor.goToProvider("");
        visitor.get(refused);
        String callback = visitor.goToProvider("");
        String state = visitor.cookies.get(STATE);
        visitor.get(callback);
        visitor.get("/oidc/me");
        String code = callback.replaceAll(".*code=([^&]+).*", "$1");
        assertThat(site.server().stopAndReadLog())
                .contains("its nonce is another")
                .doesNotContain(state, code, visitor.cookies.get(SID), "the secret: of");
    }

    @Test
    void aProviderThatCannotBeReachedIsToldSo() throws Exception {
        provider.close();
        assertThat(error(site.visitor().get("/oidc/start"))).isEqualTo("502 provider_unreachable");
        assertThat(site.keys()).doesNotContainKey("oidc:auth:{state}");
    }

    /** What differs is said: whoever misspelled the issuer looks for a dead network otherwise. */
    @Test
    void aMisspelledIssuerIsToldWhatDiffers() throws Exception {
        String said = "there is a slash at the end that does not belong there";
        try (OidcSiteUnderTest misspelled = new OidcSiteUnderTest(provider.issuer() + "/", Map.of())) {
            HttpResponse<String> start = misspelled.visitor().get("/oidc/start");
            assertThat(error(start)).isEqualTo("502 provider_misconfigured");
            assertThat(start.body()).contains(said, "systems.oidc.issuer");
            assertThat(misspelled
                            .visitor()
                            .get("/oidc/start", "Accept", "text/html")
                            .body())
                    .contains("Sign-in is not set up correctly", said, "id=\"again\"");
            assertThat(misspelled.server().stopAndReadLog()).contains(said);
        }
    }

    @Test
    void signInsAreLimitedByAddress() throws Exception {
        try (OidcSiteUnderTest strict =
                new OidcSiteUnderTest(provider.issuer(), Map.of("systems.oidc.rates.signIn", "1"))) {
            Visitor visitor = strict.visitor();
            List<Integer> statuses = List.of(
                    visitor.get("/oidc/start").statusCode(),
                    visitor.get("/oidc/start").statusCode(),
                    visitor.get("/oidc/start").statusCode());
            // A new minute may begin between two of them.
            assertThat(statuses).contains(429);
        }
    }

    @Test
    void theSystemIsOffUntilBothIssuerAndClientAreNamed() {
        try (MemoryStore store = new MemoryStore()) {
            Host none = TestHost.of(store, Map.of(), InstantSource.system());
            Host half = TestHost.of(store, Map.of("systems.oidc.clientId", "x"), InstantSource.system());
            assertThat(new OidcSystem().modules(none)).isEmpty();
            assertThatThrownBy(() -> new OidcSystem().modules(half))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("systems.oidc.issuer");
        }
    }

    @Test
    void anUnusedSessionEndsWithItsLife() throws Exception {
        Visitor visitor = site.visitor();
        visitor.signIn();
        site.putForward(Duration.ofDays(181));
        assertThat(error(visitor.get("/oidc/me"))).isEqualTo("401 not_signed_in");
    }
}
