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
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.testkit.FaultyStore;
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
    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final SessionPolicy USERS =
            new SessionPolicy(WEEK, IDLE, Duration.ofDays(90), 3, SessionPolicy.AtCap.END_OLDEST, MINUTE);
    private static final String SID = "sess-7f3d9a1b";

    private SessionFixture fixture(Storage storage) {
        return new SessionFixture(store(), IndexKind.SORTED_SET, storage, USERS, clock());
    }

    private Instant now() {
        return clock().instant();
    }

    private Session started(SessionFixture fixture) {
        return started(fixture, Document.empty());
    }

    private Session started(SessionFixture fixture, Document attributes) {
        return session(fixture.startWith(attributes, Optional.of(now().plus(HOUR))));
    }

    /** What another program writes, with a life of an hour; it enters no index. */
    private static void write(SessionFixture fixture, String sid, Document record) {
        fixture.put(fixture.key(sid), record.bytes().text(), HOUR);
    }

    private void writeUnindexed(SessionFixture fixture) {
        write(fixture, SID, foreign(fixture, now().toString()));
    }

    private static Document foreign(SessionFixture fixture, String created) {
        return Document.empty().with("user_id", fixture.user()).with("created_at", created);
    }

    private OptionalDouble score(SessionFixture fixture, Session session) {
        return store().read(new Read.ScoreOf(fixture.index(), Bytes.of(sid(session))));
    }

    private boolean isUsed(SessionFixture fixture, Session session) {
        return RoundTrip.ask(store(), trip -> fixture.sessions().use(trip, fixture.user(), sid(session)))
                .filter(used -> sid(used).equals(sid(session)) && used.user().equals(fixture.user()))
                .isPresent();
    }

    @InBothStorages
    void aUseWritesDownWhenItWasAndNothingElse(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Session plain = started(fixture, Document.empty().with("user_agent", "plain"));
        Session escaped = started(fixture, Document.empty().with("user_agent", "a \\ and a \""));
        for (Session session : List.of(plain, escaped, plain, escaped)) {
            assertThat(isUsed(fixture, session)).isTrue();
            Document before = fixture.record(fixture.key(sid(session)));
            clock().advance(MINUTE);
            assertThat(isUsed(fixture, session)).isTrue();
            assertThat(fixture.record(fixture.key(sid(session))))
                    .isEqualTo(before.with("last_activity", now().toString()));
            assertThat(score(fixture, session)).hasValue(now().toEpochMilli());
            assertThat(fixture.left(fixture.key(sid(session)))).isBetween(HOUR.minus(IDLE), HOUR);
        }
    }

    @InBothStorages
    void aUseThatIsDueAfterTheEndBringsNothingBack(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Session session = started(fixture);
        RoundTrip trip = new RoundTrip(store());
        assertThat(isUsed(fixture, session)).isTrue();
        clock().advance(MINUTE);
        RoundTrip.Answer<Optional<Session>> late = fixture.sessions().use(trip, fixture.user(), sid(session));
        trip.send();
        fixture.sessions().end(fixture.user(), sid(session));
        assertThat(late.get()).isEmpty();
        assertThat(isUsed(fixture, session)).isFalse();
        assertThat(store().type(fixture.key(sid(session)))).isEmpty();
        assertThat(score(fixture, session)).isEmpty();
    }

    @InBothStorages
    void aChangeIsSeenByTheNextUseAndKeepsWhatAUseWrote(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Session session = started(fixture);
        assertThat(isUsed(fixture, session)).isTrue();
        Session found = fixture.sessions().find(fixture.user(), sid(session)).orElseThrow();
        clock().advance(MINUTE);
        assertThat(isUsed(fixture, session)).isTrue();
        Instant end = now().plus(Duration.ofMinutes(2));
        Change change = fixture.sessions().change(found, end, record -> Optional.of(record.with("more", "of it")));
        assertThat(change).isInstanceOf(Change.Changed.class);
        assertThat(isUsed(fixture, session)).isTrue();
        clock().advance(Duration.ofMinutes(2));
        assertThat(isUsed(fixture, session)).isFalse();
    }

    @InBothStorages
    void aUseOfAnIdleSessionEndsIt(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Session session = started(fixture);
        assertThat(isUsed(fixture, session)).isTrue();
        clock().advance(IDLE);
        assertThat(isUsed(fixture, session)).isFalse();
        assertThat(store().type(fixture.key(sid(session)))).isEmpty();
    }

    @InBothStorages
    void aSessionIsWrittenInOneCallAsTheDocumentSays(Storage storage) {
        SessionFixture fixture = fixture(storage);
        FaultyStore counting = FaultyStore.counting(store());
        Session session = started(fixture.through(counting), Document.empty().with("ip_address", "203.0.113.7"));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(sid(session)).matches("sess-[0-9a-f]{32}");
        assertThat(fixture.record(fixture.key(sid(session))))
                .isEqualTo(Document.empty()
                        .with("user_id", fixture.user())
                        .with("session_id", sid(session))
                        .with("ip_address", "203.0.113.7")
                        .with("created_at", now().toString())
                        .with("expires_at", now().plus(HOUR).toString())
                        .with("last_activity", now().toString())
                        .with("version", 1));
        assertThat(score(fixture, session)).hasValue(now().toEpochMilli());
        assertLife(fixture.key(sid(session)), HOUR);
        assertLife(fixture.index(), HOUR);
    }

    @InBothStorages
    void aTouchIsOneCallAndMovesTheScoreButNotTheEnd(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Session session = started(fixture);
        clock().advance(MINUTE);
        FaultyStore counting = FaultyStore.counting(store());
        Session touched = fixture.through(counting).touched(session);
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(score(fixture, session)).hasValue(now().toEpochMilli());
        assertThat(fixture.record(fixture.key(sid(session))).text("last_activity"))
                .hasValue(now().toString());
        assertThat(touched.endsAt()).isEqualTo(session.endsAt());
        storeClock().ifPresent(held -> assertLife(fixture.key(sid(session)), HOUR.minus(MINUTE)));
    }

    @InBothStorages
    void aChangeIsActivityAndMayMoveTheEnd(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Sessions sessions = fixture.sessions();
        Session session = started(fixture);
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
        assertThat(fixture.record(fixture.key(sid(session))).text("session_id")).hasValue(sid(session));
        assertThat(score(fixture, session)).hasValue(now().toEpochMilli());
        assertThat(fixture.rename(changed, "b")).isInstanceOf(Change.Changed.class);
        storeClock().ifPresent(held -> assertLife(fixture.key(sid(session)), WEEK));
        assertThat(sessions.change(changed, now().plus(HOUR), document -> Optional.empty()))
                .isInstanceOf(Change.Superseded.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sessions.change(changed, now().plus(WEEK).plus(HOUR), Optional::of));
    }

    @InBothStorages
    void timesAreReadAsOthersWriteThem(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Instant second = now().truncatedTo(ChronoUnit.SECONDS);
        String bare = second.toString().replace("Z", "");
        String tokyo = second.plus(Duration.ofHours(9)).toString().replace("Z", "");
        for (String text : List.of(bare, bare + "Z", bare + "+00:00", tokyo + "+09:00")) {
            write(fixture, SID, foreign(fixture, text));
            assertThat(fixture.found(SID).createdAt()).isEqualTo(second);
        }
        for (String text : List.of(bare + ".123456", bare + ".123456789Z", tokyo + ".123+09:00")) {
            write(fixture, SID, foreign(fixture, text));
            assertThat(fixture.found(SID).createdAt()).isEqualTo(second.plusMillis(123));
        }
        for (String text :
                List.of("", "today", "1969-12-31T23:59:59Z", "+99999-01-01T00:00:00Z", "2026-02-30T00:00:00")) {
            write(fixture, SID, foreign(fixture, text));
            assertThat(fixture.find(SID)).isEmpty();
        }
        write(fixture, SID, foreign(fixture, bare).with("created_at", second.toEpochMilli()));
        assertThat(fixture.find(SID)).isEmpty();
    }

    @InBothStorages
    void aRecordThatDoesNotSayItsEndKeepsTheLifeOfItsKey(Storage storage) {
        SessionFixture fixture = fixture(storage);
        writeUnindexed(fixture);
        clock().advance(IDLE);
        Session touched = fixture.touched(fixture.found(SID));
        assertThat(fixture.rename(touched, "a")).isInstanceOf(Change.Changed.class);
        storeClock().ifPresent(held -> assertLife(fixture.key(SID), HOUR.minus(IDLE)));
        assertThat(fixture.left(fixture.key(SID))).isPositive();
        clock().advance(IDLE);
        // From its first touch on it can idle.
        assertThat(fixture.find(SID)).isEmpty();
    }

    @InBothStorages
    void unindexedSessionsAreAdoptedOnceAndByEveryUse(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Sessions sessions = fixture.sessions();
        writeUnindexed(fixture);
        List<Key> keys = List.of(fixture.key(SID), fixture.key("sess-nothing"));
        assertThat(sessions.adopt(keys)).isEqualTo(1);
        assertThat(fixture.indexed()).containsExactly(SID);
        assertThat(sessions.adopt(keys)).isZero();
        assertThat(sessions.adopt(List.of())).isZero();
        List<Runnable> uses = List.of(
                () -> assertThat(fixture.list()).hasSize(1),
                () -> fixture.touched(fixture.found(SID)),
                () -> assertThat(sessions.change(fixture.found(SID), now().plus(HOUR), Optional::of))
                        .isInstanceOf(Change.Changed.class));
        for (Runnable use : uses) {
            fixture.delete(fixture.index());
            clock().advance(MINUTE);
            use.run();
            assertThat(fixture.indexed()).containsExactly(SID);
        }
        assertThat(fixture.found(SID).version()).isEqualTo(1);
    }

    @InBothStorages
    void endsNeedTheUserAndFindUnindexedSessionsToo(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Sessions sessions = fixture.sessions();
        Session own = started(fixture);
        assertThatIllegalArgumentException().isThrownBy(() -> sessions.find(sid(own)));
        assertThatIllegalArgumentException().isThrownBy(() -> sessions.end(sid(own)));
        writeUnindexed(fixture);
        assertThat(lived(fixture.endAllBut(sid(own)))).isEqualTo(1);
        writeUnindexed(fixture);
        assertThat(lived(fixture.endAllBut(SID))).isEqualTo(1);
        assertThat(fixture.list()).extracting(Session::keyPart).containsExactly(SID);
        fixture.delete(fixture.index());
        assertThat(sessions.endOne(fixture.user(), fixture.found(SID).publicId()))
                .isPresent();
        writeUnindexed(fixture);
        for (int i = 0; i < 2; i++) {
            fixture.putSet(fixture.key("a-set-by-hand"));
            assertThat(fixture.list()).extracting(Session::keyPart).containsExactly(SID);
            assertThat(i > 0 || fixture.end("a-set-by-hand").isEmpty()).isTrue();
            assertThat(fixture.lives("a-set-by-hand")).isEqualTo(i > 0);
        }
        assertThat(fixture.endAll())
                .filteredOn(Ended::lived)
                .extracting(Ended::keyPart)
                .containsExactly(SID);
        assertThat(List.of(SID, "a-set-by-hand")).noneMatch(fixture::lives);
        fixture.assertEmpty();
    }

    @InBothStorages
    void aRecordOfAnotherUserUnderTheNameOfThisOneIsNoSession(Storage storage) {
        SessionFixture fixture = fixture(storage);
        String other = "11111111-2222-3333-4444-555555555555";
        writeUnindexed(fixture);
        write(fixture, "sess-of-another", foreign(fixture, now().toString()).with("user_id", other));
        assertThat(fixture.list()).extracting(Session::keyPart).containsExactly(SID);
        assertThat(fixture.indexed()).containsExactly(SID);
        assertThat(fixture.sessions().list(other)).isEmpty();
    }

    @InBothStorages
    void anUnindexedSessionThatEndsOrIsListedMeanwhileLeavesNoEntry(Storage storage) {
        SessionFixture fixture = fixture(storage);
        for (int call = 1; call <= 6; call++) {
            writeUnindexed(fixture);
            FaultyStore ending = FaultyStore.meanwhile(store(), call, () -> fixture.end(SID));
            fixture.through(ending).list();
            fixture.end(SID);
            assertThat(fixture.indexed()).isEmpty();
            writeUnindexed(fixture);
            FaultyStore listing = FaultyStore.meanwhile(store(), call, fixture::list);
            fixture.through(listing).endAll();
            assertThat(fixture.indexed()).isEmpty();
        }
    }

    @InBothStorages
    void theIdleLimitSparesSessionsThatAreToLastAndTheirOwnEndDoesNot(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Session idle = started(fixture);
        Session lasting = started(fixture, Document.empty().with("remember_me", true));
        clock().advance(IDLE);
        fixture.assertGone(sid(idle));
        fixture.assertLive(List.of(sid(lasting)));
        clock().advance(HOUR.minus(IDLE).minus(MILLI));
        fixture.found(sid(lasting));
        clock().advance(MILLI);
        assertThat(fixture.touch(lasting)).isEqualTo(new Touch.Gone());
        assertThat(fixture.list()).isEmpty();
        fixture.assertEmpty();
    }

    @InBothStorages
    void theIndexEndsWithTheLastSessionThatItNames(Storage storage) {
        SessionFixture fixture = fixture(storage);
        Sessions sessions = fixture.sessions();
        for (boolean replaced : List.of(false, true)) {
            Session longer = started(fixture);
            assertThat(sessions.change(longer, now().plus(WEEK), Optional::of)).isInstanceOf(Change.Changed.class);
            assertLife(fixture.index(), WEEK);
            for (int i = 0; i < (replaced ? 3 : 1); i++) {
                clock().advance(MINUTE);
                started(fixture);
            }
            assertThat(fixture.end(sid(longer)).isPresent()).isEqualTo(!replaced);
            // By the store's clock, which may not be that of the sessions.
            Session last = fixture.list().getFirst();
            Duration own = fixture.left(fixture.key(sid(last)));
            assertThat(fixture.left(fixture.index())).isBetween(own.minusSeconds(2), own.plusSeconds(2));
            fixture.endAll();
            fixture.assertEmpty();
        }
    }
}
