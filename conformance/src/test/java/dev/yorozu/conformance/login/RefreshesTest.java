package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.login.Logins;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.Optional;

/** How refresh tokens are spent, repeated, reused and revoked. */
@OnEveryStore(heldClock = true)
final class RefreshesTest extends LoginSuite {
    @InBothStorages
    void aRefreshGivesANewPairOfTheSameSession(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        clock().advance(MINUTE);
        FaultyStore counting = FaultyStore.counting(store());
        Tokens next = refreshed(stage.refresh(counting, stage.first().refreshToken()));
        assertThat(counting.calls()).isEqualTo(3);
        assertThat(LoginFixture.sid(next)).isEqualTo(LoginFixture.sid(stage.first()));
        assertThat(next.refreshToken()).isNotEqualTo(stage.first().refreshToken());
        assertThat(stage.accessJwt(next).claims().text("scope")).isEqualTo(CLAIMS.text("scope"));
        assertThat(stage.refreshJwt(next).endsAt()).isEqualTo(clock().instant().plus(WEEK));
        assertThat(stage.revokedRefresh(stage.first())).isTrue();
        assertThat(stage.revokedRefresh(next)).isFalse();
        stage.assertLives(next);
        stage.assertLives(stage.first());
        Document record = stage.record(LoginFixture.sid(next));
        assertThat(record.text("expires_at"))
                .hasValue(clock().instant().plus(WEEK).toString());
        assertThat(record.text("created_at"))
                .hasValue(clock().instant().minus(MINUTE).toString());
        assertThat(record.text("last_activity")).hasValue(clock().instant().toString());
        assertThat(record.text("ip_address")).isEqualTo(ATTRIBUTES.text("ip_address"));
        assertThat(record.number("version")).hasValue(2);
        storeClock()
                .ifPresent(held -> assertThat(store().remaining(stage.key(LoginFixture.sid(next))))
                        .hasValue(new Life.Ends(WEEK)));
        assertThat(store().read(new Read.ScoreOf(stage.index(), Bytes.of(LoginFixture.sid(next)))))
                .hasValue(clock().instant().toEpochMilli());
        stage.assertSettled();
    }

    /** No server that checks issuer, audience and signature of access tokens takes a refresh token for one. */
    @InBothStorages
    void aRefreshTokenIsForTheIssuerAlone(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        String token = stage.first().refreshToken();
        assertThat(stage.sameAudience("rt+jwt").verify(token)).isEqualTo(Verification.invalid(Reason.AUDIENCE));
        String next = refreshed(stage.refresh(token)).refreshToken();
        assertThat(stage.sameAudience("rt+jwt").verify(next)).isEqualTo(Verification.invalid(Reason.AUDIENCE));
    }

    @InBothStorages
    void aRefreshTokenThatWasIssuedForTheAudienceOfAccessTokensIsStillSpentOnce(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        Tokens first = stage.first();
        String earlier = stage.sameAudience("rt+jwt").sign(stage.refreshJwt(first));
        Document record = stage.record(LoginFixture.sid(first))
                .with("refresh_token", storage == Storage.DOCUMENTED ? earlier : Digests.hex(earlier));
        store().commit(Batch.builder()
                .put(stage.key(LoginFixture.sid(first)), record.bytes(), Expiry.keep())
                .build());
        Tokens next = refreshed(stage.refresh(earlier));
        stage.assertLives(next);
        assertThat(stage.sameAudience("rt+jwt").verify(next.refreshToken()))
                .isEqualTo(Verification.invalid(Reason.AUDIENCE));
        clock().advance(GRACE);
        assertThat(stage.refresh(earlier)).isEqualTo(new Refresh.Reused(stage.user(), 1));
    }

    @InBothStorages
    void aRefreshDoesNotDependOnTheRevocationBehindIt(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, 3);
        stage.assertLives(refreshed(stage.refresh(faulty, stage.first().refreshToken())));
        assertThat(stage.revokedRefresh(stage.first())).isFalse();
        clock().advance(GRACE);
        assertThat(stage.refresh(stage.first().refreshToken())).isEqualTo(new Refresh.Reused(stage.user(), 1));
    }

    @InBothStorages
    void hardenedStorageShowsNoToken(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        Tokens next = refreshed(stage.refresh(stage.first().refreshToken()));
        String stored =
                store().get(stage.key(LoginFixture.sid(next))).orElseThrow().text();
        boolean shown = storage == Storage.DOCUMENTED;
        assertThat(stored.contains(next.accessToken())).isEqualTo(shown);
        assertThat(stored.contains(next.refreshToken())).isEqualTo(shown);
        assertThat(stored).doesNotContain(stage.first().refreshToken());
    }

    @InBothStorages
    void withinTheGraceTheSamePairComesAgain(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        Tokens next = refreshed(stage.refresh(stage.first().refreshToken()));
        clock().advance(GRACE.minusMillis(1));
        FaultyStore counting = FaultyStore.counting(store());
        Tokens again = repeated(stage.refresh(counting, stage.first().refreshToken()));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(again.accessToken()).isEqualTo(next.accessToken());
        assertThat(again.refreshToken()).isEqualTo(next.refreshToken());
        stage.assertLives(refreshed(stage.refresh(again.refreshToken())));
    }

    @InBothStorages
    void afterTheGraceReuseEndsAllSessionsOnEveryServer(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(3);
        Logins otherServer = stage.logins();
        refreshed(stage.refresh(stage.first().refreshToken()));
        clock().advance(GRACE);
        assertThat(stage.refresh(stage.first().refreshToken())).isEqualTo(new Refresh.Reused(stage.user(), 3));
        assertThat(otherServer.sessions(stage.user())).isEmpty();
        stage.given().forEach(stage::assertDead);
        assertThat(store().type(stage.index())).isEmpty();
        assertThat(LoginSuite.given(otherServer.refresh(stage.first().refreshToken(), user -> Optional.of(CLAIMS))))
                .isEmpty();
        stage.assertLives(stage.signIn());
    }

    @InBothStorages
    void aTokenSpentBeforeTheLastIsReuseAtAnyTime(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(2);
        Tokens second = refreshed(stage.refresh(stage.first().refreshToken()));
        refreshed(stage.refresh(second.refreshToken()));
        assertThat(stage.refresh(stage.first().refreshToken())).isEqualTo(new Refresh.Reused(stage.user(), 2));
        stage.given().forEach(stage::assertDead);
    }

    @InBothStorages
    void aUserWhoIsNotAdmittedSpendsNothing(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        String token = stage.first().refreshToken();
        assertThat(stage.logins().refresh(token, user -> Optional.empty())).isEqualTo(new Refresh.NotAdmitted());
        refreshed(stage.refresh(token));
        assertThat(stage.logins().refresh(token, user -> Optional.empty())).isEqualTo(new Refresh.NotAdmitted());
        stage.assertLives(repeated(stage.refresh(token)));
    }

    @InBothStorages
    void aRevokedCurrentTokenEndsItsSession(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(2);
        String id = stage.refreshJwt(stage.first()).id();
        store().commit(Batch.builder()
                .put(UserKeys.REVOKED_REFRESH.key(id), "true", Expiry.after(MINUTE))
                .build());
        stage.assertLives(stage.first());
        assertThat(stage.refresh(stage.first().refreshToken())).isEqualTo(new Refresh.Revoked());
        stage.assertDead(stage.first());
        stage.assertLives(stage.given().get(1));
        stage.assertSettled();
    }

    @InBothStorages
    void anEndedSessionIsNotRefreshed(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(2);
        store().commit(Batch.builder()
                .delete(stage.key(LoginFixture.sid(stage.first())))
                .build());
        assertThat(stage.refresh(stage.first().refreshToken())).isEqualTo(new Refresh.NoSession());
        assertThat(stage.logins().sessions(stage.user())).hasSize(1);
        stage.assertSettled();
    }

    @InBothStorages
    void anExpiredOrForeignRefreshTokenIsInvalid(Storage storage) {
        LoginFixture stage = stage(storage);
        Tokens tokens = stage.signIn(store(), true);
        Jwt jwt = stage.refreshJwt(tokens);
        String without =
                stage.refresh().sign(new Jwt(jwt.id(), jwt.subject(), jwt.issuedAt(), jwt.endsAt(), Document.empty()));
        assertThat(stage.refresh(without)).isEqualTo(new Refresh.Invalid(Reason.CLAIMS));
        assertThat(stage.refresh("a.b.c")).isInstanceOf(Refresh.Invalid.class);
        clock().advance(MONTH.plus(Duration.ofSeconds(5)));
        assertThat(stage.refresh(tokens.refreshToken())).isEqualTo(new Refresh.Invalid(Reason.EXPIRED));
    }
}
