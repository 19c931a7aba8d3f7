package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.demo.PracticeApp;
import dev.yorozu.server.demo.PracticeProvider;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The practice provider as browsers and apps see it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PracticeProviderTest {
    private static final String VERIFIER = "a-verifier-that-only-the-app-knows-0123456789";

    private final PracticeApp app = PracticeApp.discord("http://127.0.0.1:1", "/discord", RandomTokens.secure());
    private final RunningServer server =
            new RunningServer(new PracticeProvider(app, RandomTokens.secure(), InstantSource.system()));

    @AfterAll
    void stop() {
        server.close();
    }

    private Map<String, String> request() {
        Map<String, String> request = new LinkedHashMap<>();
        request.put("response_type", "code");
        request.put("client_id", app.clientId());
        request.put("redirect_uri", app.redirectUri());
        request.put("scope", "identify guilds");
        request.put("state", "a-state\"<>&");
        request.put("code_challenge", Digests.base64url(VERIFIER));
        request.put("code_challenge_method", "S256");
        request.put("prompt", "consent");
        return request;
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private HttpResponse<String> post(String path, Map<String, String> fields, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields)));
        return server.send(
                headers.length == 0 ? request.build() : request.headers(headers).build());
    }

    /** Answers the consent page with this, as a browser does that was shown it. */
    private HttpResponse<String> decide(Map<String, String> answer) throws Exception {
        HttpResponse<String> page = server.get("/practice/oauth2/authorize?" + form(request()));
        assertThat(page.statusCode()).isEqualTo(200);
        Matcher token = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"").matcher(page.body());
        assertThat(token.find()).isTrue();
        Map<String, String> fields = request();
        fields.put("csrf", token.group(1));
        fields.putAll(answer);
        return post("/practice/oauth2/authorize", fields, "Cookie", "practice_csrf=" + token.group(1));
    }

    private static String location(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(303);
        return response.headers().firstValue("Location").orElseThrow();
    }

    private static String code(HttpResponse<String> response) {
        Matcher code = Pattern.compile("[?&]code=([^&]+)").matcher(location(response));
        assertThat(code.find()).as(location(response)).isTrue();
        return code.group(1);
    }

    private HttpResponse<String> exchange(String code, String secret) throws Exception {
        return post(
                "/practice/api/oauth2/token",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "client_id",
                        app.clientId(),
                        "client_secret",
                        secret,
                        "redirect_uri",
                        app.redirectUri(),
                        "code_verifier",
                        VERIFIER,
                        "code",
                        code));
    }

    private HttpResponse<String> renew(String refresh) throws Exception {
        return post(
                "/practice/api/oauth2/token",
                Map.of(
                        "grant_type",
                        "refresh_token",
                        "client_id",
                        app.clientId(),
                        "client_secret",
                        app.clientSecret(),
                        "refresh_token",
                        refresh));
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void somebodyAgreesAndTheAppLearnsWhoTheyAre() throws Exception {
        HttpResponse<String> agreed = decide(Map.of("name", "花子"));
        assertThat(location(agreed)).startsWith(app.redirectUri() + "?code=").endsWith("&state=a-state%22%3C%3E%26");

        HttpResponse<String> granted = exchange(code(agreed), app.clientSecret());
        assertThat(granted.statusCode()).isEqualTo(200);
        JsonNode tokens = json(granted);
        assertThat(tokens.propertyNames())
                .containsExactly("token_type", "access_token", "expires_in", "refresh_token", "scope");
        assertThat(tokens.path("expires_in").asLong()).isEqualTo(604800);
        assertThat(tokens.path("scope").stringValue()).isEqualTo("identify guilds");

        HttpResponse<String> user = server.send(HttpRequest.newBuilder(server.uri("/practice/api/users/@me"))
                .header("Authorization", "Bearer " + tokens.path("access_token").stringValue())
                .build());
        assertThat(json(user).path("global_name").stringValue()).isEqualTo("花子");
        assertThat(json(user).path("id").stringValue()).matches("[0-9]{18}");
        assertThat(server.get("/practice/api/users/@me").statusCode()).isEqualTo(401);
    }

    @Test
    void refusingSendsBackAnErrorAndNoCode() throws Exception {
        assertThat(location(decide(Map.of("refuse", "1"))))
                .isEqualTo(app.redirectUri() + "?error=access_denied&state=a-state%22%3C%3E%26");
    }

    @Test
    void tokensBehaveAsChosen() throws Exception {
        JsonNode expiring = json(exchange(
                code(decide(Map.of("person", "180000000000000001", "temper", "expiring"))), app.clientSecret()));
        assertThat(expiring.path("expires_in").asLong()).isLessThan(30);
        JsonNode renewed = json(renew(expiring.path("refresh_token").stringValue()));
        assertThat(renewed.path("expires_in").asLong()).isEqualTo(604800);

        JsonNode withdrawn = json(exchange(
                code(decide(Map.of("person", "180000000000000001", "temper", "withdrawn"))), app.clientSecret()));
        HttpResponse<String> refused = renew(withdrawn.path("refresh_token").stringValue());
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("error").stringValue()).isEqualTo("invalid_grant");
    }

    @Test
    void onlyTheAppRedeemsCodes() throws Exception {
        String code = code(decide(Map.of("name", "Ren")));

        HttpResponse<String> stranger = exchange(code, "wrong");
        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(json(stranger).path("error").stringValue()).isEqualTo("invalid_client");
        assertThat(exchange(code, app.clientSecret()).statusCode()).isEqualTo(200);
        assertThat(json(exchange(code, app.clientSecret())).path("error").stringValue())
                .isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @CsvSource({"client_id, somebody-else", "redirect_uri, https://evil.example/", "redirect_uri, ''"})
    void nothingIsEverSentToAnAddressThatIsNotTheApps(String name, String value) throws Exception {
        Map<String, String> request = request();
        request.put(name, value);

        HttpResponse<String> asked = server.get("/practice/oauth2/authorize?" + form(request));
        HttpResponse<String> posted = post("/practice/oauth2/authorize", request, "Cookie", "practice_csrf=x");

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
        Map<String, String> request = request();
        request.put(name, value);

        assertThat(location(server.get("/practice/oauth2/authorize?" + form(request))))
                .startsWith(app.redirectUri() + "?error=" + error);
    }

    @Test
    void aFormFromElsewhereDecidesNothing() throws Exception {
        Map<String, String> forged = request();
        forged.put("name", "Ren");
        forged.put("csrf", "guessed");

        assertThat(post("/practice/oauth2/authorize", forged).statusCode()).isEqualTo(403);
        assertThat(post("/practice/oauth2/authorize", forged, "Cookie", "practice_csrf=other")
                        .statusCode())
                .isEqualTo(403);
        assertThat(decide(Map.of("name", " ")).statusCode()).isEqualTo(400);
    }

    @Test
    void whoeverChoseOnTheStartPageIsNotAskedAgain() throws Exception {
        HttpResponse<String> begun = server.get("/practice/sign-in?as=180000000000000001&lang=ja");
        String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        HttpResponse<String> sentOn = server.send(
                HttpRequest.newBuilder(URI.create(server.uri("/practice/oauth2/authorize") + "?" + form(request())))
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
