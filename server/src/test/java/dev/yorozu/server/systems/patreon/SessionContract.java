package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.systems.patreon.PatreonStandIn.Mood;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session opens, what is kept of its user, and what ends it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SessionContract {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site;

    SessionContract(Storage storage) {
        this.site = PatreonSite.of(clock, storage);
    }

    @AfterEach
    void calm() {
        site.patreon().identities(Mood.GOOD);
        site.patreon().tokens(Mood.GOOD);
        site.patreon().expiresIn(2_678_400);
    }

    @AfterAll
    void close() {
        site.close();
    }

    /** That the license is refused in its own form. */
    private static void refused(Answer license, String code) {
        assertThat(license.status()).as(license.body()).isEqualTo(401);
        assertThat(license.json().propertyNames())
                .containsExactly("success", "session_valid", "session_expired", "error", "error_code");
        assertThat(license.json().get("success").asBoolean()).isFalse();
        assertThat(license.json().get("session_valid").asBoolean()).isFalse();
        assertThat(license.json().get("session_expired").asBoolean()).isTrue();
        assertThat(license.text("error_code")).isEqualTo(code);
    }

    @Test
    void aSessionIsValidAndSaysWhose() throws Exception {
        String user = site.user(900);
        PatronApp app = site.app(user);
        Answer answer = app.validate().isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly(
                        "session_valid",
                        "patreon_user_id",
                        "email",
                        "full_name",
                        "plan",
                        "tier_id",
                        "patron_status",
                        "next_charge_date",
                        "session_expires_at");
        assertThat(answer.json().get("session_valid").asBoolean()).isTrue();
        assertThat(answer.text("patreon_user_id")).isEqualTo(user);
        assertThat(answer.text("plan")).isEqualTo("Ultimate");
        assertThat(answer.json().get("session_expires_at").asLong())
                .as("the session's record lives 30 days, and Patreon's token 31")
                .isEqualTo(clock.instant().plus(Duration.ofDays(30)).toEpochMilli());
        clock.advance(Duration.ofDays(29));
        assertThat(app.validate().isOk().json().get("session_expires_at").asLong())
                .isEqualTo(clock.instant().plus(Duration.ofDays(1)).toEpochMilli());
    }

    @Test
    void aValidationWithWarmCachesIsOneTripAndAsksPatreonNothing() throws Exception {
        PatronApp app = site.app(site.user(300));
        app.validate().isOk();
        long trips = site.store().trips();
        int asked = site.patreon().identityCalls();
        app.validate().isOk();

        assertThat(site.store().trips() - trips).isEqualTo(1);
        assertThat(site.patreon().identityCalls()).isEqualTo(asked);
    }

    @Test
    void theFirstValidationUsesTheMembershipOfTheSignIn() throws Exception {
        PatronApp app = site.app(site.user(300));
        int asked = site.patreon().identityCalls();
        app.validate().isOk();
        assertThat(site.patreon().identityCalls()).isEqualTo(asked);
        clock.advance(Duration.ofMinutes(61));
        app.validate().isOk();
        assertThat(site.patreon().identityCalls()).isEqualTo(asked + 1);
    }

    @Test
    void theLicenseAsksPatreonAndEverybodyIsToldFromThenOn() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        assertThat(app.validate().text("plan")).isEqualTo("Pro");
        site.patreon().pledge(user, Pledge.of(900));
        assertThat(app.validate().text("plan")).isEqualTo("Pro");
        Answer license = app.license().isOk();

        assertThat(license.json().propertyNames())
                .containsExactly(
                        "success",
                        "session_valid",
                        "session_expired",
                        "plan",
                        "tier_id",
                        "patron_status",
                        "next_charge_date",
                        "error",
                        "error_code");
        assertThat(license.json().get("success").asBoolean()).isTrue();
        assertThat(license.json().get("session_expired").asBoolean()).isFalse();
        assertThat(license.json().get("error").isNull()).isTrue();
        assertThat(license.json().get("error_code").isNull()).isTrue();
        assertThat(license.text("plan")).isEqualTo("Ultimate");
        assertThat(app.validate().text("plan")).isEqualTo("Ultimate");
    }

    @Test
    void theLicenseIsLimitedByUser() throws Exception {
        PatronApp app = site.app(site.user(300));
        for (int i = 0; i < 60; i++) {
            app.license().isOk();
        }
        Answer refused = app.license().isError(429, "RATE_LIMITED");
        assertThat(refused.text("error")).isEqualTo("Too Many Requests");
        assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(1L, 60L);
        assertThat(Long.parseLong(refused.header("X-RateLimit-Reset")))
                .isGreaterThan(clock.instant().getEpochSecond());
        site.app(site.user(300)).license().isOk();
    }

    @Test
    void aSessionEndsWithPatreonsToken() throws Exception {
        site.patreon().expiresIn(3600);
        PatronApp app = site.app(site.user(300));
        app.token().isOk();
        clock.advance(Duration.ofSeconds(3599));
        app.validate().isOk();
        clock.advance(Duration.ofSeconds(1));

        app.refresh(app.refreshToken()).isError(401, "SESSION_EXPIRED");
        app.validate().isError(401, "SESSION_EXPIRED");
        app.validate().isError(401, "SESSION_INVALID");
        refused(app.license(), "SESSION_INVALID");
    }

    @Test
    void aSessionThatPatreonRefusesEnds() throws Exception {
        PatronApp app = site.app(site.user(300));
        site.patreon()
                .withdraw(site.patreon().issued().get(site.patreon().issued().size() - 2));
        app.validate().isOk();
        refused(app.license(), "PATREON_TOKEN_EXPIRED");
        refused(app.license(), "SESSION_INVALID");
        app.validate().isError(401, "SESSION_INVALID");

        PatronApp other = site.app(site.user(300));
        site.patreon()
                .withdraw(site.patreon().issued().get(site.patreon().issued().size() - 2));
        clock.advance(Duration.ofMinutes(61));
        other.validate().isError(401, "PATREON_TOKEN_EXPIRED");
        other.validate().isError(401, "SESSION_INVALID");
    }

    @Test
    void troubleAtPatreonEndsNothing() throws Exception {
        PatronApp app = site.app(site.user(300));
        site.patreon().identities(Mood.FAILING);
        Answer license = app.license();
        assertThat(license.status()).isEqualTo(503);
        assertThat(license.json().propertyNames()).containsExactly("success", "error", "error_code");
        assertThat(license.text("error_code")).isEqualTo("IDENTITY_FETCH_FAILED");
        clock.advance(Duration.ofMinutes(61));
        app.validate().isError(503, "IDENTITY_FETCH_FAILED");
        site.patreon().identities(Mood.GOOD);

        app.validate().isOk();
        app.license().isOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {PatronApp.REVOKE, PatronApp.LOGOUT})
    void aRevokedSessionIsOverAtOnceWhateverIsKept(String path) throws Exception {
        PatronApp app = site.app(site.user(300));
        app.token().isOk();
        app.validate().isOk();
        app.quota(app.access()).isOk();
        Answer answer = app.send("POST", path, app.session(), "").isOk();

        assertThat(answer.json().propertyNames()).containsExactly("success", "message");
        app.validate().isError(401, "SESSION_INVALID");
        refused(app.license(), "SESSION_INVALID");
        assertThat(app.quota(app.access()).status()).isEqualTo(401);
        assertThat(app.quota(app.session()).status()).isEqualTo(401);
        app.send("POST", PatronApp.TOKEN, app.session(), "").isError(401, "SESSION_INVALID");
        app.refresh(app.refreshToken()).isError(401, "SESSION_EXPIRED");
        app.send("POST", path, app.session(), "").isOk();
        app.send("POST", path, UUID.randomUUID().toString(), "").isOk();
        app.send("POST", path, "whatever", "").isOk();
        app.send(HttpRequest.newBuilder(app.uri(path)).POST(BodyPublishers.noBody()))
                .isError(401, "MISSING_AUTH");
    }

    @Test
    void allSessionsEndTogetherAndAreCounted() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        app.token().isOk();
        Answer answer = app.revokeAll().isOk();

        assertThat(answer.json().propertyNames()).containsExactly("success", "message", "revoked_count");
        assertThat(answer.json().get("revoked_count").asInt()).isEqualTo(1);
        app.validate().isError(401, "SESSION_INVALID");
        assertThat(app.quota(app.access()).status()).isEqualTo(401);
        app.revokeAll().isError(401, "SESSION_INVALID");
        app.send(HttpRequest.newBuilder(app.uri(PatronApp.REVOKE_ALL)).POST(BodyPublishers.noBody()))
                .isError(401, "MISSING_AUTH");
    }

    @Test
    void aLateLogoutOfAnOldDeviceLeavesTheNewOneAlone() throws Exception {
        String user = site.user(300);
        PatronApp old = site.app(user);
        PatronApp present = site.app(user);
        old.revoke().isOk();
        old.revokeAll().isError(401, "SESSION_INVALID");

        present.validate().isOk();
    }

    @Test
    void withoutATokenThereIsNothingToSee() throws Exception {
        PatronApp app = site.app();
        refused(app.send(HttpRequest.newBuilder(app.uri(PatronApp.LICENSE))), "MISSING_AUTH");
        refused(
                app.send(HttpRequest.newBuilder(app.uri(PatronApp.LICENSE))
                        .header("Authorization", "Bearer " + "0".repeat(64))
                        .header("Authorization", "Bearer " + "1".repeat(64))),
                "MISSING_AUTH");
        app.post(PatronApp.VALIDATE, "{}").isError(400, "VALIDATION_ERROR");
        for (String path : List.of(PatronApp.TOKEN, PatronApp.REVOKE_ALL)) {
            app.send(HttpRequest.newBuilder(app.uri(path)).POST(BodyPublishers.noBody()))
                    .isError(401, "MISSING_AUTH");
        }
        Answer quota = app.send(HttpRequest.newBuilder(app.uri(PatronApp.QUOTA)));
        assertThat(quota.status()).isEqualTo(401);
        assertThat(quota.json().propertyNames()).containsExactly("success", "error");
        assertThat(quota.json().get("error").propertyNames()).containsExactly("code", "message", "is_retryable");
        assertThat(quota.json().get("error").get("code").asString()).isEqualTo("MISSING_AUTH");
        assertThat(quota.json().get("error").get("is_retryable").asBoolean()).isFalse();
    }
}
