package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.login.Check;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Sessions and revocations as the document's samples write them: no index, no version, no last activity. */
@OnEveryStore(heldClock = true)
final class SamplesTest extends LoginSuite {
    private static final String SID = "sess-7f3d9a1b";
    private static final Duration HOUR = Duration.ofHours(1);

    private String token(LoginFixture stage, Jwts jwts, String sid) {
        return jwts.sign(new Jwt(
                UUID.randomUUID().toString(),
                stage.user(),
                clock().instant(),
                clock().instant().plus(Duration.ofSeconds(900)),
                Document.empty().with("sid", sid)));
    }

    /** What Python's {@code isoformat} writes of a time in UTC without a zone. */
    private static String isoformat(Instant time) {
        return time.toString().replace("Z", ".123456");
    }

    /** What the sample {@code save_session} stores. */
    private void save(LoginFixture stage, String sid, String access, String refresh) {
        String json =
                "{\"user_id\": \"%s\", \"session_id\": \"%s\", \"access_token\": \"%s\", \"refresh_token\": \"%s\", \"created_at\": \"%s\", \"expires_at\": \"%s\"}"
                        .formatted(
                                stage.user(),
                                sid,
                                access,
                                refresh,
                                isoformat(clock().instant()),
                                isoformat(clock().instant().plus(HOUR)));
        store().commit(Batch.builder()
                .put(stage.key(sid), json, Expiry.after(HOUR))
                .build());
    }

    private String saved(LoginFixture stage, String sid) {
        String refresh = token(stage, stage.refresh(), sid);
        save(stage, sid, token(stage, stage.access(), sid), refresh);
        return refresh;
    }

    @InBothStorages
    void aSavedSessionIsListedAndIndexed(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        saved(stage, SID);
        assertThat(stage.logins().sessions(stage.user()).stream().map(Session::keyPart))
                .containsExactlyInAnyOrder(SID, LoginFixture.sid(stage.first()));
        Session session = stage.sessions(store()).find(stage.user(), SID).orElseThrow();
        assertThat(session.endsAt()).isEqualTo(clock().instant().plus(HOUR).plusMillis(123));
        assertThat(stage.indexed()).contains(SID);
        clock().advance(HOUR.plusSeconds(1));
        assertThat(stage.logins().sessions(stage.user())).isEmpty();
        stage.assertSettled();
    }

    @InBothStorages
    void aSavedSessionIsEndedByEveryEnd(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        saved(stage, SID);
        assertThat(stage.logins().endAllBut(stage.user(), LoginFixture.sid(stage.first())))
                .isEqualTo(1);
        saved(stage, SID);
        assertThat(stage.logins().end(stage.user(), SID)).isTrue();
        saved(stage, SID);
        saved(stage, "another-id_1");
        assertThat(stage.logins().endAll(stage.user())).isEqualTo(3);
        assertThat(stage.logins().sessions(stage.user())).isEmpty();
        assertThat(store().type(stage.key(SID))).isEmpty();
    }

    @InBothStorages
    void aSavedSessionLetsItsTokenInAndIsNotIdle(Storage storage) {
        LoginFixture stage = stage(storage);
        saved(stage, SID);
        clock().advance(IDLE.plusSeconds(1));
        String access = token(stage, stage.access(), SID);
        assertThat(stage.logins().check(access)).isInstanceOf(Check.Admitted.class);
        assertThat(stage.indexed()).containsExactly(SID);
        Document record = stage.record(SID);
        assertThat(record.text("expires_at"))
                .hasValue(isoformat(clock().instant().minus(IDLE.plusSeconds(1)).plus(HOUR)));
        assertThat(record.text("last_activity")).hasValue(clock().instant().toString());
    }

    @InBothStorages
    void aSavedSessionIsRefreshedOnceAndReuseIsSeen(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        String refresh = saved(stage, SID);
        Tokens next = refreshed(stage.refresh(refresh));
        assertThat(LoginFixture.sid(next)).isEqualTo(SID);
        assertThat(stage.indexed()).contains(SID);
        stage.assertLives(next);
        assertThat(stage.record(SID).text("created_at")).hasValue(isoformat(clock().instant()));
        assertThat(repeated(stage.refresh(refresh)).refreshToken()).isEqualTo(next.refreshToken());
        clock().advance(GRACE);
        assertThat(stage.refresh(refresh)).isEqualTo(new Refresh.Reused(stage.user(), 2));
        stage.given().forEach(stage::assertDead);
    }

    @InBothStorages
    void aSessionSavedAnewDuringARefreshIsNotOverwritten(Storage storage) {
        LoginFixture stage = stage(storage);
        String refresh = saved(stage, SID);
        FaultyStore busy = FaultyStore.meanwhile(store(), 2, () -> saved(stage, SID));
        assertThat(LoginSuite.given(stage.refresh(busy, refresh))).isEmpty();
    }

    @InBothStorages
    void whatLogoutUserWritesIsHonoured(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(2);
        Tokens out = stage.first();
        store().commit(Batch.builder()
                .put(UserKeys.REVOKED_ACCESS.key(stage.accessJwt(out).id()), "true", Expiry.after(MINUTE))
                .build());
        store().commit(Batch.builder()
                .put(UserKeys.REVOKED_REFRESH.key(stage.refreshJwt(out).id()), "true", Expiry.after(MINUTE))
                .build());
        assertThat(stage.admitted(out)).isFalse();
        assertThat(stage.refresh(out.refreshToken())).isEqualTo(new Refresh.Revoked());
        stage.assertDead(out);
        stage.assertLives(stage.given().get(1));
    }

    @InBothStorages
    void savedSessionsBeyondTheCapGoWithTheNextSignIn(Storage storage) {
        LoginFixture stage = stage(storage);
        for (int i = 0; i < CAP + 2; i++) {
            saved(stage, SID + i);
            clock().advance(SECOND);
        }
        assertThat(stage.logins().sessions(stage.user())).hasSize(CAP + 2);
        assertThat(stage.indexed()).hasSize(CAP + 2);
        stage.assertLives(stage.signIn());
        assertThat(stage.logins().sessions(stage.user())).hasSize(CAP);
        stage.assertSettled();
    }

    @InBothStorages
    void whatIsNoSessionOfTheUserIsNone(Storage storage) {
        LoginFixture stage = stage(storage).signedIn(1);
        LoginFixture other = stage(storage);
        String foreign = stage.record(LoginFixture.sid(stage.first()))
                .with("user_id", other.user())
                .bytes()
                .text();
        for (String value : new String[] {"[]", "", "{}", "{\"user_id\": \"" + stage.user() + "\"}", foreign}) {
            store().commit(Batch.builder()
                    .put(stage.key(SID), value, Expiry.after(MINUTE))
                    .build());
            assertThat(stage.logins().sessions(stage.user())).hasSize(1);
            assertThat(stage.logins().check(token(stage, stage.access(), SID))).isInstanceOf(Check.Refused.class);
            assertThat(stage.refresh(token(stage, stage.refresh(), SID))).isEqualTo(new Refresh.NoSession());
        }
        stage.assertLives(stage.first());
    }
}
