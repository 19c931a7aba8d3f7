package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.session.SessionFixture.session;
import static dev.yorozu.conformance.session.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.NewSession;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is true only of sessions whose keys begin with the user: a sorted index in the same partition, ISO times, an end of
 * their own, and sessions of other programs that are found by their names.
 */
@OnEveryStore(heldClock = true)
final class SortedSetTest extends SessionSuite {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final SessionPolicy USERS =
            new SessionPolicy(WEEK, IDLE, Duration.ofDays(90), 3, SessionPolicy.AtCap.END_OLDEST, MINUTE);
    private static final String SID = "sess-7f3d9a1b";

    private SessionFixture scene(Storage storage) {
        return new SessionFixture(store(), IndexKind.SORTED_SET, storage, USERS, clock());
    }

    private Instant now() {
        return clock().instant();
    }

    private Session started(SessionFixture scene) {
        return started(scene, scene.sessions(), Document.empty());
    }

    private Session started(SessionFixture scene, Sessions sessions, Document attributes) {
        return session(
                sessions.start(new NewSession(scene.user, sessions.nextSid(), attributes).endingAt(now().plus(HOUR))));
    }

    /** What another program writes, with a life of an hour. */
    private void write(SessionFixture scene, String sid, Document record) {
        store().commit(Batch.builder()
                .put(scene.key(sid), record.bytes(), Expiry.after(HOUR))
                .build());
    }

    private void writeStray(SessionFixture scene) {
        write(scene, SID, foreign(scene, now().toString()));
    }

    private static Document foreign(SessionFixture scene, String created) {
        return Document.empty().with("user_id", scene.user).with("created_at", created);
    }

    private OptionalDouble score(SessionFixture scene, Session session) {
        return store().read(new Read.ScoreOf(scene.index(), Bytes.of(sid(session))));
    }

    @InBothStorages
    void aSessionIsWrittenInOneCallAsTheDocumentSays(Storage storage) {
        SessionFixture scene = scene(storage);
        FaultyStore counting = FaultyStore.counting(store());
        Session session =
                started(scene, scene.sessions(counting), Document.empty().with("ip_address", "203.0.113.7"));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(sid(session)).matches("sess-[0-9a-f]{32}");
        assertThat(scene.record(scene.key(sid(session))))
                .isEqualTo(Document.empty()
                        .with("user_id", scene.user)
                        .with("session_id", sid(session))
                        .with("ip_address", "203.0.113.7")
                        .with("created_at", now().toString())
                        .with("expires_at", now().plus(HOUR).toString())
                        .with("last_activity", now().toString())
                        .with("version", 1));
        assertThat(score(scene, session)).hasValue(now().toEpochMilli());
        assertLife(scene.key(sid(session)), HOUR);
        assertLife(scene.index(), HOUR);
    }

    @InBothStorages
    void aTouchIsOneCallAndMovesTheScoreButNotTheEnd(Storage storage) {
        SessionFixture scene = scene(storage);
        Session session = started(scene);
        clock().advance(MINUTE);
        FaultyStore counting = FaultyStore.counting(store());
        Session touched = scene.assertTouched(scene.sessions(counting).touch(session));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(score(scene, session)).hasValue(now().toEpochMilli());
        assertThat(scene.record(scene.key(sid(session))).text("last_activity")).hasValue(now().toString());
        assertThat(touched.endsAt()).isEqualTo(session.endsAt());
        storeClock().ifPresent(held -> assertLife(scene.key(sid(session)), HOUR.minus(MINUTE)));
    }

    @InBothStorages
    void aChangeIsActivityAndMayMoveTheEnd(Storage storage) {
        SessionFixture scene = scene(storage);
        Sessions sessions = scene.sessions();
        Session session = started(scene);
        clock().advance(MINUTE);
        Change change = sessions.change(
                session,
                now().plus(WEEK),
                document -> Optional.of(
                        document.with("a", 1).with("created_at", "x").without("session_id")));
        assertThat(change).isInstanceOf(Change.Changed.class);
        Session changed = ((Change.Changed) change).session();
        assertThat(changed.endsAt()).isEqualTo(now().plus(WEEK));
        assertThat(changed.createdAt()).isEqualTo(session.createdAt());
        assertThat(changed.version()).isEqualTo(2);
        assertThat(scene.record(scene.key(sid(session))).text("session_id")).hasValue(sid(session));
        assertThat(score(scene, session)).hasValue(now().toEpochMilli());
        assertThat(sessions.change(changed, document -> document.with("b", 2))).isInstanceOf(Change.Changed.class);
        storeClock().ifPresent(held -> assertLife(scene.key(sid(session)), WEEK));
        assertThat(sessions.change(changed, now().plus(HOUR), document -> Optional.empty()))
                .isInstanceOf(Change.Superseded.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sessions.change(changed, now().plus(WEEK).plus(HOUR), Optional::of));
    }

    @InBothStorages
    void timesAreReadAsOthersWriteThem(Storage storage) {
        SessionFixture scene = scene(storage);
        Instant second = now().truncatedTo(ChronoUnit.SECONDS);
        String bare = second.toString().replace("Z", "");
        String tokyo = second.plus(Duration.ofHours(9)).toString().replace("Z", "");
        for (String text : List.of(bare, bare + "Z", bare + "+00:00", tokyo + "+09:00")) {
            write(scene, SID, foreign(scene, text));
            assertThat(scene.found(SID).createdAt()).isEqualTo(second);
        }
        for (String text : List.of(bare + ".123456", bare + ".123456789Z", tokyo + ".123+09:00")) {
            write(scene, SID, foreign(scene, text));
            assertThat(scene.found(SID).createdAt()).isEqualTo(second.plusMillis(123));
        }
        for (String text :
                List.of("", "today", "1969-12-31T23:59:59Z", "+99999-01-01T00:00:00Z", "2026-02-30T00:00:00")) {
            write(scene, SID, foreign(scene, text));
            assertThat(scene.find(SID)).isEmpty();
        }
        write(scene, SID, foreign(scene, bare).with("created_at", second.toEpochMilli()));
        assertThat(scene.find(SID)).isEmpty();
    }

    @InBothStorages
    void aRecordThatDoesNotSayItsEndKeepsTheLifeOfItsKey(Storage storage) {
        SessionFixture scene = scene(storage);
        writeStray(scene);
        clock().advance(IDLE);
        Session touched = scene.assertTouched(scene.sessions().touch(scene.found(SID)));
        assertThat(scene.sessions().change(touched, document -> document.with("a", 1)))
                .isInstanceOf(Change.Changed.class);
        storeClock().ifPresent(held -> assertLife(scene.key(SID), HOUR.minus(IDLE)));
        assertThat(scene.left(scene.key(SID))).isPositive();
        clock().advance(IDLE);
        // From its first touch on it can idle.
        assertThat(scene.find(SID)).isEmpty();
    }

    @InBothStorages
    void ofManyKeysTheStraysAreTakenUpOnceAndEveryUseIndexesOne(Storage storage) {
        SessionFixture scene = scene(storage);
        Sessions sessions = scene.sessions();
        writeStray(scene);
        List<Key> keys = List.of(scene.key(SID), scene.key("sess-nothing"));
        assertThat(sessions.adopt(keys)).isEqualTo(1);
        assertThat(scene.indexed()).containsExactly(SID);
        assertThat(sessions.adopt(keys)).isZero();
        assertThat(sessions.adopt(List.of())).isZero();
        List<Runnable> uses = List.of(
                () -> assertThat(sessions.list(scene.user)).hasSize(1),
                () -> scene.assertTouched(sessions.touch(scene.found(SID))),
                () -> assertThat(sessions.change(scene.found(SID), now().plus(HOUR), Optional::of))
                        .isInstanceOf(Change.Changed.class));
        for (Runnable use : uses) {
            scene.delete(scene.index());
            clock().advance(MINUTE);
            use.run();
            assertThat(scene.indexed()).containsExactly(SID);
        }
        assertThat(scene.found(SID).version()).isEqualTo(1);
    }

    @InBothStorages
    void endsNeedTheUserAndFindStraysToo(Storage storage) {
        SessionFixture scene = scene(storage);
        Sessions sessions = scene.sessions();
        Session own = started(scene);
        assertThatIllegalArgumentException().isThrownBy(() -> sessions.find(sid(own)));
        assertThatIllegalArgumentException().isThrownBy(() -> sessions.end(sid(own)));
        writeStray(scene);
        assertThat(sessions.endAllBut(scene.user, sid(own)))
                .filteredOn(Ended::lived)
                .hasSize(1);
        writeStray(scene);
        assertThat(sessions.endAllBut(scene.user, SID)).filteredOn(Ended::lived).hasSize(1);
        assertThat(sessions.list(scene.user)).extracting(Session::keyPart).containsExactly(SID);
        scene.delete(scene.index());
        assertThat(sessions.endOne(scene.user, scene.found(SID).publicId())).isPresent();
        writeStray(scene);
        for (int i = 0; i < 2; i++) {
            store().commit(Batch.builder()
                    .setAdd(scene.key("a-set-by-hand"), Bytes.of("x"))
                    .build());
            assertThat(sessions.list(scene.user)).extracting(Session::keyPart).containsExactly(SID);
            assertThat(i > 0 || scene.end("a-set-by-hand").isEmpty()).isTrue();
            assertThat(scene.lives("a-set-by-hand")).isEqualTo(i > 0);
        }
        assertThat(sessions.endAll(scene.user))
                .filteredOn(Ended::lived)
                .extracting(Ended::keyPart)
                .containsExactly(SID);
        assertThat(List.of(SID, "a-set-by-hand")).noneMatch(scene::lives);
        scene.assertEmpty();
    }

    @InBothStorages
    void aListingThatIsCutOffLosesNoStray(Storage storage) {
        SessionFixture scene = scene(storage);
        Session own = started(scene);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= 4; call++) {
                writeStray(scene);
                store().commit(Batch.builder()
                        .rankRemove(scene.index(), Bytes.of(SID))
                        .build());
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                try {
                    assertThat(scene.sessions(faulty).list(scene.user)).hasSize(2);
                } catch (StoreException expected) {
                    assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
                }
                assertThat(scene.sessions().list(scene.user)).hasSize(2);
                assertThat(scene.indexed()).containsExactlyInAnyOrder(SID, sid(own));
            }
        }
    }

    @InBothStorages
    void longNeighboursAreNobodysSessions(Storage storage) {
        SessionFixture scene = scene(storage);
        String other = "11111111-2222-3333-4444-555555555555";
        writeStray(scene);
        write(scene, "sess-of-another", foreign(scene, now().toString()).with("user_id", other));
        assertThat(scene.sessions().list(scene.user))
                .extracting(Session::keyPart)
                .containsExactly(SID);
        assertThat(scene.indexed()).containsExactly(SID);
        assertThat(scene.sessions().list(other)).isEmpty();
    }

    @InBothStorages
    void aStrayThatEndsOrIsTakenUpMeanwhileLeavesNoEntry(Storage storage) {
        SessionFixture scene = scene(storage);
        for (int call = 1; call <= 6; call++) {
            writeStray(scene);
            FaultyStore ending = FaultyStore.meanwhile(store(), call, () -> scene.end(SID));
            scene.sessions(ending).list(scene.user);
            scene.end(SID);
            assertThat(scene.indexed()).isEmpty();
            writeStray(scene);
            FaultyStore listing =
                    FaultyStore.meanwhile(store(), call, () -> scene.sessions().list(scene.user));
            scene.sessions(listing).endAll(scene.user);
            assertThat(scene.indexed()).isEmpty();
        }
    }

    @InBothStorages
    void theIdleLimitSparesThoseWhoAreToLastAndTheirOwnEndDoesNot(Storage storage) {
        SessionFixture scene = scene(storage);
        Session idle = started(scene);
        Session lasting = started(scene, scene.sessions(), Document.empty().with("remember_me", true));
        clock().advance(IDLE);
        scene.assertGone(sid(idle));
        scene.assertLive(List.of(sid(lasting)));
        clock().advance(HOUR.minus(IDLE).minusMillis(1));
        scene.found(sid(lasting));
        clock().advance(Duration.ofMillis(1));
        assertThat(scene.sessions().touch(lasting)).isEqualTo(new Touch.Gone());
        assertThat(scene.sessions().list(scene.user)).isEmpty();
        scene.assertEmpty();
    }

    @InBothStorages
    void theIndexEndsWithTheLastSessionThatItNames(Storage storage) {
        SessionFixture scene = scene(storage);
        Sessions sessions = scene.sessions();
        for (boolean replaced : List.of(false, true)) {
            Session longer = started(scene);
            assertThat(sessions.change(longer, now().plus(WEEK), Optional::of)).isInstanceOf(Change.Changed.class);
            assertLife(scene.index(), WEEK);
            for (int i = 0; i < (replaced ? 3 : 1); i++) {
                clock().advance(MINUTE);
                started(scene);
            }
            assertThat(scene.end(sid(longer)).isPresent()).isEqualTo(!replaced);
            // By the store's clock, which may not be that of the sessions.
            Session last = sessions.list(scene.user).getFirst();
            Duration own = scene.left(scene.key(sid(last)));
            assertThat(scene.left(scene.index())).isBetween(own.minusSeconds(2), own.plusSeconds(2));
            sessions.endAll(scene.user);
            scene.assertEmpty();
        }
    }
}
