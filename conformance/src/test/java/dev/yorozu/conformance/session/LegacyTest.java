package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions as the original program left them: fields missing or more than we know, the index ended or full. */
@OnEveryStore(heldClock = true)
final class LegacyTest extends SessionSuite {
    private static final Storage STORAGE = Storage.DOCUMENTED;

    /** A session of another program, which began a day ago. */
    private Document original() {
        return Document.empty()
                .with("uid", user())
                .with("name", "Old")
                .with("access_token", "at")
                .with("created_at", clock().instant().minus(Duration.ofDays(1)).toEpochMilli())
                .with("theme", "dark");
    }

    private String stored(String json) {
        String sid = random.tokens().base64url(LAYOUT.sid().bytes());
        store().commit(Batch.builder()
                .put(key(STORAGE, sid), json, Expiry.after(LIFE))
                .build());
        return sid;
    }

    private String stored(Document document) {
        return stored(document.bytes().text());
    }

    @Test
    void missingFieldsAreReadAsTheirBeginning() {
        Session found = sessions(STORAGE).find(stored(original())).orElseThrow();
        assertThat(found.version()).isZero();
        assertThat(found.lastSeenAt()).isEqualTo(found.createdAt());
        assertThat(found.secret("access_token")).hasValue("at");
    }

    /** It begins with its last touch, or when it is first seen, and keeps that: the absolute limit holds for it too. */
    @Test
    void aSessionWithoutABeginningIsReadAndGetsOne() {
        Sessions sessions = sessions(STORAGE);
        Instant seen = clock().instant().minus(Duration.ofHours(1));
        Document undated = original().without("created_at");
        for (Document document :
                List.of(undated.with("last_seen_at", seen.toEpochMilli()), undated, undated.withNull("created_at"))) {
            Instant began = document.has("last_seen_at") ? seen : clock().instant();
            String sid = stored(document);
            Session found = sessions.find(sid).orElseThrow();
            assertThat(found.createdAt()).isEqualTo(began);
            assertThat(sessions.touch(found)).isInstanceOf(Touch.Touched.class);
            clock().advance(Duration.ofMinutes(2));
            assertThat(sessions.touch(sessions.find(sid).orElseThrow())).isInstanceOf(Touch.Touched.class);
            assertThat(sessions.find(sid).orElseThrow().createdAt()).isEqualTo(began);
            sessions.end(sid);
        }
    }

    @Test
    void unknownFieldsAreKept() {
        Sessions sessions = sessions(STORAGE);
        String sid = stored(original());
        Touch touch = sessions.touch(sessions.find(sid).orElseThrow());
        assertThat(touch).isInstanceOf(Touch.Touched.class);
        Change change = sessions.change(((Touch.Touched) touch).session(), document -> document.with("name", "New"));
        assertThat(change).isInstanceOf(Change.Changed.class);
        Session found = sessions.find(sid).orElseThrow();
        assertThat(found.text("theme")).hasValue("dark");
        assertThat(found.text("name")).hasValue("New");
        assertThat(found.version()).isEqualTo(1);
    }

    @Test
    void aLastTouchThatWasNeverWrittenDownEndsNobody() {
        long longAgo = clock().instant().minus(Duration.ofDays(40)).toEpochMilli();
        String sid = stored(original().with("created_at", longAgo).with("last_seen_at", longAgo));
        assertThat(sessions(STORAGE).find(sid)).isPresent();
    }

    @Test
    void aTouchAddsASessionThatItsIndexLost() {
        Sessions sessions = sessions(STORAGE);
        String sid = stored(original());
        assertThat(sessions.touch(sessions.find(sid).orElseThrow())).isInstanceOf(Touch.Touched.class);
        assertIndexIsTheTruth(STORAGE);
        assertThat(sessions.list(user())).hasSize(1);
        assertThat(sessions.endAll(user())).isEqualTo(1);
        assertGone(STORAGE, sid);
    }

    @Test
    void aTouchMakesRoomAmongTheDead() {
        Sessions sessions = sessions(STORAGE);
        String sid = stored(original());
        for (int i = 0; i < POLICY.maxPerUser(); i++) {
            Bytes dead = Bytes.of("%032d".formatted(i));
            store().commit(Batch.builder().setAdd(index(), dead).build());
        }
        assertThat(sessions.touch(sessions.find(sid).orElseThrow())).isInstanceOf(Touch.Touched.class);
        assertIndexIsTheTruth(STORAGE);
    }

    @Test
    void aSessionThatAFullIndexDoesNotNameEndsAtItsTouch() {
        Sessions sessions = sessions(STORAGE);
        String sid = stored(original());
        startedInTurn(sessions, POLICY.maxPerUser());
        assertThat(sessions.touch(sessions.find(sid).orElseThrow())).isEqualTo(new Touch.Ended());
        assertGone(STORAGE, sid);
        assertThat(sessions.list(user())).hasSize(POLICY.maxPerUser());
        assertIndexIsTheTruth(STORAGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{}",
                "{\"uid\":7,\"created_at\":1700000000000}",
                "{\"uid\":\"a:b\",\"created_at\":1700000000000}",
                "{\"uid\":\"u\",\"created_at\":\"yesterday\"}",
                "{\"uid\":\"u\",\"created_at\":-1}",
                "{\"uid\":\"u\",\"created_at\":9223372036854775807}",
                "{\"uid\":\"u\",\"created_at\":1700000000000,\"last_seen_at\":9223372036854775807}"
            })
    void whatIsNoSessionLetsNobodyIn(String json) {
        Sessions sessions = sessions(STORAGE);
        String sid = stored(json);
        store().commit(Batch.builder().setAdd(index(), Bytes.of(sid)).build());
        assertThat(sessions.find(sid)).isEmpty();
        assertThat(sessions.list(user())).isEmpty();
        assertThat(indexed()).isEmpty();
        assertThat(sessions.end(sid)).isFalse();
    }

    @Test
    void theSessionOfAnotherUserIsNotListed() {
        Sessions sessions = sessions(STORAGE);
        Session theirs = started(sessions, "other-" + user());
        store().commit(Batch.builder()
                .setAdd(index(), Bytes.of(theirs.keyPart()))
                .build());
        assertThat(sessions.list(user())).isEmpty();
        assertThat(indexed()).isEmpty();
        assertThat(sessions.find(sid(theirs))).isPresent();
    }
}
