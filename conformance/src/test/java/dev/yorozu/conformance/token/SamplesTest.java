package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.time.Instant;

/** Sessions and revocations as the document's samples write them: no index, no version, no last activity. */
@OnEveryStore(heldClock = true)
final class SamplesTest extends TokenSuite {
    private static final String SID = "sess-7f3d9a1b";
    private static final Duration HOUR = Duration.ofHours(1);

    /** What Python's {@code isoformat} writes of a time in UTC without a zone. */
    private static String isoformat(Instant time) {
        return time.toString().replace("Z", ".123456");
    }

    /** What the sample {@code save_session} stores. */
    private void save(SessionFixture stage, String sid, String access, String refresh) {
        String json =
                "{\"user_id\": \"%s\", \"session_id\": \"%s\", \"access_token\": \"%s\", \"refresh_token\": \"%s\", \"created_at\": \"%s\", \"expires_at\": \"%s\"}"
                        .formatted(
                                stage.user(),
                                sid,
                                access,
                                refresh,
                                isoformat(clock().instant()),
                                isoformat(clock().instant().plus(HOUR)));
        stage.byHand(batch -> batch.put(stage.key(sid), json, Expiry.after(HOUR)));
    }

    private String saved(SessionFixture stage, String sid) {
        String refresh = stage.token(stage.refresh(), sid);
        save(stage, sid, stage.token(stage.access(), sid), refresh);
        return refresh;
    }

    @InBothStorages
    void aSavedSessionIsListedAndIndexed(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        saved(stage, SID);
        assertThat(stage.list().stream().map(Session::keyPart)).containsExactlyInAnyOrder(SID, sid(stage.first()));
        Session session = stage.sessions(store()).find(stage.user(), SID).orElseThrow();
        assertThat(session.endsAt()).isEqualTo(clock().instant().plus(HOUR).plusMillis(123));
        assertThat(stage.indexed()).contains(SID);
        clock().advance(HOUR.plusSeconds(1));
        assertThat(stage.list()).isEmpty();
        stage.assertWhole();
    }

    @InBothStorages
    void aSavedSessionIsEndedByEveryEnd(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        saved(stage, SID);
        assertThat(stage.endAllBut(sid(stage.first()))).isEqualTo(1);
        saved(stage, SID);
        assertThat(stage.end(SID)).isTrue();
        saved(stage, SID);
        saved(stage, "another-id_1");
        assertThat(stage.endAll()).isEqualTo(3);
        assertThat(stage.list()).isEmpty();
        assertThat(store().type(stage.key(SID))).isEmpty();
    }

    @InBothStorages
    void aSavedSessionLetsItsTokenInAndIsNotIdle(Storage storage) {
        SessionFixture stage = stage(storage);
        saved(stage, SID);
        clock().advance(IDLE.plusSeconds(1));
        String access = stage.token(stage.access(), SID);
        assertThat(stage.check(access)).isInstanceOf(Authentication.Granted.class);
        assertThat(stage.indexed()).containsExactly(SID);
        Document record = stage.record(SID);
        assertThat(record.text("expires_at"))
                .hasValue(isoformat(clock().instant().minus(IDLE.plusSeconds(1)).plus(HOUR)));
        assertThat(record.text("last_activity")).hasValue(clock().instant().toString());
    }

    @InBothStorages
    void aSavedSessionIsRefreshedOnceAndReuseIsSeen(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        String refresh = saved(stage, SID);
        Issued next = rotated(stage.rotate(refresh));
        assertThat(sid(next)).isEqualTo(SID);
        assertThat(stage.indexed()).contains(SID);
        stage.assertLives(next);
        assertThat(stage.record(SID).text("created_at")).hasValue(isoformat(clock().instant()));
        assertThat(repeated(stage.rotate(refresh)).refreshToken()).isEqualTo(next.refreshToken());
        clock().advance(GRACE);
        assertThat(stage.rotate(refresh)).isEqualTo(new Rotation.Reused(stage.user(), SID, 2));
        stage.pairs().forEach(stage::assertDead);
    }

    @InBothStorages
    void aSessionSavedAnewDuringARefreshIsNotOverwritten(Storage storage) {
        SessionFixture stage = stage(storage);
        String refresh = saved(stage, SID);
        FaultyStore busy = FaultyStore.meanwhile(store(), 3, () -> saved(stage, SID));
        assertThat(pair(stage.rotate(busy, refresh))).isEmpty();
    }

    @InBothStorages
    void whatLogoutUserWritesIsHonoured(Storage storage) {
        SessionFixture stage = stage(storage).issued(2);
        Issued out = stage.first();
        stage.byHand(batch ->
                batch.put(UserKeys.REVOKED_ACCESS.key(stage.accessJwt(out).id()), "true", Expiry.after(MINUTE)));
        stage.byHand(batch ->
                batch.put(UserKeys.REVOKED_REFRESH.key(stage.refreshJwt(out).id()), "true", Expiry.after(MINUTE)));
        assertThat(stage.accessLives(out)).isFalse();
        assertThat(stage.rotate(out)).isEqualTo(REVOKED);
        stage.assertDead(out);
        stage.assertLives(stage.pair(1));
    }

    @InBothStorages
    void savedSessionsBeyondTheCapGoWithTheNextSignIn(Storage storage) {
        SessionFixture stage = stage(storage);
        for (int i = 0; i < CAP + 2; i++) {
            saved(stage, SID + i);
            clock().advance(SECOND);
        }
        assertThat(stage.list()).hasSize(CAP + 2);
        assertThat(stage.indexed()).hasSize(CAP + 2);
        stage.assertLives(stage.issue());
        assertThat(stage.list()).hasSize(CAP);
        stage.assertWhole();
    }

    @InBothStorages
    void whatIsNoSessionOfTheUserIsNone(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        SessionFixture other = stage(storage);
        String foreign = stage.record(stage.first())
                .with("user_id", other.user())
                .bytes()
                .text();
        for (String value : new String[] {"[]", "", "{}", "{\"user_id\": \"" + stage.user() + "\"}", foreign}) {
            stage.byHand(batch -> batch.put(stage.key(SID), value, Expiry.after(MINUTE)));
            assertThat(stage.list()).hasSize(1);
            assertThat(stage.logins().access().check(stage.token(stage.access(), SID)))
                    .isInstanceOf(Authentication.Denied.class);
            assertThat(stage.rotate(stage.token(stage.refresh(), SID))).isEqualTo(ENDED);
        }
        stage.assertLives(stage.first());
    }
}
