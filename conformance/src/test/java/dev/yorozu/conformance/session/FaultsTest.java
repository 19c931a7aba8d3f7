package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.EveryCall.Cut;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Everything that writes, killed or cut off at each of its calls to the store. What is left lets nobody in who should not
 * be, and the next request repairs or ignores it.
 */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends SessionSuite {
    private static final SessionPolicy TWO = cap(2, AtCap.END_OLDEST);

    /** What a test does through the store that fails. */
    private interface Act {
        Object through(Sessions sessions, SessionFixture fixture);
    }

    /** Cuts the act off in a prepared fixture, at each call and in each way. */
    private void cutOff(
            IndexKind kind,
            SessionPolicy policy,
            Consumer<SessionFixture> prepare,
            Act act,
            BiConsumer<SessionFixture, Cut> aftermath) {
        EveryCall.Act<SessionFixture, Object> through =
                (store, fixture) -> act.through(fixture.sessions(store), fixture);
        new EveryCall<>(store(), () -> prepared(kind, policy, prepare), through, number -> inTurn(kind, number))
                .cutOff(SessionFixture::assertSettled, (fixture, cut) -> {
                    assertThat(cut.failed() || !kind.isSet()).isTrue();
                    aftermath.accept(fixture, cut);
                });
    }

    private static Consumer<SessionFixture> started(int count) {
        return fixture -> fixture.started(count);
    }

    private static Consumer<SessionFixture> startedAndDue(int count) {
        return fixture -> {
            fixture.started(count).keepFirst();
            fixture.clock.advance(MINUTE);
        };
    }

    @IndexKind.Each
    void aSignInThatIsCutOffLeavesNothingThatLasts(IndexKind kind) {
        cutOff(kind, TWO, started(0), (sessions, fixture) -> fixture.start(sessions), this::assertNobodyWasLetIn);
        cutOff(kind, TWO, started(2), (sessions, fixture) -> fixture.start(sessions), this::assertNobodyWasLetIn);
    }

    @IndexKind.Each
    void aSignInThatIsCutOffWhileDeadEntriesAreRemovedLeavesNothingThatLasts(IndexKind kind) {
        Consumer<SessionFixture> withDead = fixture -> {
            fixture.started(2);
            fixture.delete(fixture.key(fixture.firstSid()));
        };
        cutOff(
                kind,
                cap(2, AtCap.REFUSE),
                withDead,
                (sessions, fixture) -> fixture.start(sessions),
                this::assertNobodyWasLetIn);
    }

    @IndexKind.OfSeveral
    void aRefusedSignInThatIsCutOffTakesNoPlace(IndexKind kind) {
        cutOff(
                kind,
                cap(2, AtCap.REFUSE),
                started(2),
                (sessions, fixture) -> fixture.start(sessions),
                (fixture, cut) -> {
                    assertThat(fixture.unacknowledged()).allMatch(fixture::pending);
                    assertThat(fixture.acknowledged()).allMatch(fixture::lives);
                    passTheMinute();
                    fixture.assertSettled();
                    assertThat(fixture.start()).isEqualTo(new Start.Refused());
                });
    }

    /**
     * Nobody was told the sid. It is gone, or ends within the minute; only when the server was killed after the call that
     * made the session count does it last, and is then listed and counted like any other.
     */
    private void assertNobodyWasLetIn(SessionFixture fixture, Cut cut) {
        if (cut.failed()) {
            String sid = fixture.unacknowledged().getLast();
            boolean lasts = !fixture.pending(sid);
            boolean confirmed = cut.last() || fixture.kind == IndexKind.SORTED_SET;
            assertThat(!lasts || (confirmed && fixture.isIndexed(sid))).isTrue();
            assertThat(lasts || !cut.last() || cut.fault() != Fault.KILLED_AFTER)
                    .isTrue();
            assertThat(!fixture.lives(sid) || cut.fault().kills()).isTrue();
            assertThat(!lasts || cut.fault() == Fault.KILLED_AFTER).isTrue();
            assertThat(fixture.indexed()).hasSizeLessThanOrEqualTo(fixture.cap());
            fixture.assertSettled();
            passTheMinute();
            storeClock().ifPresent(held -> assertThat(fixture.lives(sid)).isEqualTo(lasts));
        } else {
            assertThat(fixture.living()).contains(fixture.acknowledged().getLast());
            fixture.assertLive(fixture.living());
        }
        fixture.assertSettled();
        assertThat(fixture.sessions().endAll(fixture.user))
                .filteredOn(Ended::lived)
                .hasSizeLessThanOrEqualTo(fixture.cap());
        assertThat(fixture.start()).isInstanceOf(Start.Started.class);
        fixture.assertSettled();
    }

    /** Where the store's clock is held, sessions that nobody was told of end now; elsewhere they do so by themselves. */
    private void passTheMinute() {
        clock().advance(SessionFixture.PENDING.plusSeconds(1));
    }

    @IndexKind.Each
    void anEndThatIsCutOffIsAnEndOrNone(IndexKind kind) {
        cutOff(
                kind,
                POLICY,
                started(2),
                (sessions, fixture) -> fixture.end(sessions, fixture.firstSid()),
                (fixture, cut) -> {
                    boolean alive = fixture.find(fixture.firstSid()).isPresent();
                    assertThat(alive).isEqualTo(cut.call() == 1 && !cut.fault().applies());
                    assertThat(fixture.end(fixture.firstSid()).isPresent()).isEqualTo(alive);
                    fixture.assertGone(fixture.firstSid());
                    fixture.assertSettled();
                    fixture.assertIndexIsTheTruth();
                    assertThat(fixture.indexed()).hasSize(fixture.acknowledged().size() - 1);
                });
    }

    @IndexKind.Each
    void endingAllThatIsCutOffIsFinishedByTheNext(IndexKind kind) {
        cutOff(kind, POLICY, started(3), (sessions, fixture) -> sessions.endAll(fixture.user), (fixture, cut) -> {
            assertEveryLivingOneIsIndexed(fixture);
            fixture.sessions().endAll(fixture.user);
            fixture.assertEmpty();
        });
    }

    @IndexKind.OfSeveral
    void endingAllButOneThatIsCutOffKeepsThatOne(IndexKind kind) {
        cutOff(
                kind,
                POLICY,
                started(3),
                (sessions, fixture) -> sessions.endAllBut(fixture.user, fixture.firstSid()),
                (fixture, cut) -> {
                    assertEveryLivingOneIsIndexed(fixture);
                    fixture.first();
                    fixture.assertSettled();
                    fixture.sessions().endAllBut(fixture.user, fixture.firstSid());
                    fixture.assertLive(List.of(fixture.firstSid()));
                });
    }

    private static void assertEveryLivingOneIsIndexed(SessionFixture fixture) {
        assertThat(fixture.living()).allMatch(fixture::isIndexed);
    }

    @IndexKind.Each
    void aTouchThatIsCutOffEndsNobody(IndexKind kind) {
        cutOff(
                kind,
                POLICY,
                startedAndDue(2),
                (sessions, fixture) -> sessions.touch(fixture.kept()),
                this::assertLives);
    }

    @IndexKind.Each
    void aTouchThatIsCutOffWhileItMendsTheIndexEndsNobody(IndexKind kind) {
        Consumer<SessionFixture> lost = fixture -> {
            startedAndDue(1).accept(fixture);
            // A record lists no session again that is as old as its sign-in.
            fixture.sessions().change(fixture.kept(), document -> document.with("name", "changed"));
            fixture.keepFirst().delete(fixture.index());
            fixture.clock.advance(MINUTE);
        };
        cutOff(kind, POLICY, lost, (sessions, fixture) -> sessions.touch(fixture.kept()), this::assertLives);
    }

    private void assertLives(SessionFixture fixture, Cut cut) {
        clock().advance(MINUTE);
        Session seen = fixture.first();
        assertThat(seen.version()).isEqualTo(fixture.kept().version());
        fixture.assertTouched(fixture.sessions().touch(seen));
        fixture.assertSettled();
        fixture.assertIndexIsTheTruth();
    }

    @IndexKind.Each
    void aChangeThatIsCutOffIsWholeOrNoneAndItsIndexOutlivesIt(IndexKind kind) {
        Consumer<SessionFixture> halfway = fixture -> {
            fixture.started(1).keepFirst();
            clock().advance(LIFE.dividedBy(2));
        };
        cutOff(
                kind,
                POLICY,
                halfway,
                (sessions, fixture) ->
                        sessions.change(fixture.kept(), document -> document.with(kind.secret(), "second")),
                (fixture, cut) -> {
                    Session found = fixture.first();
                    boolean changed = found.secret(kind.secret()).orElseThrow().equals("second");
                    assertThat(changed
                                    || found.secret(kind.secret()).orElseThrow().equals("clear-access"))
                            .isTrue();
                    assertThat(changed || cut.failed()).isTrue();
                    assertThat(kind.isRecord() || changed == cut.fault().applies())
                            .isTrue();
                    fixture.assertVersion(found, changed ? 2 : 1);
                    fixture.assertLive(fixture.acknowledged());
                    if (kind.isRecord() || storeClock().isPresent()) {
                        fixture.assertIndexOutlives(fixture.firstSid());
                    }
                    assertThat(fixture.sessions().change(found, document -> document.with("name", "next")))
                            .isInstanceOf(Change.Changed.class);
                    fixture.assertIndexIsTheTruth();
                });
    }

    @IndexKind.Each
    void whatComesTooLateAndIsCutOffBringsNobodyBack(IndexKind kind) {
        List<Act> acts = List.of(
                (sessions, fixture) -> sessions.touch(fixture.kept()),
                (sessions, fixture) -> sessions.change(fixture.kept(), document -> document.with("name", "ghost")),
                (sessions, fixture) -> sessions.end(fixture.kept()),
                (sessions, fixture) -> fixture.end(sessions, fixture.firstSid()));
        Consumer<SessionFixture> ended = fixture -> {
            startedAndDue(2).accept(fixture);
            fixture.end(fixture.firstSid());
        };
        for (Act act : acts) {
            cutOff(kind, POLICY, ended, act, (fixture, cut) -> {
                fixture.assertGone(fixture.firstSid());
                fixture.assertSettled();
                fixture.assertIndexIsTheTruth();
            });
        }
    }

    @IndexKind.Each
    void aListingThatIsCutOffLosesNoSession(IndexKind kind) {
        Consumer<SessionFixture> withDead = fixture -> fixture.started(2).enlistTheDead(1);
        cutOff(kind, POLICY, withDead, (sessions, fixture) -> sessions.list(fixture.user), (fixture, cut) -> {
            assertThat(fixture.sessions().list(fixture.user))
                    .hasSize(fixture.acknowledged().size());
            fixture.assertIndexIsTheTruth();
        });
    }

    @IndexKind.Each
    void whoCannotAskLetsNobodyIn(IndexKind kind) {
        SessionFixture fixture = fixture(kind).started(1);
        Sessions dead = fixture.sessions(FaultyStore.failing(store(), Fault.KILLED_BEFORE, 1));
        assertThatThrownBy(() -> fixture.find(dead, fixture.firstSid())).isInstanceOf(StoreException.class);
    }
}
