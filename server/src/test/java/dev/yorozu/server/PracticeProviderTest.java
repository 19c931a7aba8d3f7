package dev.yorozu.server;

import static dev.yorozu.server.PracticeTalk.code;
import static dev.yorozu.server.PracticeTalk.form;
import static dev.yorozu.server.PracticeTalk.json;
import static dev.yorozu.server.PracticeTalk.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.demo.provider.PracticeApp;
import dev.yorozu.server.demo.provider.PracticeProvider;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The practice provider as browsers and apps see it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PracticeProviderTest {
    private static final String VERIFIER = "a-verifier-that-only-the-app-knows-0123456789";

    private final PracticeApp app =
            PracticeApp.discord("http://127.0.0.1:1", "/discord", "files.example.com", RandomTokens.secure());
    private final RunningServer server =
            new RunningServer(new PracticeProvider(app, RandomTokens.secure(), InstantSource.system()));

    private final PracticeTalk talk = new PracticeTalk(
            server,
            app,
            "/practice",
            Map.of(
                    "scope",
                    "identify guilds",
                    "code_challenge",
                    Digests.base64url(VERIFIER),
                    "code_challenge_method",
                    "S256",
                    "prompt",
                    "consent"),
            Map.of("code_verifier", VERIFIER));

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void somebodyAgreesAndTheAppLearnsWhoTheyAre() throws Exception {
        HttpResponse<String> agreed = talk.decide(Map.of("name", "花子"));
        assertThat(location(agreed)).startsWith(app.redirectUri() + "?code=").endsWith("&state=a-state%22%3C%3E%26");

        HttpResponse<String> granted = talk.exchange(code(agreed), app.clientSecret());
        assertThat(granted.statusCode()).isEqualTo(200);
        JsonNode tokens = json(granted);
        assertThat(tokens.propertyNames())
                .containsExactly("token_type", "access_token", "expires_in", "refresh_token", "scope");
        assertThat(tokens.path("expires_in").asLong()).isEqualTo(604800);
        assertThat(tokens.path("scope").stringValue()).isEqualTo("identify guilds");

        HttpResponse<String> user =
                talk.bearing("/api/users/@me", tokens.path("access_token").stringValue());
        assertThat(json(user).path("global_name").stringValue()).isEqualTo("花子");
        assertThat(json(user).path("id").stringValue()).matches("[0-9]{18}");
        assertThat(server.get("/practice/api/users/@me").statusCode()).isEqualTo(401);
    }

    @Test
    void refusingSendsBackAnErrorAndNoCode() throws Exception {
        assertThat(location(talk.decide(Map.of("refuse", "1"))))
                .isEqualTo(app.redirectUri() + "?error=access_denied&state=a-state%22%3C%3E%26");
    }

    @Test
    void tokensBehaveAsChosen() throws Exception {
        JsonNode expiring = json(talk.exchange(
                code(talk.decide(Map.of("person", "180000000000000001", "temper", "expiring"))), app.clientSecret()));
        assertThat(expiring.path("expires_in").asLong()).isLessThan(30);
        JsonNode renewed = json(talk.renew(expiring.path("refresh_token").stringValue()));
        assertThat(renewed.path("expires_in").asLong()).isEqualTo(604800);

        JsonNode withdrawn = json(talk.exchange(
                code(talk.decide(Map.of("person", "180000000000000001", "temper", "withdrawn"))), app.clientSecret()));
        HttpResponse<String> refused =
                talk.renew(withdrawn.path("refresh_token").stringValue());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("error").stringValue()).isEqualTo("invalid_grant");
    }

    @Test
    void onlyTheAppRedeemsCodes() throws Exception {
        String code = code(talk.decide(Map.of("name", "Ren")));

        HttpResponse<String> stranger = talk.exchange(code, "wrong");
        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(json(stranger).path("error").stringValue()).isEqualTo("invalid_client");
        assertThat(talk.exchange(code, app.clientSecret()).statusCode()).isEqualTo(200);
        assertThat(json(talk.exchange(code, app.clientSecret())).path("error").stringValue())
                .isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @CsvSource({"client_id, somebody-else", "redirect_uri, https://evil.example/", "redirect_uri, ''"})
    void nothingIsEverSentToAnAddressThatIsNotTheApps(String name, String value) throws Exception {
        Map<String, String> request = talk.request();
        request.put(name, value);

        HttpResponse<String> asked = talk.ask(request);
        HttpResponse<String> posted = talk.post("/oauth2/authorize", request, "Cookie", "practice_csrf=x");

        assertThat(asked.statusCode()).isEqualTo(400);
        assertThat(posted.statusCode()).isEqualTo(400);
        assertThat(asked.headers().firstValue("Location")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "response_type, token, unsupported_response_type",
        "code_challenge, short, invalid_request",
        "code_challenge_method, plain, invalid_request"
    })
    void aSignInWithoutProofIsRefused(String name, String value, String error) throws Exception {
        Map<String, String> request = talk.request();
        request.put(name, value);

        assertThat(location(talk.ask(request))).startsWith(app.redirectUri() + "?error=" + error);
    }

    @Test
    void aFormFromElsewhereDecidesNothing() throws Exception {
        Map<String, String> forged = talk.request();
        forged.put("name", "Ren");
        forged.put("csrf", "guessed");

        assertThat(talk.post("/oauth2/authorize", forged).statusCode()).isEqualTo(403);
        assertThat(talk.post("/oauth2/authorize", forged, "Cookie", "practice_csrf=other")
                        .statusCode())
                .isEqualTo(403);
        assertThat(talk.decide(Map.of("name", " ")).statusCode()).isEqualTo(400);
    }

    @Test
    void whoeverChoseOnTheStartPageIsNotAskedAgain() throws Exception {
        HttpResponse<String> begun = server.get("/practice/sign-in?as=180000000000000001&lang=ja");
        String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        HttpResponse<String> sentOn = server.send(HttpRequest.newBuilder(
                        URI.create(server.uri("/practice/oauth2/authorize") + "?" + form(talk.request())))
                .header("Cookie", cookie)
                .build());

        assertThat(location(begun))
                .startsWith("/discord/api/auth/discord/start?returnTo=%2Fdiscord%2Faccount%3F")
                .endsWith("%26lang%3Dja");
        assertThat(code(sentOn)).isNotEmpty();
        assertThat(sentOn.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    }

    @Test
    void theStartPageOffersASignInAndSaysThatItIsForPractice() throws Exception {
        assertThat(server.get("/").body())
                .contains("for practice only", "Sign in (practice)", "/practice/sign-in?as=", "Hana", "<svg");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/practice/sign-in",
                "/practice/oauth2/authorize",
                "/practice/api/oauth2/token",
                "/practice/api/users/@me"
            })
    void aServerWithoutItHasNothingThere(String path) throws Exception {
        try (RunningServer plain = new RunningServer()) {
            assertThat(plain.get(path).statusCode()).isEqualTo(404);
            assertThat(plain.get("/").body()).doesNotContain("practice");
        }
    }
}
