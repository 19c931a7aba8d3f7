package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.systems.patreon.PatreonStandIn.Mood;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How people sign in, and what is passed on of Patreon. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SignInContract {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site;

    SignInContract(Storage storage) {
        this.site = PatreonSite.of(clock, storage);
    }

    @AfterEach
    void calm() {
        site.patreon().tokens(Mood.GOOD);
        site.patreon().identities(Mood.GOOD);
    }

    @AfterAll
    void close() {
        site.close();
    }

    private static String body(String user) {
        return PatronApp.json(Map.of("code", PatronApp.code(user), "redirect_uri", PatreonSite.REDIRECT));
    }

    @ParameterizedTest
    @ValueSource(strings = {PatronApp.EXCHANGE, PatronApp.CALLBACK})
    void aCodeIsExchangedForASession(String path) throws Exception {
        String user = site.user(500);
        Answer answer = site.app()
                .signIn(path, Map.of("code", PatronApp.code(user), "redirect_uri", PatreonSite.REDIRECT, "state", "s"))
                .isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly(
                        "session_token",
                        "patreon_user_id",
                        "email",
                        "full_name",
                        "expires_in",
                        "plan",
                        "tier_id",
                        "patron_status",
                        "next_charge_date",
                        "entitled_amount_cents");
        assertThat(answer.text("session_token")).matches("[0-9a-f]{64}");
        assertThat(answer.text("patreon_user_id")).isEqualTo(user);
        assertThat(answer.text("email")).isEqualTo("patron" + user + "@example.com");
        assertThat(answer.text("full_name")).isEqualTo("Patron Number " + user);
        assertThat(answer.json().get("expires_in").asLong()).isEqualTo(2_678_400);
        assertThat(answer.text("plan")).isEqualTo("Premium");
        assertThat(answer.text("tier_id")).isEqualTo("tier-500");
        assertThat(answer.text("patron_status")).isEqualTo("active_patron");
        assertThat(answer.text("next_charge_date")).isEqualTo(Pledge.NEXT_CHARGE);
        assertThat(answer.json().get("entitled_amount_cents").asLong()).isEqualTo(500);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        Map<String, String> form = site.patreon().forms().getLast();
        assertThat(form)
                .containsEntry("grant_type", "authorization_code")
                .containsEntry("client_id", PatreonStandIn.CLIENT_ID)
                .containsEntry("client_secret", PatreonStandIn.CLIENT_SECRET)
                .containsEntry("redirect_uri", PatreonSite.REDIRECT)
                .doesNotContainKey("code_verifier");
    }

    @ParameterizedTest
    @CsvSource({
        "0,Free",
        "299,Free",
        "300,Pro",
        "499,Pro",
        "500,Premium",
        "899,Premium",
        "900,Ultimate",
        "5000,Ultimate"
    })
    void theLargestTierMakesThePlan(long cents, String plan) throws Exception {
        assertThat(site.app().signIn(site.user(cents)).isOk().text("plan")).isEqualTo(plan);
    }

    @Test
    void whoGivesNothingOrElsewhereHasTheDefaults() throws Exception {
        String elsewhere = site.user(900);
        site.patreon().pledge(elsewhere, Pledge.of(900).at("7002"));
        for (String user : List.of(PatreonSite.user(), elsewhere)) {
            Answer answer = site.app().signIn(user).isOk();
            assertThat(answer.text("plan")).isEqualTo("Free");
            assertThat(answer.text("tier_id")).isEmpty();
            assertThat(answer.text("patron_status")).isEqualTo("not_patron");
            assertThat(answer.json().get("entitled_amount_cents").asLong()).isZero();
        }
        assertThat(site.app().signIn(elsewhere).json().get("next_charge_date").isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | code",
                "{\"code\":\"\",\"redirect_uri\":\"x\"} | code",
                "{\"code\":5,\"redirect_uri\":\"x\"} | code",
                "{\"code\":null,\"redirect_uri\":\"x\"} | code",
                "{\"code\":\"c\"} | redirect_uri",
                "{\"code\":\"c\",\"redirect_uri\":[]} | redirect_uri",
                "{\"code\":\"c\",\"redirect_uri\":\"x\",\"supabase_jwt\":{}} | supabase_jwt"
            })
    void aMissingFieldIsNamed(String body, String field) throws Exception {
        Answer answer = site.app().post(PatronApp.EXCHANGE, body).isError(400, "VALIDATION_ERROR");
        assertThat(answer.text("error")).isEqualTo("Missing or invalid field: " + field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "\"code\"", "{\"code\":\"a\",\"code\":\"b\"}", "{} {}"})
    void whatIsNoJsonObjectIsRefused(String body) throws Exception {
        site.app().post(PatronApp.EXCHANGE, body).isError(400, "VALIDATION_ERROR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json; charset=utf-8", "text/plain;charset=UTF-8"})
    void theUsualContentTypesAreRead(String type) throws Exception {
        PatronApp app = site.app();
        app.send(HttpRequest.newBuilder(app.uri(PatronApp.EXCHANGE))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body(PatreonSite.user()))))
                .isOk();
        app.send(HttpRequest.newBuilder(app.uri(PatronApp.EXCHANGE))
                        .POST(BodyPublishers.ofString(body(PatreonSite.user()))))
                .isOk();
        app.send(HttpRequest.newBuilder(app.uri(PatronApp.EXCHANGE))
                        .header("Content-Type", "application/xml")
                        .POST(BodyPublishers.ofString(body(PatreonSite.user()))))
                .isError(415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/callback/",
                "http://localhost:8080/Callback",
                "http://localhost:8080/callback?x=1",
                "http://localhost:8080/callback#x",
                "http://localhost:8080.evil.example/callback",
                "https://localhost:8080/callback",
                "//localhost:8080/callback",
                " http://localhost:8080/callback",
                "http://localhost:8080/callback ",
                "http://localhost:8080/callback\n",
                " "
            })
    void onlyAnExactRedirectUriIsAllowed(String uri) throws Exception {
        int before = site.patreon().tokenCalls();
        String body = PatronApp.json(Map.of("code", PatronApp.code("1"), "redirect_uri", uri));
        site.app().post(PatronApp.EXCHANGE, body).isError(400, "INVALID_REDIRECT_URI");
        site.app().post("/oauth/token", body).isError(400, "INVALID_REDIRECT_URI");
        assertThat(site.patreon().tokenCalls()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"FAILING,503", "REFUSING,401", "MALFORMED,502"})
    void whatPatreonRefusesIsPassedOn(Mood mood, int status) throws Exception {
        site.patreon().tokens(mood);
        site.app().post(PatronApp.EXCHANGE, body(PatreonSite.user())).isError(status, "TOKEN_EXCHANGE_FAILED");
        site.app().post("/oauth/token", body(PatreonSite.user())).isError(status, "TOKEN_EXCHANGE_FAILED");
        site.app().post("/oauth/refresh", "{\"refresh_token\":\"r~1\"}").isError(status, "TOKEN_REFRESH_FAILED");
        site.patreon().tokens(Mood.GOOD);
        site.patreon().identities(mood);
        site.app().post(PatronApp.EXCHANGE, body(PatreonSite.user())).isError(status, "IDENTITY_FETCH_FAILED");
    }

    @Test
    void aSignInThatFailsTakesNobodysSeat() throws Exception {
        String user = site.user(300);
        PatronApp first = site.app(user);
        site.patreon().identities(Mood.FAILING);
        site.app().signIn(user).isError(503, "IDENTITY_FETCH_FAILED");
        site.patreon().identities(Mood.GOOD);
        site.patrons().away(true);
        site.app().signIn(user).isError(503, "DIRECTORY_UNAVAILABLE");
        site.patrons().away(false);

        first.validate().isOk();
    }

    @Test
    void patreonsTokensArePassedOnAsTheyAre() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app();
        Answer answer = app.post("/oauth/token", body(user)).isOk();
        assertThat(answer.json().propertyNames())
                .containsExactly("access_token", "refresh_token", "expires_in", "scope", "token_type", "version");
        assertThat(answer.text("version")).isEqualTo("0.0.1");
        assertThat(answer.text("access_token"))
                .isEqualTo(site.patreon().issued().get(site.patreon().issued().size() - 2));
        assertThat(answer.text("token_type")).isEqualTo("Bearer");
        assertThat(answer.json().get("expires_in").asLong()).isEqualTo(2_678_400);

        Answer renewed = app.post(
                        "/oauth/refresh", PatronApp.json(Map.of("refresh_token", answer.text("refresh_token"))))
                .isOk();
        assertThat(renewed.text("access_token")).isNotEqualTo(answer.text("access_token"));
        assertThat(renewed.text("version")).isEqualTo("0.0.1");
        Answer membership = app.send("GET", "/api/membership", renewed.text("access_token"), "")
                .isOk();
        assertThat(membership.json().propertyNames())
                .containsExactly(
                        "user_id",
                        "email",
                        "full_name",
                        "is_active_patron",
                        "patron_status",
                        "entitled_amount_cents",
                        "tier");
        assertThat(membership.text("user_id")).isEqualTo(user);
        assertThat(membership.json().get("is_active_patron").asBoolean()).isTrue();
        assertThat(membership.json().get("tier").get("id").asString()).isEqualTo("tier-300");
        app.send("GET", "/api/membership", "nobody", "").isError(401, "PATREON_TOKEN_EXPIRED");
        app.send(HttpRequest.newBuilder(app.uri("/api/membership"))).isError(401, "MISSING_AUTH");
        app.post("/oauth/refresh", "{}").isError(400, "VALIDATION_ERROR");
    }

    @Test
    void whoHasNoTierIsToldSo() throws Exception {
        PatronApp app = site.app();
        Answer answer = app.post("/oauth/token", body(PatreonSite.user())).isOk();
        Answer membership = app.send("GET", "/api/membership", answer.text("access_token"), "")
                .isOk();
        assertThat(membership.json().get("tier").isNull()).isTrue();
        assertThat(membership.json().get("is_active_patron").asBoolean()).isFalse();
    }
}
