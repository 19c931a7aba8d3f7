package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Life;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is stored of a session, found again, and changed. */
@OnEveryStore(heldClock = true)
final class RecordsTest extends SessionSuite {
    @InBothStorages
    void aStartedSessionIsFoundWithAllThatWasGiven(Storage storage) {
        Session started = started(sessions(storage));
        Session found = sessions(storage).find(sid(started)).orElseThrow();

        assertThat(sid(found)).hasSize(32);
        assertThat(found.user()).isEqualTo(user());
        assertThat(found.text("name")).hasValue("Mia 海");
        assertThat(found.text("avatar")).isEmpty();
        assertThat(found.number("access_expires_at")).hasValue(1_700_000_000_000L);
        assertThat(found.secret("access_token")).hasValue("clear-access");
        assertThat(found.text("access_token")).isEmpty();
        assertThat(found.version()).isEqualTo(1);
        assertThat(found.createdAt()).isEqualTo(started.createdAt()).isEqualTo(found.lastSeenAt());
        assertThat(found.endsAt()).isEqualTo(found.createdAt().plus(LIFE));
        assertThat(found.publicId()).isEqualTo(started.publicId()).isNotIn(sid(found), storage.keyPart(sid(found)));
        assertThat(found.toString()).doesNotContain(sid(found), storage.keyPart(sid(found)));
    }

    @InBothStorages
    void theRecordHasTheDocumentedFieldsInTheirOrder(Storage storage) {
        String sid = sid(started(sessions(storage)));
        Document document =
                Document.parse(store().get(key(storage, sid)).orElseThrow()).orElseThrow();
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
        assertThat(indexed()).containsExactly(storage.keyPart(sid));
        assertThat(life(store().remaining(key(storage, sid)).orElseThrow())).isBetween(LIFE.minusMinutes(5), LIFE);
        assertThat(life(store().remaining(index()).orElseThrow())).isBetween(LIFE.minusMinutes(5), LIFE);
    }

    private static Duration life(Life life) {
        assertThat(life).isInstanceOf(Life.Ends.class);
        return ((Life.Ends) life).left();
    }

    @InBothStorages
    void onlyDocumentedStorageShowsSecrets(Storage storage) {
        String sid = sid(started(sessions(storage)));
        String stored = store().get(key(storage, sid)).map(Bytes::text).orElseThrow();
        boolean documented = storage == Storage.DOCUMENTED;
        assertThat(stored.contains("clear-access")).isEqualTo(documented);
        assertThat(stored.contains("clear-refresh")).isEqualTo(documented);
        assertThat(indexed().contains(sid)).isEqualTo(documented);
        Session listed = sessions(storage).list(user()).getFirst();
        assertThat(listed.sid().isPresent()).isEqualTo(documented);
        assertThat(listed.secret("access_token").isPresent()).isEqualTo(documented);
        assertThat(listed.text("name")).hasValue("Mia 海");
    }

    @InBothStorages
    void findingTakesOneReadAndAFreshTouchNone(Storage storage) {
        FaultyStore counting = FaultyStore.counting(store());
        Sessions sessions = sessions(counting, storage, POLICY);
        String sid = sid(started(sessions));
        int before = counting.calls();
        Session found = sessions.find(sid).orElseThrow();
        assertThat(sessions.touch(found)).isEqualTo(new Touch.Fresh(found));
        assertThat(counting.calls() - before).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "short",
                "0123456789012345678901234567890",
                "012345678901234567890123456789012",
                "0123456789012345678901234567890:",
                "0123456789012345678901234567890}",
                "0123456789012345678901234567890\u0000",
                "0123456789012345678901234567890\u6d77",
                "../../../../../../../../etc/passw"
            })
    void aMalformedSidIsNoSessionAndTheStoreIsNotAsked(String sid) {
        for (Storage storage : Storage.values()) {
            FaultyStore counting = FaultyStore.counting(store());
            Sessions sessions = sessions(counting, storage, POLICY);
            assertThat(sessions.find(sid)).isEmpty();
            assertThat(sessions.end(sid)).isFalse();
            assertThat(sessions.find(sid.repeat(10_000))).isEmpty();
            assertThat(counting.calls()).isZero();
        }
    }

    @InBothStorages
    void whatLiesInTheStoreIsNoSid(Storage storage) {
        String sid = sid(started(sessions(storage)));
        assertThat(sessions(storage).find(storage.keyPart(sid)).isPresent()).isEqualTo(storage == Storage.DOCUMENTED);
        assertThat(sessions(storage).find("A".repeat(32))).isEmpty();
    }

    @InBothStorages
    void aUserWhoseIdCannotBeAKeyIsRefusedBeforeAnythingIsStored(Storage storage) {
        FaultyStore counting = FaultyStore.counting(store());
        Sessions sessions = sessions(counting, storage, POLICY);
        assertThatThrownBy(() -> sessions.start("a:b", ATTRIBUTES)).isInstanceOf(IllegalArgumentException.class);
        assertThat(sessions.list("a:b")).isEmpty();
        assertThat(sessions.endAll("a:b")).isZero();
        assertThat(counting.calls()).isZero();
    }

    @InBothStorages
    void aChangeRaisesTheVersionAndKeepsTheRest(Storage storage) {
        Sessions sessions = sessions(storage);
        Session seen = started(sessions);
        Change change = sessions.change(seen, document -> {
            assertThat(document.text("refresh_token")).hasValue("clear-refresh");
            return document.with("access_token", "second").with("ver", 99).with("uid", "someone-else");
        });
        Session found = sessions.find(sid(seen)).orElseThrow();
        assertThat(change).isInstanceOf(Change.Changed.class);
        assertThat(found.version()).isEqualTo(2);
        assertThat(found.user()).isEqualTo(user());
        assertThat(found.secret("access_token")).hasValue("second");
        assertThat(found.secret("refresh_token")).hasValue("clear-refresh");
        assertThat(found.createdAt()).isEqualTo(seen.createdAt());
        assertThat(life(store().remaining(key(storage, sid(seen))).orElseThrow()))
                .isBetween(LIFE.minusMinutes(5), LIFE);
    }

    @InBothStorages
    void aChangeOfAnOldVersionIsSuperseded(Storage storage) {
        Sessions sessions = sessions(storage);
        Session seen = started(sessions);
        sessions.change(seen, document -> document.with("name", "first"));
        Change late = sessions.change(seen, document -> document.with("name", "second"));
        assertThat(late).isInstanceOfSatisfying(Change.Superseded.class, superseded -> {
            assertThat(superseded.current().version()).isEqualTo(2);
            assertThat(superseded.current().text("name")).hasValue("first");
        });
        assertThat(sessions.find(sid(seen)).orElseThrow().text("name")).hasValue("first");
    }

    @InBothStorages
    void aChangeIsNotSupersededByAMereTouch(Storage storage) {
        Sessions sessions = sessions(storage);
        Session seen = started(sessions);
        clock().advance(MINUTE);
        assertThat(sessions.touch(seen)).isInstanceOf(Touch.Touched.class);
        Change change = sessions.change(seen, document -> document.with("name", "changed"));
        assertThat(change).isInstanceOfSatisfying(Change.Changed.class, changed -> {
            assertThat(changed.session().lastSeenAt()).isEqualTo(clock().instant());
            assertThat(changed.session().version()).isEqualTo(2);
        });
    }

    @InBothStorages
    void aChangeAfterTheEndChangesNothing(Storage storage) {
        Sessions sessions = sessions(storage);
        Session seen = started(sessions);
        sessions.end(sid(seen));
        assertThat(sessions.change(seen, document -> document.with("name", "ghost")))
                .isEqualTo(new Change.Ended());
        assertGone(storage, sid(seen));
    }
}
