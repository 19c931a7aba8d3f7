package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.login.Caller;
import dev.yorozu.login.Check;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Who is let in by an access token, and until when. */
@OnEveryStore(heldClock = true)
final class ChecksTest extends LoginSuite {
    private static Check refused(Reason reason) {
        return new Check.Refused(reason);
    }

    @InBothStorages
    void aCheckIsOneCallAndTouchesOnceAMinute(Storage storage) {
        LoginFixture stage = stage(storage);
        Tokens tokens = stage.signIn();
        FaultyStore counting = FaultyStore.counting(store());
        clock().advance(MINUTE.minusMillis(1));
        assertThat(stage.logins(counting).check(tokens.accessToken())).isInstanceOf(Check.Admitted.class);
        assertThat(counting.calls()).isEqualTo(1);
        clock().advance(Duration.ofMillis(1));
        assertThat(stage.logins(counting).check(tokens.accessToken())).isInstanceOf(Check.Admitted.class);
        assertThat(counting.calls()).isEqualTo(3);
        assertThat(stage.logins(counting).check(tokens.accessToken())).isInstanceOf(Check.Admitted.class);
        assertThat(counting.calls()).isEqualTo(4);
        assertThat(stage.record(LoginFixture.sid(tokens)).text("last_activity"))
                .hasValue(clock().instant().toString());
        assertThat(store().read(new Read.ScoreOf(stage.index(), Bytes.of(LoginFixture.sid(tokens)))))
                .hasValue(clock().instant().toEpochMilli());
        storeClock()
                .ifPresent(held -> assertThat(store().remaining(stage.key(LoginFixture.sid(tokens))))
                        .hasValue(new Life.Ends(WEEK.minus(MINUTE))));
        assertThat(stage.caller(tokens).user()).isEqualTo(stage.user());
    }

    @InBothStorages
    void aTouchThatFailsShutsNobodyOut(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        clock().advance(MINUTE);
        FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, 2);
        assertThat(stage.logins(faulty).check(stage.first().accessToken())).isInstanceOf(Check.Admitted.class);
        stage.assertLives(stage.first());
    }

    @InBothStorages
    void whatIsNoAccessTokenCostsNoCall(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        Jwt jwt = stage.accessJwt(stage.first());
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(stage.logins(counting).check("nonsense")).isEqualTo(refused(Reason.MALFORMED));
        assertThat(stage.logins(counting).check(stage.first().refreshToken())).isEqualTo(refused(Reason.TYPE));
        assertThat(stage.logins(counting).check(stage.sameAudience("JWT").sign(jwt)))
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
            assertThat(stage.logins(counting).check(stage.access().sign(each))).isEqualTo(refused(Reason.CLAIMS));
        }
        assertThat(counting.calls()).isZero();
        assertThat(stage.logins().refresh(stage.first().accessToken(), user -> Optional.of(CLAIMS)))
                .isEqualTo(new Refresh.Invalid(Reason.TYPE));
        stage.assertLives(stage.first());
    }

    @InBothStorages
    void anotherUsersSessionLetsNobodyIn(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        Jwt jwt = stage.accessJwt(stage.first());
        String foreign = stage.access()
                .sign(new Jwt(jwt.id(), UUID.randomUUID().toString(), jwt.issuedAt(), jwt.endsAt(), jwt.claims()));
        assertThat(stage.logins().check(foreign)).isEqualTo(refused(Reason.UNKNOWN));
    }

    @InBothStorages
    void anAccessTokenEndsWithItsTimeAndItsSession(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(2);
        clock().advance(POLICY.accessLife().plusSeconds(5));
        assertThat(stage.logins().check(stage.first().accessToken())).isEqualTo(refused(Reason.EXPIRED));
        Tokens next = refreshed(stage.refresh(stage.first().refreshToken()));
        store().commit(Batch.builder().delete(stage.key(LoginFixture.sid(next))).build());
        assertThat(stage.logins().check(next.accessToken())).isEqualTo(refused(Reason.UNKNOWN));
    }

    @InBothStorages
    void anIdByHandRevokesAtOnce(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        String id = stage.accessJwt(stage.first()).id();
        store().commit(Batch.builder()
                .put(UserKeys.REVOKED_ACCESS.key(id), "true", Expiry.after(MINUTE))
                .build());
        assertThat(stage.logins().check(stage.first().accessToken())).isEqualTo(refused(Reason.REVOKED));
        stage.assertLives(refreshed(stage.refresh(stage.first().refreshToken())));
    }

    @InBothStorages
    void logoutEndsTheSessionAndRevokesBothTokens(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(2);
        Caller caller = stage.caller(stage.first());
        stage.logins().logout(caller, Optional.of(stage.first().refreshToken()));
        assertThat(stage.revokedAccess(stage.first())).isTrue();
        assertThat(stage.revokedRefresh(stage.first())).isTrue();
        assertThat(stage.refresh(stage.first().refreshToken())).isEqualTo(new Refresh.Revoked());
        stage.assertDead(stage.first());
        stage.assertLives(stage.given().get(1));
        stage.assertSettled();
        // A second time, by a server that had admitted the caller before.
        stage.logins().logout(caller, Optional.empty());
        stage.assertLives(stage.given().get(1));
    }

    @InBothStorages
    void logoutRevokesNobodyElsesRefreshToken(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        LoginFixture other = stage(storage).signedIn(1);
        stage.logins()
                .logout(stage.caller(stage.first()), Optional.of(other.first().refreshToken()));
        stage.logins().endAll(stage.user());
        assertThat(other.revokedRefresh(other.first())).isFalse();
        other.assertLives(refreshed(other.refresh(other.first().refreshToken())));
    }

    @InBothStorages
    void anIdleSessionEndsUnlessItIsRemembered(Storage storage) {
        LoginFixture stage = stage(storage);
        Tokens idle = stage.signIn();
        Tokens remembered = stage.signIn(store(), true);
        clock().advance(IDLE.minusMillis(1));
        assertThat(stage.logins().sessions(stage.user())).hasSize(2);
        clock().advance(Duration.ofMillis(1));
        assertThat(stage.refresh(idle.refreshToken())).isEqualTo(new Refresh.NoSession());
        stage.assertDead(idle);
        clock().advance(Duration.ofDays(29));
        stage.assertLives(refreshed(stage.refresh(remembered.refreshToken())));
        stage.assertSettled();
    }

    @InBothStorages
    void useKeepsASessionFromIdling(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        Duration step = Duration.ofMinutes(14);
        for (int i = 0; i < 6; i++) {
            clock().advance(step);
            Tokens current = stage.given().getLast();
            stage.assertLives(current);
            stage.assertLives(refreshed(stage.refresh(current.refreshToken())));
        }
    }

    @InBothStorages
    void noRefreshPassesTheAbsoluteEnd(Storage storage) {
        LoginFixture stage = stage(storage);
        Tokens current = stage.signIn(store(), true);
        for (int i = 0; i < 4; i++) {
            clock().advance(Duration.ofDays(22));
            current = refreshed(stage.refresh(current.refreshToken()));
        }
        clock().advance(Duration.ofDays(2).minus(POLICY.accessLife()).plusSeconds(100));
        current = refreshed(stage.refresh(current.refreshToken()));
        assertThat(stage.refreshJwt(current).endsAt())
                .isEqualTo(clock().instant().plus(POLICY.accessLife()).minusSeconds(100));
        assertThat(stage.accessJwt(current).endsAt())
                .isEqualTo(stage.refreshJwt(current).endsAt());
        clock().advance(POLICY.accessLife().minusSeconds(100));
        stage.assertDead(current);
        stage.assertSettled();
    }

    @InBothStorages
    void aTouchAfterTheEndChangesNothing(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        Caller caller = stage.caller(stage.first());
        clock().advance(MINUTE);
        stage.logins().end(stage.user(), LoginFixture.sid(stage.first()));
        stage.sessions(store()).touch(caller.session());
        assertThat(store().type(stage.key(LoginFixture.sid(stage.first())))).isEmpty();
        assertThat(store().type(stage.index())).isEmpty();
    }
}
