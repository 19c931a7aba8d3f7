package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Sessions whose keys begin with the user: a sorted index in the same partition, ISO times, an end of their own. */
@OnEveryStore(heldClock = true)
final class UserSessionsTest extends UserSessionSuite {
    @InBothStorages
    void aSessionIsWrittenInOneCallAsTheDocumentSays(Storage storage) {
        FaultyStore counting = FaultyStore.counting(store());
        Session session = started(sessions(counting, storage));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(sid(session)).matches("sess-[0-9a-f]{32}");
        assertThat(record(sid(session)))
                .isEqualTo(Document.empty()
                        .with("user_id", user())
                        .with("session_id", sid(session))
                        .with("ip_address", "203.0.113.7")
                        .with("made_for", sid(session))
                        .with("created_at", now().toString())
                        .with("expires_at", now().plus(HOUR).toString())
                        .with("last_activity", now().toString())
                        .with("version", 1));
        assertThat(score(sid(session))).hasValue(now().toEpochMilli());
        storeClock().ifPresent(held -> {
            assertThat(store().remaining(key(sid(session)))).hasValue(new Life.Ends(HOUR));
            assertThat(store().remaining(index())).hasValue(new Life.Ends(HOUR));
        });
    }

    @InBothStorages
    void theIndexEndsWithTheLastSessionThatItNames(Storage storage) {
        Sessions sessions = sessions(storage);
        Session brief = started(sessions);
        Session longer = started(sessions);
        assertThat(sessions.change(longer, now().plus(WEEK), Optional::of)).isInstanceOf(Change.Changed.class);
        assertLife(index(), WEEK);
        clock().advance(MINUTE);
        assertThat(sessions.touch(brief)).isInstanceOf(Touch.Touched.class);
        assertThat(sessions.end(user(), sid(longer))).isTrue();
        assertIndexEndsWith(brief);
        assertThat(sessions.end(user(), sid(brief))).isTrue();
        assertThat(store().type(index())).isEmpty();
    }

    @InBothStorages
    void theIndexEndsWithTheLastSessionAlsoWhereOneHadToGo(Storage storage) {
        Sessions sessions = sessions(storage);
        Session longer = started(sessions);
        sessions.change(longer, now().plus(WEEK), Optional::of);
        for (int i = 0; i < 3; i++) {
            clock().advance(MINUTE);
            started(sessions);
        }
        assertThat(sessions.find(user(), sid(longer))).isEmpty();
        assertIndexEndsWith(sessions.list(user()).getFirst());
    }

    /** By the store's clock, which may not be that of the sessions. */
    private void assertIndexEndsWith(Session session) {
        Duration own = left(key(sid(session)));
        assertThat(left(index())).isBetween(own.minusSeconds(2), own.plusSeconds(2));
    }

    private Duration left(Key key) {
        return ((Life.Ends) store().remaining(key).orElseThrow()).left();
    }

    @InBothStorages
    void aSessionIsFoundByItsUserAndNobodyElse(Storage storage) {
        Sessions sessions = sessions(storage);
        Session session = started(sessions);
        assertThat(sessions.find(user(), sid(session))).isPresent();
        assertThat(sessions.find(UUID.randomUUID().toString(), sid(session))).isEmpty();
        assertThat(sessions.end(UUID.randomUUID().toString(), sid(session))).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> sessions.find(sid(session)));
        assertThatIllegalArgumentException().isThrownBy(() -> sessions.end(sid(session)));
        FaultyStore counting = FaultyStore.counting(store());
        for (String hostile : List.of("", "a:b", "sess-*", "sess-\n", "s".repeat(10_000))) {
            assertThat(sessions(counting, storage).find(user(), hostile)).isEmpty();
            assertThat(sessions(counting, storage).find(hostile, sid(session))).isEmpty();
        }
        assertThat(counting.calls()).isZero();
        assertThat(sessions.list(user())).extracting(Session::sid).containsExactly(session.sid());
    }

    @InBothStorages
    void aTouchIsOneCallAndMovesTheScoreButNotTheEnd(Storage storage) {
        Session session = started(sessions(storage));
        clock().advance(MINUTE);
        FaultyStore counting = FaultyStore.counting(store());
        Touch touch = sessions(counting, storage).touch(session);
        assertThat(touch).isInstanceOf(Touch.Touched.class);
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(score(sid(session))).hasValue(now().toEpochMilli());
        assertThat(record(sid(session)).text("last_activity")).hasValue(now().toString());
        assertThat(((Touch.Touched) touch).session().endsAt()).isEqualTo(session.endsAt());
        storeClock()
                .ifPresent(held ->
                        assertThat(store().remaining(key(sid(session)))).hasValue(new Life.Ends(HOUR.minus(MINUTE))));
    }

    @InBothStorages
    void aChangeIsActivityAndMayMoveTheEnd(Storage storage) {
        Sessions sessions = sessions(storage);
        Session session = started(sessions);
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
        assertThat(record(sid(session)).text("session_id")).hasValue(sid(session));
        assertThat(score(sid(session))).hasValue(now().toEpochMilli());
        assertThat(sessions.change(changed, document -> document.with("b", 2))).isInstanceOf(Change.Changed.class);
        storeClock()
                .ifPresent(
                        held -> assertThat(store().remaining(key(sid(session)))).hasValue(new Life.Ends(WEEK)));
        assertThat(sessions.change(session, document -> document)).isInstanceOf(Change.Superseded.class);
        assertThat(sessions.change(changed, now().plus(HOUR), document -> Optional.empty()))
                .isInstanceOf(Change.Superseded.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sessions.change(changed, now().plus(WEEK).plus(HOUR), Optional::of));
    }

    @InBothStorages
    void itsOwnEndEndsASession(Storage storage) {
        Sessions sessions = sessions(storage);
        Session session = started(sessions, Document.empty().with("remember_me", true));
        clock().advance(HOUR.minusMillis(1));
        assertThat(sessions.find(user(), sid(session))).isPresent();
        clock().advance(Duration.ofMillis(1));
        assertThat(sessions.touch(session)).isEqualTo(new Touch.Ended());
        assertThat(sessions.list(user())).isEmpty();
        assertThat(store().type(key(sid(session)))).isEmpty();
        assertThat(indexed()).isEmpty();
    }

    @InBothStorages
    void aSessionThatIsGivenNoEndHasThePolicysLife(Storage storage) {
        Start start = sessions(storage).start(user(), Document.empty());
        Session session = ((Start.Started) start).session();
        assertThat(session.endsAt()).isEqualTo(now().plus(WEEK));
        assertThat(store().remaining(key(sid(session))).orElseThrow()).isInstanceOf(Life.Ends.class);
    }

    @InBothStorages
    void theIdleLimitSparesThoseWhoAreToLast(Storage storage) {
        Sessions sessions = sessions(storage);
        Session idle = started(sessions);
        Session lasting = started(sessions, Document.empty().with("remember_me", true));
        clock().advance(IDLE);
        assertThat(sessions.find(user(), sid(idle))).isEmpty();
        assertThat(sessions.find(user(), sid(lasting))).isPresent();
        assertThat(sessions.list(user())).extracting(Session::sid).containsExactly(lasting.sid());
        assertThat(indexed()).containsExactly(sid(lasting));
    }

    @InBothStorages
    void whatComesAfterTheEndChangesNothing(Storage storage) {
        Sessions sessions = sessions(storage);
        Session session = started(sessions);
        clock().advance(MINUTE);
        assertThat(sessions.end(user(), sid(session))).isTrue();
        assertThat(sessions.touch(session)).isEqualTo(new Touch.Ended());
        assertThat(sessions.change(session, document -> document.with("a", 1))).isEqualTo(new Change.Ended());
        assertThat(sessions.end(session)).isFalse();
        assertThat(sessions.adopt(user(), sid(session))).isFalse();
        assertThat(store().type(key(sid(session)))).isEmpty();
        assertThat(store().type(index())).isEmpty();
    }

    @InBothStorages
    void theCapHoldsInOneStepAndTellsWhoHadToGo(Storage storage) {
        Sessions sessions = sessions(storage);
        Session oldest = started(sessions);
        for (int i = 0; i < 2; i++) {
            clock().advance(MINUTE);
            started(sessions);
        }
        // The oldest is the one that began first, however busy it is.
        sessions.touch(oldest);
        clock().advance(MINUTE);
        Session last = started(sessions);
        assertThat(sessions.find(user(), sid(oldest))).isEmpty();
        assertThat(indexed()).hasSize(3).contains(sid(last)).doesNotContain(sid(oldest));
        store().commit(Batch.builder().delete(key(sid(last))).build());
        clock().advance(MINUTE);
        started(sessions);
        assertThat(sessions.list(user())).hasSize(3);
        assertThat(indexed()).hasSize(3).doesNotContain(sid(last));
    }
}
