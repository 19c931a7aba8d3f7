package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.session.Session;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Sessions and revocations as the document's samples write them: no index, no version, no last activity. */
@OnEveryStore(heldClock = true)
final class SamplesTest extends TokenSuite {
    private static final String SID = "sess-7f3d9a1b";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String SAVED =
            "{\"user_id\": \"%s\", \"session_id\": \"%s\", \"access_token\": \"%s\", \"refresh_token\": \"%s\", \"created_at\": \"%s\", \"expires_at\": \"%s\"}";

    /** What Python's {@code isoformat} writes of a time in UTC without a zone. */
    private static String isoformat(Instant time) {
        return time.toString().replace("Z", ".123456");
    }

    /** Stores what the sample {@code save_session} does, and gives its refresh token. */
    private String saved(SessionFixture user, String sid) {
        String refresh = user.token(user.refresh, sid);
        Instant now = clock().instant();
        String json = SAVED.formatted(
                user.id, sid, user.token(user.access, sid), refresh, isoformat(now), isoformat(now.plus(HOUR)));
        user.byHand(batch -> batch.put(user.key(sid), json, Expiry.after(HOUR)));
        return refresh;
    }

    @OfEveryLineage(logins = 1)
    void aSavedSessionIsListedAndIndexed(SessionFixture user) {
        saved(user, SID);
        assertThat(user.list()).containsExactlyInAnyOrder(SID, sid(user.first()));
        Session session = user.sessions(store(), CAP).find(user.id, SID).orElseThrow();
        assertThat(session.endsAt()).isEqualTo(clock().instant().plus(HOUR).plusMillis(123));
        assertThat(user.indexed()).containsKey(SID);
        clock().advance(HOUR.plusSeconds(1));
        assertThat(user.list()).isEmpty();
        user.assertWhole();
    }

    @OfEveryLineage(logins = 1)
    void aSavedSessionIsEndedByEveryEnd(SessionFixture user) {
        saved(user, SID);
        assertThat(user.endAllBut(user.first())).isEqualTo(1);
        saved(user, SID);
        assertThat(user.logins().end(user.id, SID)).isTrue();
        saved(user, SID);
        saved(user, "another-id_1");
        assertThat(user.endAll()).isEqualTo(3);
        assertThat(user.list()).isEmpty();
        assertThat(user.holds(user.key(SID))).isFalse();
    }

    @OfEveryLineage
    void aSavedSessionLetsItsTokenInAndIsNotIdle(SessionFixture user) {
        saved(user, SID);
        clock().advance(IDLE.plusSeconds(1));
        String access = user.token(user.access, SID);
        granted(user.check(access));
        assertThat(user.indexed()).containsOnlyKeys(SID);
        Document record = user.document(user.key(SID));
        assertThat(record.text("expires_at"))
                .hasValue(isoformat(clock().instant().minus(IDLE.plusSeconds(1)).plus(HOUR)));
        assertThat(record.text("last_activity")).hasValue(clock().instant().toString());
    }

    @OfEveryLineage(logins = 1)
    void aSavedSessionIsRefreshedOnceAndReuseIsSeen(SessionFixture user) {
        String refresh = saved(user, SID);
        Issued next = rotated(user.rotate(refresh));
        assertThat(sid(next)).isEqualTo(SID);
        assertThat(user.indexed()).containsKey(SID);
        user.assertLives(next);
        assertThat(user.document(user.key(SID)).text("created_at")).hasValue(isoformat(clock().instant()));
        assertThat(repeated(user.rotate(refresh)).refreshToken()).isEqualTo(next.refreshToken());
        clock().advance(GRACE);
        assertThat(user.rotate(refresh)).isEqualTo(new Rotation.Reused(user.id, SID, 2));
        user.pairs().forEach(user::assertDead);
    }

    @OfEveryLineage
    void aSessionSavedAnewDuringARefreshIsNotOverwritten(SessionFixture user) {
        String refresh = saved(user, SID);
        FaultyStore busy = FaultyStore.meanwhile(store(), 3, () -> saved(user, SID));
        assertThat(pair(user.rotate(busy, refresh))).isEmpty();
    }

    @OfEveryLineage
    void savedSessionsBeyondTheCapGoWithTheNextSignIn(SessionFixture user) {
        for (int i = 0; i < CAP + 2; i++) {
            saved(user, SID + i);
            clock().advance(SECOND);
        }
        assertThat(user.list()).hasSize(CAP + 2);
        assertThat(user.indexed()).hasSize(CAP + 2);
        user.assertLives(user.issue());
        assertThat(user.list()).hasSize(CAP);
        user.assertWhole();
    }

    @OfEveryLineage
    void whatIsNoSessionOfTheUserIsNone(SessionFixture user, SessionFixture other) {
        user.issued(1);
        Document foreign = user.record(user.first()).with("user_id", other.id);
        for (String value : List.of(
                "[]",
                "",
                "{}",
                "{\"user_id\": \"" + user.id + "\"}",
                foreign.bytes().text())) {
            user.put(user.key(SID), value);
            assertThat(user.list()).hasSize(1);
            assertThat(user.check(user.token(user.access, SID))).isInstanceOf(Authentication.Denied.class);
            assertThat(user.rotate(user.token(user.refresh, SID))).isEqualTo(ENDED);
        }
        user.assertLives(user.first());
    }
}
