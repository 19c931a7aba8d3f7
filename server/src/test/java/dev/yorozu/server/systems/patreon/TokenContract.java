package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.systems.patreon.PatreonStandIn.Mood;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Signed tokens, and refreshes of both kinds. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TokenContract {
    private static final int AT_ONCE = 16;

    private final HeldClock clock = HeldClock.start();
    private final Storage storage;
    private final PatreonSite site;

    TokenContract(Storage storage) {
        this.storage = storage;
        this.site = PatreonSite.of(clock, storage);
    }

    @AfterEach
    void calm() {
        site.patreon().identities(Mood.GOOD);
        site.patreon().tokens(Mood.GOOD);
    }

    @AfterAll
    void close() {
        site.close();
    }

    private PatronApp signed() throws Exception {
        PatronApp app = site.app(site.user(300));
        app.token().isOk();
        return app;
    }

    /** How many refresh tokens were spent so far. */
    private long rotations() {
        String line = "yorozu_patreon_rotations_total{outcome=\"rotated\"} ";
        String metrics = site.metrics();
        int start = metrics.indexOf(line) + line.length();
        return (long) Double.parseDouble(metrics.substring(start, metrics.indexOf('\n', start)));
    }

    @Test
    void aSessionGetsSignedTokensThatSayWhoseTheyAre() throws Exception {
        String user = site.user(500);
        PatronApp app = site.app(user);
        Answer answer = app.token().isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly("accessToken", "refreshToken", "expiresIn", "tokenType");
        assertThat(answer.json().get("expiresIn").asLong()).isEqualTo(3600);
        assertThat(answer.text("tokenType")).isEqualTo("Bearer");
        assertThat(UUID.fromString(answer.text("refreshToken"))).hasToString(answer.text("refreshToken"));
        assertThat(PatronApp.header(app.access()).text("alg")).contains("HS256");
        Document claims = PatronApp.claims(app.access());
        assertThat(claims.text("sub")).isEqualTo(site.patrons().profile(user));
        assertThat(claims.text("pid")).contains(user);
        assertThat(claims.text("plan")).contains("Premium");
        assertThat(claims.flag("hasBonusTokens")).contains(false);
        assertThat(claims.number("ver")).hasValue(1);
        assertThat(claims.text("aud")).contains("baketa-client");
        assertThat(claims.text("iss")).contains("yorozu-patreon");
        assertThat(claims.number("exp").getAsLong() - claims.number("iat").getAsLong())
                .isEqualTo(3600);
        assertThat(claims.text("jti")).isPresent();
        assertThat(claims.text("sid").orElseThrow()).isNotEqualTo(app.session());
        assertThat(app.access()).doesNotContain(app.session());
    }

    @Test
    void aSignedTokenOpensTheQuotaUntilItEnds() throws Exception {
        PatronApp app = signed();
        app.quota(app.access()).isOk();
        clock.advance(Duration.ofSeconds(3600 + 31));
        assertThat(app.quota(app.access()).status()).isEqualTo(401);
        app.refresh().isOk();
        app.quota(app.access()).isOk();
    }

    @Test
    void aCheckOfASignedTokenWithAWarmCacheIsOneTrip() throws Exception {
        PatronApp app = signed();
        app.quota(app.access()).isOk();
        long trips = site.store().trips();
        app.quota(app.access()).isOk();
        assertThat(site.store().trips() - trips).isEqualTo(1);
    }

    @Test
    void aLookAtTheQuotaByASessionWithWarmCachesIsTwoTrips() throws Exception {
        PatronApp app = signed();
        app.quota(app.session()).isOk();
        long trips = site.store().trips();
        app.quota(app.session()).isOk();
        assertThat(site.store().trips() - trips).isEqualTo(2);
    }

    @Test
    void whatLiesInPlaceOfASessionLetsNoSignedTokenIn() throws Exception {
        PatronApp app = signed();
        Key session = PatreonKeys.SESSION.key(storage == Storage.HARDENED ? Digests.hex(app.session()) : app.session());
        site.store()
                .commit(Batch.builder()
                        .delete(session)
                        .setAdd(session, Bytes.of("garbage"))
                        .build());
        assertThat(app.quota(app.access()).status()).isEqualTo(401);
        assertThat(app.quota(app.session()).status()).isEqualTo(401);
    }

    @Test
    void aRefreshTokenIsSpentOnceAndAnsweredAlikeWithinTheGrace() throws Exception {
        PatronApp app = signed();
        String spent = app.refreshToken();
        Answer first = app.refresh().isOk();
        clock.advance(Duration.ofSeconds(9));
        Answer again = app.refresh(spent).isOk();

        assertThat(again.json()).isEqualTo(first.json());
        clock.advance(Duration.ofSeconds(2));
        app.refresh(spent).isError(401, "INVALID_REFRESH_TOKEN");
        app.refresh(app.refreshToken()).isError(401, "INVALID_REFRESH_TOKEN");
        assertThat(app.quota(app.access()).status()).isEqualTo(401);
        app.validate().isOk();
        app.token().isOk();
        app.quota(app.access()).isOk();
    }

    @Test
    void ofManyRefreshesAtOnceAllGetTheSamePair() throws Exception {
        PatronApp app = signed();
        long rotated = rotations();
        List<Answer> answers = Race.run(AT_ONCE, () -> app.refresh(app.refreshToken()));

        assertThat(answers).allSatisfy(Answer::isOk);
        assertThat(answers)
                .extracting(Answer::json)
                .containsOnly(answers.getFirst().json());
        assertThat(rotations()).isEqualTo(rotated + 1);
    }

    @Test
    void patreonFailingOrRefusingSpendsNothing() throws Exception {
        PatronApp app = signed();
        clock.advance(Duration.ofMinutes(61));
        site.patreon().identities(Mood.FAILING);
        app.refresh(app.refreshToken()).isError(503, "IDENTITY_FETCH_FAILED");
        site.patreon().identities(Mood.MALFORMED);
        app.refresh(app.refreshToken()).isError(502, "IDENTITY_FETCH_FAILED");
        site.patreon().identities(Mood.GOOD);
        long rotated = rotations();

        app.refresh().isOk();
        assertThat(rotations()).isEqualTo(rotated + 1);
        app.refresh().isOk();
    }

    @Test
    void onlyTheHolderOfALiveTokenLearnsThatTheSessionIsOver() throws Exception {
        PatronApp app = signed();
        String spent = app.refreshToken();
        app.refresh().isOk();
        app.revoke().isOk();
        app.refresh(app.refreshToken()).isError(401, "SESSION_EXPIRED");
        clock.advance(Duration.ofSeconds(11));
        app.refresh(spent).isError(401, "INVALID_REFRESH_TOKEN");
        app.refresh(UUID.randomUUID().toString()).isError(401, "INVALID_REFRESH_TOKEN");
        app.refresh("usertoken:1").isError(401, "INVALID_REFRESH_TOKEN");
        app.refresh(app.session()).isError(401, "INVALID_REFRESH_TOKEN");
    }

    @Test
    void whatIsMissingIsSaid() throws Exception {
        PatronApp app = site.app();
        app.post(PatronApp.REFRESH, "{}").isError(400, "MISSING_REFRESH_TOKEN");
        app.post(PatronApp.REFRESH, "").isError(400, "MISSING_REFRESH_TOKEN");
        app.post(PatronApp.REFRESH, "{\"refreshToken\":7}").isError(400, "MISSING_REFRESH_TOKEN");
        app.post(PatronApp.REFRESH, "{\"refreshToken\":\"\"}").isError(400, "MISSING_REFRESH_TOKEN");
        app.post(PatronApp.REFRESH, "{").isError(400, "VALIDATION_ERROR");
    }

    @Test
    void aSessionRenewsPatreonsTokens() throws Exception {
        PatronApp app = site.app(site.user(300));
        clock.advance(Duration.ofDays(20));
        Answer renewed = app.renew().isOk();

        assertThat(renewed.json().get("session_valid").asBoolean()).isTrue();
        assertThat(renewed.json().get("session_expires_at").asLong())
                .isEqualTo(clock.instant().plus(Duration.ofDays(30)).toEpochMilli());
        assertThat(site.patreon().forms().getLast()).containsEntry("grant_type", "refresh_token");
        clock.advance(Duration.ofDays(20));
        app.validate().isOk();
        app.send("POST", PatronApp.REFRESH, app.session(), "{}").isOk();
    }

    @Test
    void ofManyRenewalsAtOnceOneAsksPatreon() throws Exception {
        PatronApp app = site.app(site.user(300));
        int asked = site.patreon().tokenCalls();
        List<Answer> answers = Race.run(AT_ONCE, () -> app.renew());

        assertThat(answers).allSatisfy(Answer::isOk);
        assertThat(site.patreon().tokenCalls() - asked).isBetween(1, AT_ONCE);
        app.license().isOk();
    }

    @Test
    void troubleAtARenewalEndsNothingAndARefusalEndsTheSession() throws Exception {
        PatronApp app = site.app(site.user(300));
        site.patreon().tokens(Mood.FAILING);
        app.renew().isError(503, "TOKEN_REFRESH_FAILED");
        site.patreon().tokens(Mood.MALFORMED);
        app.renew().isError(502, "TOKEN_REFRESH_FAILED");
        app.validate().isOk();
        site.patreon().tokens(Mood.REFUSING);
        app.renew().isError(401, "PATREON_TOKEN_EXPIRED");
        app.validate().isError(401, "SESSION_INVALID");
        app.renew().isError(401, "SESSION_INVALID");
    }

    @Test
    void tokensOfAnotherSecretOrShapeAreRefused() throws Exception {
        PatronApp app = signed();
        String[] parts = app.access().split("\\.", -1);
        for (String forged : List.of(
                parts[0] + "." + parts[1] + ".",
                parts[0] + "." + parts[1] + "." + parts[2].substring(1) + "A",
                "eyJhbGciOiJub25lIn0." + parts[1] + ".",
                parts[0] + "." + parts[2] + "." + parts[1],
                "a.b.c")) {
            long trips = site.store().trips();
            assertThat(app.quota(forged).status()).as(forged).isEqualTo(401);
            assertThat(site.store().trips()).isEqualTo(trips);
        }
    }
}
