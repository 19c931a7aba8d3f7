package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.SessionFixture.session;
import static dev.yorozu.conformance.token.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.TokenSessions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What is true only of tokens that a session's record knows: the record, listing and ending, idling, and logging out. */
@OnEveryStore(heldClock = true)
final class SessionsTest extends TokenSuite {
    /** The token of the first login was spent before, and so many sessions were ended. */
    private static Rotation reused(SessionFixture stage, int ended) {
        return new Rotation.Reused(stage.user(), sid(stage.first()), ended);
    }

    @InBothStorages
    void theTokensSayWhatTheContractSays(Storage storage) {
        SessionFixture stage = stage(storage);
        Issued tokens = stage.issue();
        Jwt access = stage.accessJwt(tokens);
        assertThat(access.subject()).isEqualTo(stage.user());
        assertThat(access.issuedAt()).isEqualTo(clock().instant());
        assertThat(access.endsAt()).isEqualTo(clock().instant().plus(ACCESS_LIFE));
        assertThat(access.claims().bytes())
                .isEqualTo(Document.empty()
                        .with("sid", sid(tokens))
                        .withAll(LineageFixture.CLAIMS)
                        .bytes());
        Jwt refresh = stage.refreshJwt(tokens);
        assertThat(refresh.endsAt()).isEqualTo(clock().instant().plus(WEEK));
        assertThat(refresh.claims().bytes())
                .isEqualTo(Document.empty().with("sid", sid(tokens)).bytes());
        assertThat(access.id()).matches("[0-9a-f]{32}").isNotEqualTo(refresh.id());
    }

    @InBothStorages
    void theRecordHasTheDocumentedFieldsAndLivesAsLongAsTheRefreshToken(Storage storage) {
        SessionFixture stage = stage(storage);
        Issued tokens = stage.issue();
        Document record = stage.record(tokens);
        assertThat(sid(tokens)).matches("sess-[0-9a-f]{32}");
        assertThat(record)
                .isEqualTo(Document.empty()
                        .with("user_id", stage.user())
                        .with("session_id", sid(tokens))
                        .with("access_token", stage.shown(tokens.accessToken()))
                        .with("refresh_token", stage.shown(tokens.refreshToken()))
                        .withAll(ATTRIBUTES)
                        .with("remember_me", false)
                        .with("created_at", clock().instant().toString())
                        .with("expires_at", clock().instant().plus(WEEK).toString())
                        .with("last_activity", clock().instant().toString())
                        .with("version", 1));
        storeClock().ifPresent(held -> assertLife(stage.truth(tokens), WEEK));
        assertThat(stage.score(tokens)).hasValue(clock().instant().toEpochMilli());
    }

    @InBothStorages
    void aRememberedLoginLivesLonger(Storage storage) {
        SessionFixture stage = stage(storage);
        Issued tokens = stage.issueLasting();
        assertThat(session(tokens).lasting()).isTrue();
        assertThat(stage.refreshJwt(tokens).endsAt())
                .isEqualTo(clock().instant().plus(LIFE));
        assertThat(session(tokens).endsAt()).isEqualTo(clock().instant().plus(LIFE));
    }

    @InBothStorages
    void aSignInIsOneCallAndAtTheCapEndsTheOldest(Storage storage) {
        SessionFixture stage = stage(storage);
        FaultyStore counting = FaultyStore.counting(store());
        stage.issue(counting);
        assertThat(counting.trips()).isEqualTo(1);
        stage.issued(CAP);
        stage.assertDead(stage.first());
        stage.pairs().subList(1, CAP + 1).forEach(stage::assertLives);
        assertThat(stage.list()).hasSize(CAP);
        stage.assertWhole();
        assertThat(stage.revokedAccess(stage.first())).isEqualTo(storage == Storage.DOCUMENTED);
        assertThat(stage.revokedRefresh(stage.first())).isEqualTo(storage == Storage.DOCUMENTED);
    }

    @InBothStorages
    void aListingShowsTheNewestFirstAndNobodyElses(Storage storage) {
        SessionFixture stage = stage(storage).issued(3);
        SessionFixture other = stage(storage).issued(1);
        assertThat(stage.list().stream().map(Session::keyPart))
                .containsExactly(sid(stage.pair(2)), sid(stage.pair(1)), sid(stage.first()));
        assertThat(stage.end(sid(other.first()))).isFalse();
        other.assertLives(other.first());
        assertThat(stage.logins().list(UUID.randomUUID().toString())).isEmpty();
        for (String hostile : List.of("", "x:y", "*", "a\nb", "a".repeat(10_000), "../..")) {
            assertThat(stage.logins().list(hostile)).isEmpty();
            assertThat(stage.end(hostile)).isFalse();
            assertThat(stage.logins().end(hostile, sid(stage.first()))).isFalse();
            assertThat(stage.logins().endAll(hostile)).isZero();
        }
        stage.pairs().forEach(stage::assertLives);
    }

    @InBothStorages
    void endsEndWhatTheySay(Storage storage) {
        SessionFixture stage = stage(storage).issued(4);
        TokenSessions logins = stage.logins();
        assertThat(logins.end(stage.user(), sid(stage.first()))).isTrue();
        assertThat(logins.end(stage.user(), sid(stage.first()))).isFalse();
        stage.assertDead(stage.first());
        Issued kept = stage.pairs().getLast();
        assertThat(logins.endAllBut(stage.user(), sid(kept))).isEqualTo(2);
        stage.assertLives(kept);
        stage.assertWhole();
        assertThat(logins.endAll(stage.user())).isEqualTo(1);
        stage.pairs().forEach(stage::assertDead);
        assertThat(store().type(stage.index())).isEmpty();
        for (Issued tokens : stage.pairs()) {
            assertThat(stage.revokedAccess(tokens)).isEqualTo(storage == Storage.DOCUMENTED);
            assertThat(stage.revokedRefresh(tokens)).isEqualTo(storage == Storage.DOCUMENTED);
        }
    }

    @InBothStorages
    void aRefreshIsWrittenIntoTheRecordOfTheSession(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        clock().advance(MINUTE);
        Issued next = rotated(stage.rotate(stage.first()));
        assertThat(stage.accessJwt(next).claims().text("username")).hasValue("mia");
        assertThat(stage.refreshJwt(next).endsAt()).isEqualTo(clock().instant().plus(WEEK));
        assertThat(stage.revokedRefresh(stage.first())).isTrue();
        assertThat(stage.revokedRefresh(next)).isFalse();
        stage.assertLives(next);
        assertThat(stage.accessLives(stage.first())).isTrue();
        Document record = stage.record(next);
        assertThat(record.text("expires_at"))
                .hasValue(clock().instant().plus(WEEK).toString());
        assertThat(record.text("created_at"))
                .hasValue(clock().instant().minus(MINUTE).toString());
        assertThat(record.text("last_activity")).hasValue(clock().instant().toString());
        assertThat(record.text("DeviceName")).isEqualTo(ATTRIBUTES.text("DeviceName"));
        assertThat(record.number("version")).hasValue(2);
        storeClock().ifPresent(held -> assertLife(stage.truth(next), WEEK));
        assertThat(stage.score(next)).hasValue(clock().instant().toEpochMilli());
        stage.assertWhole();
    }

    /** No server that checks issuer, audience and signature of access tokens takes a refresh token for one. */
    @InBothStorages
    void aRefreshTokenIsForTheIssuerAlone(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        String token = stage.firstToken();
        assertThat(stage.sameAudience("rt+jwt").verify(token)).isEqualTo(Verification.invalid(Reason.AUDIENCE));
        String next = rotated(stage.rotate(token)).refreshToken();
        assertThat(stage.sameAudience("rt+jwt").verify(next)).isEqualTo(Verification.invalid(Reason.AUDIENCE));
    }

    @InBothStorages
    void aRefreshTokenThatWasIssuedForTheAudienceOfAccessTokensIsStillSpentOnce(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        Issued first = stage.first();
        String earlier = stage.sameAudience("rt+jwt").sign(stage.refreshJwt(first));
        Document record = stage.record(first).with("refresh_token", stage.shown(earlier));
        stage.byHand(batch -> batch.put(stage.truth(first), record.bytes(), Expiry.keep()));
        Issued next = rotated(stage.rotate(earlier));
        stage.assertLives(next);
        assertThat(stage.sameAudience("rt+jwt").verify(next.refreshToken()))
                .isEqualTo(Verification.invalid(Reason.AUDIENCE));
        clock().advance(GRACE);
        assertThat(stage.rotate(earlier)).isEqualTo(reused(stage, 1));
    }

    @InBothStorages
    void aRefreshDoesNotDependOnTheRevocationBehindIt(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, 4);
        stage.assertLives(rotated(stage.rotate(faulty, stage.firstToken())));
        assertThat(stage.revokedRefresh(stage.first())).isFalse();
        clock().advance(GRACE);
        assertThat(stage.rotate(stage.first())).isEqualTo(reused(stage, 1));
    }

    @InBothStorages
    void hardenedStorageShowsNoToken(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        Issued next = rotated(stage.rotate(stage.first()));
        String stored = store().get(stage.truth(next)).orElseThrow().text();
        boolean shown = storage == Storage.DOCUMENTED;
        assertThat(stored.contains(next.accessToken())).isEqualTo(shown);
        assertThat(stored.contains(next.refreshToken())).isEqualTo(shown);
        assertThat(stored).doesNotContain(stage.firstToken());
    }

    @InBothStorages
    void aRevokedCurrentTokenEndsItsSession(Storage storage) {
        SessionFixture stage = stage(storage).issued(2);
        String id = stage.refreshJwt(stage.first()).id();
        stage.byHand(batch -> batch.put(UserKeys.REVOKED_REFRESH.key(id), "true", Expiry.after(MINUTE)));
        assertThat(stage.accessLives(stage.first())).isTrue();
        assertThat(stage.rotate(stage.first())).isEqualTo(REVOKED);
        stage.assertDead(stage.first());
        stage.assertLives(stage.pair(1));
        stage.assertWhole();
    }

    @InBothStorages
    void anEndedSessionIsNotRefreshed(Storage storage) {
        SessionFixture stage = stage(storage).issued(2);
        stage.byHand(batch -> batch.delete(stage.truth(stage.first())));
        assertThat(stage.rotate(stage.first())).isEqualTo(ENDED);
        assertThat(stage.list()).hasSize(1);
        stage.assertWhole();
    }

    @InBothStorages
    void anExpiredOrForeignRefreshTokenIsInvalid(Storage storage) {
        SessionFixture stage = stage(storage);
        Issued tokens = stage.issueLasting();
        Jwt jwt = stage.refreshJwt(tokens);
        String without =
                stage.refresh().sign(new Jwt(jwt.id(), jwt.subject(), jwt.issuedAt(), jwt.endsAt(), Document.empty()));
        assertThat(stage.rotate(without)).isEqualTo(INVALID);
        clock().advance(LIFE.plus(SKEW));
        assertThat(stage.rotate(tokens)).isEqualTo(INVALID);
    }

    private static Authentication refused(Reason reason) {
        return new Authentication.Denied(reason);
    }

    @InBothStorages
    void aCheckIsOneCallAndTouchesOnceAMinute(Storage storage) {
        SessionFixture stage = stage(storage);
        Issued tokens = stage.issue();
        FaultyStore counting = FaultyStore.counting(store());
        clock().advance(MINUTE.minusMillis(1));
        assertThat(stage.accessTokens(counting).check(tokens.accessToken())).isInstanceOf(Authentication.Granted.class);
        assertThat(counting.trips()).isEqualTo(1);
        clock().advance(Duration.ofMillis(1));
        assertThat(stage.accessTokens(counting).check(tokens.accessToken())).isInstanceOf(Authentication.Granted.class);
        assertThat(counting.trips()).isEqualTo(3);
        assertThat(stage.accessTokens(counting).check(tokens.accessToken())).isInstanceOf(Authentication.Granted.class);
        assertThat(counting.trips()).isEqualTo(4);
        assertThat(stage.record(tokens).text("last_activity"))
                .hasValue(clock().instant().toString());
        assertThat(stage.score(tokens)).hasValue(clock().instant().toEpochMilli());
        storeClock().ifPresent(held -> assertLife(stage.truth(tokens), WEEK.minus(MINUTE)));
        assertThat(stage.caller(tokens).jwt().subject()).isEqualTo(stage.user());
    }

    @InBothStorages
    void aTouchThatFailsShutsNobodyOut(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        clock().advance(MINUTE);
        FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, 3);
        assertThat(stage.logins(faulty).access().check(stage.first().accessToken()))
                .isInstanceOf(Authentication.Granted.class);
        stage.assertLives(stage.first());
    }

    @InBothStorages
    void whatIsNoAccessTokenCostsNoCall(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        Jwt jwt = stage.accessJwt(stage.first());
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(stage.accessTokens(counting).check(stage.firstToken())).isEqualTo(refused(Reason.TYPE));
        assertThat(stage.accessTokens(counting).check(stage.sameAudience("JWT").sign(jwt)))
                .isEqualTo(refused(Reason.TYPE));
        List<Jwt> odd = List.of(
                new Jwt(jwt.id(), jwt.subject(), jwt.issuedAt(), jwt.endsAt(), Document.empty()),
                new Jwt(jwt.id(), "not-a-uuid", jwt.issuedAt(), jwt.endsAt(), jwt.claims()),
                new Jwt("a:b", jwt.subject(), jwt.issuedAt(), jwt.endsAt(), jwt.claims()),
                new Jwt(
                        jwt.id(),
                        jwt.subject(),
                        jwt.issuedAt(),
                        jwt.endsAt(),
                        Document.empty().with("sid", "x:y")));
        for (Jwt each : odd) {
            assertThat(stage.accessTokens(counting).check(stage.access().sign(each)))
                    .isEqualTo(refused(Reason.CLAIMS));
        }
        assertThat(counting.calls()).isZero();
        stage.assertLives(stage.first());
    }

    @InBothStorages
    void anotherUsersSessionLetsNobodyIn(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        Jwt jwt = stage.accessJwt(stage.first());
        String foreign = stage.access()
                .sign(new Jwt(jwt.id(), UUID.randomUUID().toString(), jwt.issuedAt(), jwt.endsAt(), jwt.claims()));
        assertThat(stage.check(foreign)).isEqualTo(refused(Reason.UNKNOWN));
    }

    @InBothStorages
    void anAccessTokenEndsWithItsSession(Storage storage) {
        SessionFixture stage = stage(storage).issued(2);
        Issued next = rotated(stage.rotate(stage.first()));
        stage.byHand(batch -> batch.delete(stage.truth(next)));
        assertThat(stage.check(next.accessToken())).isEqualTo(refused(Reason.UNKNOWN));
    }

    @InBothStorages
    void anIdByHandRevokesAtOnce(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        String id = stage.accessJwt(stage.first()).id();
        stage.byHand(batch -> batch.put(UserKeys.REVOKED_ACCESS.key(id), "true", Expiry.after(MINUTE)));
        assertThat(stage.check(stage.first().accessToken())).isEqualTo(refused(Reason.REVOKED));
        stage.assertLives(rotated(stage.rotate(stage.first())));
    }

    @InBothStorages
    void logoutEndsTheSessionAndRevokesBothTokens(Storage storage) {
        SessionFixture stage = stage(storage).issued(2);
        Authentication.Granted caller = stage.caller(stage.first());
        stage.logins().logout(caller, Optional.of(stage.firstToken()));
        assertThat(stage.revokedAccess(stage.first())).isTrue();
        assertThat(stage.revokedRefresh(stage.first())).isTrue();
        assertThat(stage.rotate(stage.first())).isEqualTo(REVOKED);
        stage.assertDead(stage.first());
        stage.assertLives(stage.pair(1));
        stage.assertWhole();
        // A second time, by a server that had admitted the caller before.
        stage.logins().logout(caller, Optional.empty());
        stage.assertLives(stage.pair(1));
    }

    @InBothStorages
    void logoutRevokesNobodyElsesRefreshToken(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        SessionFixture other = stage(storage).issued(1);
        stage.logins()
                .logout(stage.caller(stage.first()), Optional.of(other.first().refreshToken()));
        stage.endAll();
        assertThat(other.revokedRefresh(other.first())).isFalse();
        other.assertLives(rotated(other.rotate(other.first().refreshToken())));
    }

    @InBothStorages
    void anIdleSessionEndsUnlessItIsRemembered(Storage storage) {
        SessionFixture stage = stage(storage);
        Issued idle = stage.issue();
        Issued remembered = stage.issueLasting();
        clock().advance(IDLE.minusMillis(1));
        assertThat(stage.list()).hasSize(2);
        clock().advance(Duration.ofMillis(1));
        assertThat(stage.rotate(idle)).isEqualTo(ENDED);
        stage.assertDead(idle);
        clock().advance(Duration.ofDays(29));
        stage.assertLives(rotated(stage.rotate(remembered)));
        stage.assertWhole();
    }

    @InBothStorages
    void useKeepsASessionFromIdling(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        Duration step = Duration.ofMinutes(14);
        for (int i = 0; i < 6; i++) {
            clock().advance(step);
            Issued current = stage.pairs().getLast();
            stage.assertLives(current);
            stage.assertLives(rotated(stage.rotate(current)));
        }
    }

    @InBothStorages
    void theTokensSayTheAbsoluteEnd(Storage storage) {
        SessionFixture stage = stage(storage);
        Issued current = stage.issueLasting();
        for (int i = 0; i < 4; i++) {
            clock().advance(Duration.ofDays(22));
            current = rotated(stage.rotate(current));
        }
        clock().advance(Duration.ofDays(2).minus(ACCESS_LIFE).plusSeconds(100));
        current = rotated(stage.rotate(current));
        assertThat(stage.refreshJwt(current).endsAt())
                .isEqualTo(clock().instant().plus(ACCESS_LIFE).minusSeconds(100));
        assertThat(stage.accessJwt(current).endsAt())
                .isEqualTo(stage.refreshJwt(current).endsAt());
    }

    @InBothStorages
    void aTouchAfterTheEndChangesNothing(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        Authentication.Granted caller = stage.caller(stage.first());
        clock().advance(MINUTE);
        stage.end(sid(stage.first()));
        stage.sessions(store()).touch(caller.session().orElseThrow());
        assertThat(store().type(stage.truth(stage.first()))).isEmpty();
        assertThat(store().type(stage.index())).isEmpty();
    }
}
