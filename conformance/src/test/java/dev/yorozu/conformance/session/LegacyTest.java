package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.session.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Bytes;
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
                .with("uid", fixture.user())
                .with("name", "Old")
                .with("access_token", "at")
                .with("created_at", clock().instant().minus(Duration.ofDays(1)).toEpochMilli())
                .with("theme", "dark");
    }

    private Session stored(SessionFixture fixture, Document document) {
        String sid = fixture.sessions().nextSid();
        fixture.put(fixture.key(sid), document.bytes().text(), LIFE);
        return fixture.found(sid);
    }

    @Test
    void missingFieldsAreReadAsTheirBeginningAndUnknownOnesAreKept() {
        SessionFixture fixture = fixture(IndexKind.SET);
        Session found = stored(fixture, original(fixture));
        assertThat(found.version()).isZero();
        assertThat(found.lastSeenAt()).isEqualTo(found.createdAt());
        assertThat(found.secret("access_token")).hasValue("at");
        Session touched = fixture.touched(found);
        fixture.assertIndexIsTheTruth();
        assertThat(fixture.rename(touched, "New")).isInstanceOf(Change.Changed.class);
        Session changed = fixture.found(sid(found));
        assertThat(changed.text("theme")).hasValue("dark");
        assertThat(changed.text("name")).hasValue("New");
        assertThat(changed.version()).isEqualTo(1);
        assertThat(lived(fixture.endAll())).isEqualTo(1);
        fixture.assertEmpty();
    }

    /** It begins with its last touch, or when it is first seen, and keeps that: the absolute limit holds for it too. */
    @Test
    void aSessionWithoutABeginningIsReadAndGetsOne() {
        SessionFixture fixture = fixture(IndexKind.SET);
        Instant seen = clock().instant().minus(HOUR);
        Document undated = original(fixture).without("created_at");
        for (Document document :
                List.of(undated.with("last_seen_at", seen.toEpochMilli()), undated, undated.withNull("created_at"))) {
            Instant began = document.has("last_seen_at") ? seen : clock().instant();
            Session found = stored(fixture, document);
            assertThat(found.createdAt()).isEqualTo(began);
            fixture.touched(found);
            clock().advance(Duration.ofMinutes(2));
            fixture.touched(fixture.found(sid(found)));
            assertThat(fixture.found(sid(found)).createdAt()).isEqualTo(began);
            fixture.end(sid(found));
        }
    }

    @Test
    void aLastTouchThatWasNeverWrittenDownEndsNoSession() {
        SessionFixture fixture = fixture(IndexKind.SET);
        long longAgo = clock().instant().minus(Duration.ofDays(40)).toEpochMilli();
        stored(fixture, original(fixture).with("created_at", longAgo).with("last_seen_at", longAgo));
    }

    /** Where the index is a set, its size is the cap, and a touch makes room by removing dead entries. */
    @IndexKind.Each
    void aSessionWhoseIndexIsGoneIsListedAgain(IndexKind kind) {
        for (int dead : kind.isSet() ? List.of(0, POLICY.maxPerUser()) : List.of(0)) {
            SessionFixture fixture = fixture(kind).started(1).withoutIndex().enlistDead(dead);
            fixture.touched(fixture.first());
            fixture.assertLive(fixture.acknowledged());
        }
    }

    @Test
    void aSessionThatAFullIndexDoesNotNameEndsAtItsTouch() {
        SessionFixture fixture = fixture(IndexKind.SET);
        Session found = stored(fixture, original(fixture));
        fixture.started(POLICY.maxPerUser());
        assertThat(fixture.touch(found)).isEqualTo(new Touch.Gone());
        fixture.assertLive(fixture.acknowledged());
    }

    @IndexKind.Each
    void whatIsNoSessionGrantsNoAccessAndTakesNoPlace(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        List<String> all = new ArrayList<>(List.of("", "null", "[]", "\"text\"", "{", "{}"));
        all.addAll(broken(kind));
        for (String broken : all) {
            String sid = sid(fixture.signIn());
            fixture.put(fixture.key(sid), broken.replace("%s", fixture.user()), LIFE);
            assertThat(fixture.find(sid)).as(broken).isEmpty();
            assertThat(fixture.list()).isEmpty();
            assertThat(fixture.indexed()).isEmpty();
            assertRemovedByAnEnd(fixture, sid);
        }
        String sid = sid(fixture.signIn());
        fixture.putSet(fixture.key(sid));
        if (kind == IndexKind.SORTED_SET) {
            // The sid came from a signed token: what lies there is damage, and not what a client made up.
            assertThatThrownBy(() -> fixture.find(sid)).isInstanceOf(StoreException.WrongType.class);
        } else {
            assertThat(fixture.find(sid)).isEmpty();
        }
        assertRemovedByAnEnd(fixture, sid);
    }

    private static void assertRemovedByAnEnd(SessionFixture fixture, String sid) {
        assertThat(fixture.end(sid)).isEmpty();
        assertThat(fixture.lives(sid)).isFalse();
    }

    private static List<String> broken(IndexKind kind) {
        return switch (kind) {
            case SET, HARDENED_SET ->
                List.of(
                        "{\"uid\":7,\"created_at\":1700000000000}",
                        "{\"uid\":\"a:b\",\"created_at\":1700000000000}",
                        "{\"uid\":\"%s\",\"created_at\":\"yesterday\"}",
                        "{\"uid\":\"%s\",\"created_at\":-1}",
                        "{\"uid\":\"%s\",\"created_at\":9223372036854775807}",
                        "{\"uid\":\"%s\",\"created_at\":1700000000000,\"last_seen_at\":9223372036854775807}");
            case RECORD, HARDENED_RECORD ->
                List.of(
                        "{\"userId\":\"%s\"}",
                        "{\"accessToken\":\"a\",\"expiresAt\":\"soon\",\"userId\":\"%s\"}",
                        "{\"accessToken\":\"a\",\"expiresAt\":99999999999999,\"userId\":\"a:b\"}",
                        "{\"accessToken\":\"a\",\"expiresAt\":99999999999999}");
            case SORTED_SET -> List.of("{\"user_id\":\"%s\"}", "{\"user_id\":\"%s\",\"created_at\":\"today\"}");
        };
    }

    @IndexKind.Each
    void theSessionOfAnotherUserIsNotListed(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        SessionFixture other = fixture(kind).started(1);
        fixture.enlist(Bytes.of(other.first().keyPart()));
        assertThat(fixture.list()).isEmpty();
        assertThat(fixture.indexed()).isEmpty();
        other.assertLive(other.acknowledged());
    }
}
