package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageFixture.like;
import static dev.yorozu.conformance.token.LineageFixture.session;
import static dev.yorozu.conformance.token.LineageFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.TokenSessions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What is true only of tokens that a session's record knows: the record, listing and ending, idling, and logging out. */
@OnEveryStore(heldClock = true)
final class SessionsTest extends TokenSuite {

    @OfEveryLineage(logins = 2)
    void aRefreshTokenEndsItsSessionAlsoOneThatWasSpent(SessionFixture user) {
        TokenSessions logins = user.lineage(store());
        Issued other = user.pairs().getLast();
        Issued next = rotated(user.rotate(user.first()));
        assertThat(isCurrent(logins, user.first())).isFalse();
        assertThat(isCurrent(logins, next)).isTrue();
        assertThat(logins.end(next.accessToken())).isEmpty();
        assertThat(logins.end(user.first().refreshToken())).isPresent();
        assertThat(isCurrent(logins, next)).isFalse();
        assertThat(user.refreshLives(next.refreshToken())).isFalse();
        assertThat(logins.end(next.refreshToken())).isEmpty();
        assertThat(isCurrent(logins, other)).isTrue();
    }

    private boolean isCurrent(TokenSessions logins, Issued pair) {
        return RoundTrip.ask(store(), trip -> logins.isCurrent(trip, pair.refreshToken()));
    }

    @OfEveryLineage
    void aSignInIsOneCallAndTheTokensAndTheRecordSayWhatTheContractSays(SessionFixture user) {
        FaultyStore counting = FaultyStore.counting(store());
        Issued tokens = user.issue(counting);
        assertThat(counting.trips()).isEqualTo(1);
        Instant now = clock().instant();
        Document sid = Document.empty().with("sid", sid(tokens));
        assertThat(sid(tokens)).matches("sess-[0-9a-f]{32}");
        Jwt access = user.accessJwt(tokens);
        assertThat(access.subject()).isEqualTo(user.id);
        assertThat(access.issuedAt()).isEqualTo(now);
        assertThat(access.endsAt()).isEqualTo(now.plus(ACCESS_LIFE));
        assertThat(access.claims().bytes())
                .isEqualTo(sid.withAll(LineageFixture.CLAIMS).bytes());
        Jwt refresh = user.refreshJwt(tokens);
        assertThat(refresh.endsAt()).isEqualTo(now.plus(WEEK));
        assertThat(refresh.claims().bytes()).isEqualTo(sid.bytes());
        assertThat(access.id()).matches("[0-9a-f]{32}").isNotEqualTo(refresh.id());
        assertThat(user.record(tokens))
                .isEqualTo(Document.empty()
                        .with("user_id", user.id)
                        .with("session_id", sid(tokens))
                        .with("access_token", user.shown(tokens.accessToken()))
                        .with("refresh_token", user.shown(tokens.refreshToken()))
                        .withAll(ATTRIBUTES)
                        .with("remember_me", false)
                        .with("created_at", now.toString())
                        .with("expires_at", now.plus(WEEK).toString())
                        .with("last_activity", now.toString())
                        .with("version", 1));
        assertKept(user, tokens, WEEK);
    }

    /** The record lives so long, where its life can be seen, and the index has it at the present time. */
    private void assertKept(SessionFixture user, Issued tokens, Duration life) {
        storeClock().ifPresent(held -> assertLife(user.truth(tokens), life));
        assertThat(user.indexed()).containsEntry(sid(tokens), (double) clock().millis());
    }

    @OfEveryLineage(logins = 3)
    void whatIsNoIdListsAndEndsNobody(SessionFixture user) {
        TokenSessions logins = user.logins();
        assertThat(logins.list(UUID.randomUUID().toString())).isEmpty();
        for (String hostile : List.of("", "x:y", "*", "a\nb", "a".repeat(10_000), "../..")) {
            assertThat(logins.list(hostile)).isEmpty();
            assertThat(logins.end(user.id, hostile)).isFalse();
            assertThat(logins.end(hostile, sid(user.first()))).isFalse();
            assertThat(logins.endAll(hostile)).isZero();
        }
        user.pairs().forEach(user::assertLives);
    }

    @OfEveryLineage(logins = 1)
    void aRefreshIsWrittenIntoTheRecordWhichShowsNoTokenWhereStorageIsHardened(SessionFixture user) {
        Document before = user.record(user.first());
        clock().advance(MINUTE);
        Instant now = clock().instant();
        Issued next = rotated(user.rotate(user.first()));
        assertThat(user.accessJwt(next).claims().text("username")).hasValue("mia");
        assertThat(user.refreshJwt(next).endsAt()).isEqualTo(now.plus(WEEK));
        assertThat(user.holds(user.revokedRefresh(user.first()))).isTrue();
        assertThat(user.holds(user.revokedRefresh(next))).isFalse();
        user.assertLives(next);
        assertThat(user.accessLives(user.first())).isTrue();
        Document record = user.record(next);
        boolean shown = user.storage == Storage.DOCUMENTED;
        assertThat(record.bytes().text().contains(next.accessToken())).isEqualTo(shown);
        assertThat(record.bytes().text().contains(next.refreshToken())).isEqualTo(shown);
        assertThat(record.bytes().text()).doesNotContain(user.firstToken());
        assertThat(record.text("expires_at")).hasValue(now.plus(WEEK).toString());
        assertThat(record.text("created_at")).isEqualTo(before.text("created_at"));
        assertThat(record.text("last_activity")).hasValue(now.toString());
        assertThat(record.text("DeviceName")).isEqualTo(ATTRIBUTES.text("DeviceName"));
        assertThat(record.number("version")).hasValue(2);
        assertKept(user, next, WEEK);
        user.assertWhole();
    }

    /** No server that checks issuer, audience and signature of access tokens takes a refresh token for one. */
    @OfEveryLineage
    void aRefreshTokenIsForTheIssuerAloneAndOneOfEarlierIsStillSpentOnce(SessionFixture user) {
        Jwts earlierJwts = user.jwts(LineageFixture.jwtPolicy("rt+jwt"));
        Issued first = user.issued(1).first();
        assertThat(earlierJwts.verify(first.refreshToken())).isEqualTo(Verification.invalid(Reason.AUDIENCE));
        String earlier = earlierJwts.sign(user.refreshJwt(first));
        Document record = user.record(first).with("refresh_token", user.shown(earlier));
        user.byHand(batch -> batch.put(user.truth(first), record.bytes(), Expiry.keep()));
        Issued next = rotated(user.rotate(earlier));
        user.assertLives(next);
        assertThat(earlierJwts.verify(next.refreshToken())).isEqualTo(Verification.invalid(Reason.AUDIENCE));
        clock().advance(GRACE);
        assertThat(user.rotate(earlier)).isEqualTo(new Rotation.Reused(user.id, sid(user.first()), 1));
    }

    @OfEveryLineage(logins = 1)
    void aRefreshDoesNotDependOnTheRevocationBehindIt(SessionFixture user) {
        FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, 4);
        user.assertLives(rotated(user.rotate(faulty, user.firstToken())));
        assertThat(user.holds(user.revokedRefresh(user.first()))).isFalse();
        clock().advance(GRACE);
        assertThat(user.rotate(user.first())).isEqualTo(new Rotation.Reused(user.id, sid(user.first()), 1));
    }

    @OfEveryLineage(logins = 2)
    void anAccessTokenIsRevokedByHandAtOnceAndARefreshTokenWithItsSession(SessionFixture user) {
        user.put(user.revokedRefresh(user.first()), "true");
        assertThat(user.accessLives(user.first())).isTrue();
        assertThat(user.rotate(user.first())).isEqualTo(REVOKED);
        user.assertDead(user.first());
        user.assertLives(user.pair(1));
        user.assertWhole();
        user.put(user.revokedAccess(user.pair(1)), "true");
        assertThat(user.check(user.pair(1).accessToken())).isEqualTo(denied(Reason.REVOKED));
        user.assertLives(rotated(user.rotate(user.pair(1))));
    }

    @OfEveryLineage
    void whatHangsOnASessionThatIsGoneIsRefused(SessionFixture user) {
        Issued next = rotated(user.issued(2).rotate(user.first()));
        user.delete(user.truth(next));
        assertThat(user.check(next.accessToken())).isEqualTo(denied(Reason.UNKNOWN));
        assertThat(user.rotate(next)).isEqualTo(ENDED);
        assertThat(user.list()).hasSize(1);
        user.assertWhole();
    }

    @OfEveryLineage
    void anExpiredOrForeignRefreshTokenIsInvalid(SessionFixture user) {
        Issued tokens = user.issueLasting();
        Jwt jwt = user.refreshJwt(tokens);
        Jwt without = like(jwt, jwt.id(), jwt.subject(), Document.empty());
        assertThat(user.rotate(user.refresh.sign(without))).isEqualTo(INVALID);
        clock().advance(LIFE.plus(SKEW));
        assertThat(user.rotate(tokens)).isEqualTo(INVALID);
    }

    @OfEveryLineage
    void aCheckIsOneCallAndTouchesOnceAMinuteAndATouchThatFailsShutsNobodyOut(SessionFixture user) {
        Issued tokens = user.issue();
        FaultyStore counting = FaultyStore.counting(store());
        AccessTokens access = user.accessTokens(counting);
        clock().advance(MINUTE.minus(MOMENT));
        assertThat(granted(access.check(tokens.accessToken())).jwt().subject()).isEqualTo(user.id);
        assertThat(counting.trips()).isEqualTo(1);
        clock().advance(MOMENT);
        granted(access.check(tokens.accessToken()));
        assertThat(counting.trips()).isEqualTo(3);
        granted(access.check(tokens.accessToken()));
        assertThat(counting.trips()).isEqualTo(4);
        assertThat(user.record(tokens).text("last_activity"))
                .hasValue(clock().instant().toString());
        assertKept(user, tokens, WEEK.minus(MINUTE));
        clock().advance(MINUTE);
        FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, 3);
        granted(user.accessTokens(faulty).check(tokens.accessToken()));
        user.assertLives(tokens);
    }

    @OfEveryLineage(logins = 1)
    void whatIsNoAccessTokenCostsNoCallAndAnotherUsersSessionLetsNobodyIn(SessionFixture user) {
        Jwt jwt = user.accessJwt(user.first());
        FaultyStore counting = FaultyStore.counting(store());
        AccessTokens tokens = user.accessTokens(counting);
        String otherType = user.jwts(LineageFixture.jwtPolicy("JWT")).sign(jwt);
        for (String other : List.of(user.firstToken(), otherType)) {
            assertThat(tokens.check(other)).isEqualTo(denied(Reason.TYPE));
        }
        for (Jwt odd : List.of(
                like(jwt, jwt.id(), jwt.subject(), Document.empty()),
                like(jwt, jwt.id(), "not-a-uuid", jwt.claims()),
                like(jwt, "a:b", jwt.subject(), jwt.claims()),
                like(jwt, jwt.id(), jwt.subject(), Document.empty().with("sid", "x:y")))) {
            assertThat(tokens.check(user.access.sign(odd))).isEqualTo(denied(Reason.CLAIMS));
        }
        assertThat(counting.calls()).isZero();
        Jwt foreign = like(jwt, jwt.id(), UUID.randomUUID().toString(), jwt.claims());
        assertThat(user.check(user.access.sign(foreign))).isEqualTo(denied(Reason.UNKNOWN));
        user.assertLives(user.first());
    }

    @OfEveryLineage(logins = 2)
    void logoutEndsTheSessionAndRevokesBothTokensAndNobodyElses(SessionFixture user, SessionFixture other) {
        Authentication.Granted caller = granted(user.check(user.first().accessToken()));
        user.logins().logout(caller, Optional.of(user.firstToken()));
        assertThat(user.holds(user.revokedAccess(user.first()))).isTrue();
        assertThat(user.holds(user.revokedRefresh(user.first()))).isTrue();
        assertThat(user.rotate(user.first())).isEqualTo(REVOKED);
        user.assertDead(user.first());
        // A second time, by a server that had admitted the caller before.
        user.logins().logout(caller, Optional.empty());
        user.assertLives(user.pair(1));
        user.assertWhole();
        Authentication.Granted second = granted(user.check(user.pair(1).accessToken()));
        user.logins().logout(second, Optional.of(other.firstToken()));
        user.assertDead(user.pair(1));
        assertThat(other.holds(other.revokedRefresh(other.first()))).isFalse();
        other.assertLives(rotated(other.rotate(other.first())));
    }

    @OfEveryLineage
    void anIdleSessionEndsUnlessItIsRemembered(SessionFixture user) {
        Issued idle = user.issue();
        Issued remembered = user.issueLasting();
        assertThat(session(remembered).lasting()).isTrue();
        assertThat(session(remembered).endsAt()).isEqualTo(clock().instant().plus(LIFE));
        assertThat(user.refreshJwt(remembered).endsAt())
                .isEqualTo(clock().instant().plus(LIFE));
        clock().advance(IDLE.minus(MOMENT));
        assertThat(user.list()).hasSize(2);
        clock().advance(MOMENT);
        assertThat(user.rotate(idle)).isEqualTo(ENDED);
        user.assertDead(idle);
        clock().advance(Duration.ofDays(29));
        user.assertLives(rotated(user.rotate(remembered)));
        user.assertWhole();
    }

    @OfEveryLineage(logins = 1)
    void useKeepsASessionFromIdling(SessionFixture user) {
        Duration step = Duration.ofMinutes(14);
        for (int i = 0; i < 6; i++) {
            clock().advance(step);
            Issued current = user.pairs().getLast();
            user.assertLives(current);
            user.assertLives(rotated(user.rotate(current)));
        }
    }
}
