package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions as other programs left them: fields missing or more than we know, the index ended or full. */
@OnEveryStore(heldClock = true)
final class LegacyTest extends SessionSuite {
    /** A session of another program in a set, which began a day ago. */
    private Document original(SessionFixture scene) {
        return Document.empty()
                .with("uid", scene.user)
                .with("name", "Old")
                .with("access_token", "at")
                .with("created_at", clock().instant().minus(Duration.ofDays(1)).toEpochMilli())
                .with("theme", "dark");
    }

    private Session stored(SessionFixture scene, Document document) {
        String sid = scene.sessions().nextSid();
        store().commit(Batch.builder()
                .put(scene.key(sid), document.bytes(), Expiry.after(LIFE))
                .build());
        return scene.found(sid);
    }

    @Test
    void missingFieldsAreReadAsTheirBeginningAndUnknownOnesAreKept() {
        SessionFixture scene = scene(IndexKind.SET);
        Session found = stored(scene, original(scene));
        assertThat(found.version()).isZero();
        assertThat(found.lastSeenAt()).isEqualTo(found.createdAt());
        assertThat(found.secret("access_token")).hasValue("at");
        Session touched = scene.assertTouched(scene.sessions().touch(found));
        Change change = scene.sessions().change(touched, document -> document.with("name", "New"));
        assertThat(change).isInstanceOf(Change.Changed.class);
        Session changed = scene.found(SessionFixture.sid(found));
        assertThat(changed.text("theme")).hasValue("dark");
        assertThat(changed.text("name")).hasValue("New");
        assertThat(changed.version()).isEqualTo(1);
    }

    /** It begins with its last touch, or when it is first seen, and keeps that: the absolute limit holds for it too. */
    @Test
    void aSessionWithoutABeginningIsReadAndGetsOne() {
        SessionFixture scene = scene(IndexKind.SET);
        Instant seen = clock().instant().minus(Duration.ofHours(1));
        Document undated = original(scene).without("created_at");
        for (Document document :
                List.of(undated.with("last_seen_at", seen.toEpochMilli()), undated, undated.withNull("created_at"))) {
            Instant began = document.has("last_seen_at") ? seen : clock().instant();
            Session found = stored(scene, document);
            String sid = SessionFixture.sid(found);
            assertThat(found.createdAt()).isEqualTo(began);
            scene.assertTouched(scene.sessions().touch(found));
            clock().advance(Duration.ofMinutes(2));
            scene.assertTouched(scene.sessions().touch(scene.found(sid)));
            assertThat(scene.found(sid).createdAt()).isEqualTo(began);
            scene.end(sid);
        }
    }

    @Test
    void aLastTouchThatWasNeverWrittenDownEndsNobody() {
        SessionFixture scene = scene(IndexKind.SET);
        long longAgo = clock().instant().minus(Duration.ofDays(40)).toEpochMilli();
        stored(scene, original(scene).with("created_at", longAgo).with("last_seen_at", longAgo));
    }

    @Test
    void aTouchAddsASessionThatItsIndexLostAndMakesRoomAmongTheDead() {
        for (int dead : new int[] {0, POLICY.maxPerUser()}) {
            SessionFixture scene = scene(IndexKind.SET);
            Session found = stored(scene, original(scene));
            scene.enlistTheDead(dead);
            scene.assertTouched(scene.sessions().touch(found));
            scene.assertIndexIsTheTruth();
            assertThat(scene.sessions().list(scene.user)).hasSize(1);
            assertThat(scene.sessions().endAll(scene.user))
                    .filteredOn(Ended::lived)
                    .hasSize(1);
            scene.assertEmpty();
        }
    }

    /** A record lists no session again that is as old as its sign-in, but one that was changed since. */
    @IndexKind.Each
    void aSessionWhoseIndexIsGoneIsListedAgain(IndexKind kind) {
        SessionFixture scene = scene(kind).started(1);
        clock().advance(SECOND);
        scene.sessions().change(scene.first(), document -> document.with("name", "changed"));
        scene.delete(scene.index());
        clock().advance(MINUTE);
        scene.assertTouched(scene.sessions().touch(scene.first()));
        scene.assertLive(scene.acknowledged());
    }

    @Test
    void aSessionThatAFullIndexDoesNotNameEndsAtItsTouch() {
        SessionFixture scene = scene(IndexKind.SET);
        Session found = stored(scene, original(scene));
        scene.started(POLICY.maxPerUser());
        assertThat(scene.sessions().touch(found)).isEqualTo(new Touch.Gone());
        scene.assertLive(scene.acknowledged());
    }

    @IndexKind.Each
    void whatIsNoSessionLetsNobodyInAndIsInNobodysWay(IndexKind kind) {
        SessionFixture scene = scene(kind);
        for (String broken : broken(kind)) {
            String sid = SessionFixture.sid(scene.signIn());
            scene.put(scene.key(sid), broken.replace("%s", scene.user));
            assertThat(scene.find(sid)).as(broken).isEmpty();
            assertThat(scene.sessions().list(scene.user)).isEmpty();
            assertThat(scene.indexed()).isEmpty();
            assertThat(scene.end(sid)).isEmpty();
            assertThat(scene.lives(sid)).isFalse();
        }
        String sid = SessionFixture.sid(scene.signIn());
        scene.delete(scene.key(sid));
        store().commit(Batch.builder()
                .setAdd(scene.key(sid), Bytes.of("x"))
                .expire(scene.key(sid), Expiry.after(LIFE))
                .build());
        if (kind == IndexKind.SORTED_SET) {
            // The sid came from a signed token: what lies there is damage, and not what a client made up.
            assertThatThrownBy(() -> scene.find(sid)).isInstanceOf(StoreException.WrongType.class);
        } else {
            assertThat(scene.find(sid)).isEmpty();
        }
        assertThat(scene.end(sid)).isEmpty();
        assertThat(scene.lives(sid)).isFalse();
    }

    private static List<String> broken(IndexKind kind) {
        List<String> broken = new ArrayList<>(List.of("", "null", "[]", "\"text\"", "{", "{}"));
        broken.addAll(
                kind.isSet()
                        ? List.of(
                                "{\"uid\":7,\"created_at\":1700000000000}",
                                "{\"uid\":\"a:b\",\"created_at\":1700000000000}",
                                "{\"uid\":\"%s\",\"created_at\":\"yesterday\"}",
                                "{\"uid\":\"%s\",\"created_at\":-1}",
                                "{\"uid\":\"%s\",\"created_at\":9223372036854775807}",
                                "{\"uid\":\"%s\",\"created_at\":1700000000000,\"last_seen_at\":9223372036854775807}")
                        : kind.isRecord()
                                ? List.of(
                                        "{\"userId\":\"%s\"}",
                                        "{\"accessToken\":\"a\",\"expiresAt\":\"soon\",\"userId\":\"%s\"}",
                                        "{\"accessToken\":\"a\",\"expiresAt\":99999999999999,\"userId\":\"a:b\"}",
                                        "{\"accessToken\":\"a\",\"expiresAt\":99999999999999}")
                                : List.of("{\"user_id\":\"%s\"}", "{\"user_id\":\"%s\",\"created_at\":\"today\"}"));
        return broken;
    }

    @IndexKind.Each
    void theSessionOfAnotherUserIsNotListed(IndexKind kind) {
        SessionFixture scene = scene(kind);
        SessionFixture other = scene(kind).started(1);
        scene.enlist(Bytes.of(other.first().keyPart()));
        assertThat(scene.sessions().list(scene.user)).isEmpty();
        assertThat(scene.indexed()).isEmpty();
        other.assertLive(other.acknowledged());
    }
}
