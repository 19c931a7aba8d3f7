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
    private Document original(SessionFixture fixture) {
        return Document.empty()
                .with("uid", fixture.user)
                .with("name", "Old")
                .with("access_token", "at")
                .with("created_at", clock().instant().minus(Duration.ofDays(1)).toEpochMilli())
                .with("theme", "dark");
    }

    private Session stored(SessionFixture fixture, Document document) {
        String sid = fixture.sessions().nextSid();
        store().commit(Batch.builder()
                .put(fixture.key(sid), document.bytes(), Expiry.after(LIFE))
                .build());
        return fixture.found(sid);
    }

    @Test
    void missingFieldsAreReadAsTheirBeginningAndUnknownOnesAreKept() {
        SessionFixture fixture = fixture(IndexKind.SET);
        Session found = stored(fixture, original(fixture));
        assertThat(found.version()).isZero();
        assertThat(found.lastSeenAt()).isEqualTo(found.createdAt());
        assertThat(found.secret("access_token")).hasValue("at");
        Session touched = fixture.assertTouched(fixture.sessions().touch(found));
        Change change = fixture.sessions().change(touched, document -> document.with("name", "New"));
        assertThat(change).isInstanceOf(Change.Changed.class);
        Session changed = fixture.found(SessionFixture.sid(found));
        assertThat(changed.text("theme")).hasValue("dark");
        assertThat(changed.text("name")).hasValue("New");
        assertThat(changed.version()).isEqualTo(1);
    }

    /** It begins with its last touch, or when it is first seen, and keeps that: the absolute limit holds for it too. */
    @Test
    void aSessionWithoutABeginningIsReadAndGetsOne() {
        SessionFixture fixture = fixture(IndexKind.SET);
        Instant seen = clock().instant().minus(Duration.ofHours(1));
        Document undated = original(fixture).without("created_at");
        for (Document document :
                List.of(undated.with("last_seen_at", seen.toEpochMilli()), undated, undated.withNull("created_at"))) {
            Instant began = document.has("last_seen_at") ? seen : clock().instant();
            Session found = stored(fixture, document);
            String sid = SessionFixture.sid(found);
            assertThat(found.createdAt()).isEqualTo(began);
            fixture.assertTouched(fixture.sessions().touch(found));
            clock().advance(Duration.ofMinutes(2));
            fixture.assertTouched(fixture.sessions().touch(fixture.found(sid)));
            assertThat(fixture.found(sid).createdAt()).isEqualTo(began);
            fixture.end(sid);
        }
    }

    @Test
    void aLastTouchThatWasNeverWrittenDownEndsNobody() {
        SessionFixture fixture = fixture(IndexKind.SET);
        long longAgo = clock().instant().minus(Duration.ofDays(40)).toEpochMilli();
        stored(fixture, original(fixture).with("created_at", longAgo).with("last_seen_at", longAgo));
    }

    @Test
    void aTouchAddsASessionThatItsIndexLostAndMakesRoomAmongTheDead() {
        for (int dead : new int[] {0, POLICY.maxPerUser()}) {
            SessionFixture fixture = fixture(IndexKind.SET);
            Session found = stored(fixture, original(fixture));
            fixture.enlistTheDead(dead);
            fixture.assertTouched(fixture.sessions().touch(found));
            fixture.assertIndexIsTheTruth();
            assertThat(fixture.sessions().list(fixture.user)).hasSize(1);
            assertThat(fixture.sessions().endAll(fixture.user))
                    .filteredOn(Ended::lived)
                    .hasSize(1);
            fixture.assertEmpty();
        }
    }

    /** A record lists no session again that is as old as its sign-in, but one that was changed since. */
    @IndexKind.Each
    void aSessionWhoseIndexIsGoneIsListedAgain(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1);
        clock().advance(SECOND);
        fixture.sessions().change(fixture.first(), document -> document.with("name", "changed"));
        fixture.delete(fixture.index());
        clock().advance(MINUTE);
        fixture.assertTouched(fixture.sessions().touch(fixture.first()));
        fixture.assertLive(fixture.acknowledged());
    }

    @Test
    void aSessionThatAFullIndexDoesNotNameEndsAtItsTouch() {
        SessionFixture fixture = fixture(IndexKind.SET);
        Session found = stored(fixture, original(fixture));
        fixture.started(POLICY.maxPerUser());
        assertThat(fixture.sessions().touch(found)).isEqualTo(new Touch.Gone());
        fixture.assertLive(fixture.acknowledged());
    }

    @IndexKind.Each
    void whatIsNoSessionLetsNobodyInAndIsInNobodysWay(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        for (String broken : broken(kind)) {
            String sid = SessionFixture.sid(fixture.signIn());
            fixture.put(fixture.key(sid), broken.replace("%s", fixture.user));
            assertThat(fixture.find(sid)).as(broken).isEmpty();
            assertThat(fixture.sessions().list(fixture.user)).isEmpty();
            assertThat(fixture.indexed()).isEmpty();
            assertThat(fixture.end(sid)).isEmpty();
            assertThat(fixture.lives(sid)).isFalse();
        }
        String sid = SessionFixture.sid(fixture.signIn());
        fixture.delete(fixture.key(sid));
        store().commit(Batch.builder()
                .setAdd(fixture.key(sid), Bytes.of("x"))
                .expire(fixture.key(sid), Expiry.after(LIFE))
                .build());
        if (kind == IndexKind.SORTED_SET) {
            // The sid came from a signed token: what lies there is damage, and not what a client made up.
            assertThatThrownBy(() -> fixture.find(sid)).isInstanceOf(StoreException.WrongType.class);
        } else {
            assertThat(fixture.find(sid)).isEmpty();
        }
        assertThat(fixture.end(sid)).isEmpty();
        assertThat(fixture.lives(sid)).isFalse();
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
        SessionFixture fixture = fixture(kind);
        SessionFixture other = fixture(kind).started(1);
        fixture.enlist(Bytes.of(other.first().keyPart()));
        assertThat(fixture.sessions().list(fixture.user)).isEmpty();
        assertThat(fixture.indexed()).isEmpty();
        other.assertLive(other.acknowledged());
    }
}
