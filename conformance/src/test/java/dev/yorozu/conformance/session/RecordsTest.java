package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.session.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.FaultyStore;
import java.util.List;
import java.util.Locale;

/** What is stored of a session, found again, and changed. */
@OnEveryStore(heldClock = true)
final class RecordsTest extends SessionSuite {
    private static final String UUID = "0f9619ff-8b86-4d01-b42d-00cf4fc964ff";

    @IndexKind.Each
    void aStartedSessionIsFoundByOneReadWithAllThatWasGiven(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        Session started = fixture.signIn();
        FaultyStore counting = FaultyStore.counting(store());
        Session found = fixture.through(counting).found(sid(started));
        assertThat(counting.trips()).isEqualTo(1);
        assertThat(found.user()).isEqualTo(fixture.user());
        assertThat(found.text("name")).hasValue("Mia 海");
        assertThat(found.text("avatar")).isEmpty();
        assertThat(found.secret(kind.secret())).hasValue("clear-access");
        assertThat(found.text(kind.secret()).isPresent()).isEqualTo(kind == IndexKind.SORTED_SET);
        fixture.assertVersion(found, 1);
        if (!kind.isRecord()) {
            assertThat(found.number("access_expires_at")).hasValue(1_700_000_000_000L);
            assertThat(found.createdAt()).isEqualTo(started.createdAt()).isEqualTo(found.lastSeenAt());
            assertThat(found.endsAt()).isEqualTo(found.createdAt().plus(LIFE));
        }
        assertThat(found.keyPart()).isEqualTo(fixture.keyPart(sid(started)));
        assertThat(fixture.sessions().keyParts(fixture.user())).containsExactly(found.keyPart());
        assertThat(found.publicId()).isEqualTo(started.publicId()).hasSize(16).isNotIn(sid(found), found.keyPart());
        assertThat(found.toString()).doesNotContain(sid(found), found.keyPart());
        assertLife(fixture.key(sid(found)), LIFE);
    }

    @IndexKind.Apart
    void onlyDocumentedStorageShowsSecretsAndSids(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1);
        boolean documented = kind.storage == Storage.DOCUMENTED;
        String everything =
                fixture.record(fixture.key(fixture.firstSid())).bytes().text()
                        + (kind.isRecord()
                                ? store().get(fixture.index()).map(Bytes::text).orElseThrow()
                                : fixture.indexed())
                        + fixture.key(fixture.firstSid()).name();
        for (String secret : List.of("clear-access", "clear-refresh", fixture.firstSid())) {
            assertThat(everything.contains(secret)).isEqualTo(documented);
        }
        String keyPart = fixture.keyPart(fixture.firstSid());
        assertThat(fixture.find(keyPart).isPresent()).isEqualTo(documented);
        Session listed = fixture.list().getFirst();
        assertThat(listed.sid().isPresent()).isEqualTo(documented);
        assertThat(listed.secret(kind.secret()).isPresent()).isEqualTo(documented);
        assertThat(listed.text("name")).hasValue("Mia 海");
    }

    @IndexKind.Each
    void whatDoesNotHaveTheFormOfASidIsNotLookedUp(IndexKind kind) {
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture fixture = fixture(kind).through(counting);
        String sid = kind.deadSid(0);
        String rest = sid.substring(1);
        for (String text : List.of(
                "",
                "../x",
                "a:b",
                "sess-*",
                "sess-\n",
                rest + ":",
                rest + "}",
                rest + "\u0000",
                rest + "\u6d77",
                rest + "\n",
                " " + rest,
                "../../../../../../../../etc/passw",
                "usertoken:" + fixture.user(),
                sid.repeat(10_000))) {
            assertThat(fixture.sessions().keyPart(text)).as(text).isEmpty();
            assertThat(fixture.find(text)).as(text).isEmpty();
            assertThat(fixture.end(text)).as(text).isEmpty();
        }
        if (kind != IndexKind.SORTED_SET) {
            assertThat(List.of("short", rest, sid + "0", "{" + UUID + "}"))
                    .allMatch(text -> fixture.find(text).isEmpty());
        }
        if (kind.isRecord()) {
            String hex = "0123456789abcdef".repeat(4);
            assertThat(List.of(
                            hex.toUpperCase(Locale.ROOT),
                            "g" + hex.substring(1),
                            hex.substring(0, 32) + "-" + hex.substring(33),
                            UUID.toUpperCase(Locale.ROOT),
                            UUID.replace("-", ""),
                            UUID.replace('-', '0'),
                            "0f9619ff8-b86-4d01-b42d-00cf4fc964ff",
                            // A sid of Discord's, a token of the token store, and an owner's token.
                            "8f14e45fceea167a5a36dedd4bea2543",
                            "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
                            "session_0123456789abcdef"))
                    .allMatch(text -> fixture.find(text).isEmpty());
        }
        assertThat(counting.calls()).isZero();
        assertThat(fixture.find(sid)).isEmpty();
        assertThat(fixture.find(kind.isRecord() ? UUID : sid)).isEmpty();
        assertThat(counting.trips()).isEqualTo(2);
    }

    @IndexKind.Each
    void aUserWhoseIdCannotBeAKeyIsRefusedBeforeAnythingIsStored(IndexKind kind) {
        FaultyStore counting = FaultyStore.counting(store());
        Sessions sessions = fixture(kind).through(counting).sessions();
        for (String user : List.of("", "a:b", "../x", "x".repeat(65))) {
            assertThat(sessions.isUser(user)).isFalse();
            assertThatThrownBy(() -> sessions.start(user, kind.attributes(clock().instant())))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(sessions.list(user)).isEmpty();
            assertThat(sessions.endAll(user)).isEmpty();
            assertThat(sessions.keyParts(user)).isEmpty();
            assertThat(sessions.find(user, kind.deadSid(0))).isEmpty();
        }
        assertThat(counting.calls()).isZero();
    }

    @IndexKind.Each
    void aChangeRaisesTheVersionAndKeepsTheRest(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        Session seen = fixture.signIn();
        String user = kind.layout().fields().user();
        Change change = fixture.sessions().change(seen, document -> {
            assertThat(document.text(kind.secret())).hasValue("clear-access");
            return document.with(kind.secret(), "second").with("ver", 99).with(user, "someone-else");
        });
        Session found = fixture.first();
        assertThat(change).isInstanceOf(Change.Changed.class);
        fixture.assertVersion(found, 2);
        assertThat(found.user()).isEqualTo(fixture.user());
        assertThat(found.secret(kind.secret())).hasValue("second");
        assertThat(found.secret(kind.isRecord() ? "refreshToken" : "refresh_token"))
                .hasValue("clear-refresh");
        assertThat(found.text("name")).hasValue("Mia 海");
        assertLife(fixture.key(sid(seen)), LIFE);
        if (!kind.isRecord()) {
            assertThat(found.createdAt()).isEqualTo(seen.createdAt());
        }
    }

    @IndexKind.Each
    void aChangeIsSupersededByAnotherButNotByATouch(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        Session seen = fixture.signIn();
        clock().advance(MINUTE);
        fixture.touched(seen);
        assertThat(fixture.rename(seen, "first")).isInstanceOfSatisfying(Change.Changed.class, changed -> {
            fixture.assertVersion(changed.session(), 2);
            assertThat(kind.isRecord() || changed.session().lastSeenAt().equals(clock().instant()))
                    .isTrue();
        });
        assertThat(fixture.rename(seen, "second")).isInstanceOfSatisfying(Change.Superseded.class, superseded -> {
            fixture.assertVersion(superseded.current(), 2);
            assertThat(superseded.current().text("name")).hasValue("first");
        });
        assertThat(fixture.first().text("name")).hasValue("first");
    }

    @IndexKind.Sets
    void aSetHasTheDocumentedRecordAndLife(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1);
        Document document = fixture.record(fixture.key(fixture.firstSid()));
        assertThat(document.names())
                .containsExactly(
                        "uid",
                        "name",
                        "avatar",
                        "access_token",
                        "refresh_token",
                        "scope",
                        "token_type",
                        "access_expires_at",
                        "created_at",
                        "last_seen_at",
                        "ver");
        assertThat(fixture.firstSid()).hasSize(32);
        assertThat(fixture.indexed()).containsExactly(kind.storage.keyPart(fixture.firstSid()));
        assertLife(fixture.index(), LIFE);
    }
}
