package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/**
 * Everything that writes, killed or cut off at each of its calls to the store. What is left lets nobody in who should not
 * be, and the next request repairs or ignores it.
 */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends SessionSuite {
    /** More calls than anything here makes. */
    private static final int MOST_CALLS = 60;

    private static final SessionPolicy TWO = cap(2, AtCap.END_OLDEST);

    /** What a test does through the store that fails. */
    private interface Act {
        void through(Sessions sessions, SessionFixture scene);
    }

    /** What a test sees through the store that works. */
    private interface Aftermath {
        void check(SessionFixture scene, Cut cut);
    }

    /**
     * How an act was cut off.
     *
     * @param last whether it was at the act's last call
     * @param failed whether the act said so: what matters to nobody may fail in silence
     */
    private record Cut(Fault fault, int call, boolean last, boolean failed) {}

    /** Prepares a scene and cuts the act off in it, at each call and in each way. */
    private void everywhere(IndexKind kind, SessionPolicy policy, Act prepare, Act act, Aftermath aftermath) {
        int calls = calls(kind, policy, prepare, act);
        assertThat(calls).isBetween(1, MOST_CALLS);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= calls; call++) {
                if (!inTurn(kind, fault.ordinal() + call)) {
                    continue;
                }
                SessionFixture scene = prepared(kind, policy, prepare);
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                boolean failed = fails(() -> act.through(scene.sessions(faulty), scene));
                assertThat(failed || !kind.isSet()).isTrue();
                aftermath.check(scene, new Cut(fault, call, call == calls, failed));
            }
        }
    }

    private static boolean fails(Runnable act) {
        try {
            act.run();
            return false;
        } catch (StoreException expected) {
            return true;
        }
    }

    private SessionFixture prepared(IndexKind kind, SessionPolicy policy, Act prepare) {
        SessionFixture scene = scene(kind, policy);
        prepare.through(scene.sessions(), scene);
        return scene;
    }

    /** How many calls the act makes when nothing fails. */
    private int calls(IndexKind kind, SessionPolicy policy, Act prepare, Act act) {
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture scene = prepared(kind, policy, prepare);
        act.through(scene.sessions(counting), scene);
        scene.assertSettled();
        return counting.calls();
    }

    private static Act started(int count) {
        return (sessions, scene) -> scene.started(count);
    }

    private static Act startedAndDue(int count) {
        return (sessions, scene) -> {
            scene.started(count).keepFirst();
            scene.clock.advance(MINUTE);
        };
    }

    @IndexKind.Each
    void aSignInThatIsCutOffLeavesNothingThatLasts(IndexKind kind) {
        everywhere(kind, TWO, started(0), (sessions, scene) -> scene.start(sessions), this::assertNobodyWasLetIn);
        everywhere(kind, TWO, started(2), (sessions, scene) -> scene.start(sessions), this::assertNobodyWasLetIn);
    }

    @IndexKind.Each
    void aSignInThatIsCutOffWhileDeadEntriesAreRemovedLeavesNothingThatLasts(IndexKind kind) {
        Act withDead = (sessions, scene) -> {
            scene.started(2);
            scene.delete(scene.key(scene.firstSid()));
        };
        everywhere(
                kind,
                cap(2, AtCap.REFUSE),
                withDead,
                (sessions, scene) -> scene.start(sessions),
                this::assertNobodyWasLetIn);
    }

    @IndexKind.OfSeveral
    void aRefusedSignInThatIsCutOffTakesNoPlace(IndexKind kind) {
        everywhere(kind, cap(2, AtCap.REFUSE), started(2), (sessions, scene) -> scene.start(sessions), (scene, cut) -> {
            assertThat(scene.unacknowledged()).allMatch(scene::pending);
            assertThat(scene.acknowledged()).allMatch(scene::lives);
            passTheMinute();
            scene.assertSettled();
            assertThat(scene.start()).isEqualTo(new Start.Refused());
        });
    }

    /**
     * Nobody was told the sid. It is gone, or ends within the minute; only when the server was killed after the call that
     * made the session count does it last, and is then listed and counted like any other.
     */
    private void assertNobodyWasLetIn(SessionFixture scene, Cut cut) {
        if (cut.failed()) {
            String sid = scene.unacknowledged().getLast();
            boolean lasts = !scene.pending(sid);
            boolean confirmed = cut.last() || scene.kind == IndexKind.SORTED_SET;
            assertThat(!lasts || (confirmed && scene.isIndexed(sid))).isTrue();
            assertThat(lasts || !cut.last() || cut.fault() != Fault.KILLED_AFTER)
                    .isTrue();
            assertThat(!scene.lives(sid) || cut.fault().kills()).isTrue();
            assertThat(!lasts || cut.fault() == Fault.KILLED_AFTER).isTrue();
            assertThat(scene.indexed()).hasSizeLessThanOrEqualTo(scene.cap());
            scene.assertSettled();
            passTheMinute();
            storeClock().ifPresent(held -> assertThat(scene.lives(sid)).isEqualTo(lasts));
        } else {
            assertThat(scene.living()).contains(scene.acknowledged().getLast());
            scene.assertLive(scene.living());
        }
        scene.assertSettled();
        assertThat(scene.sessions().endAll(scene.user)).filteredOn(Ended::lived).hasSizeLessThanOrEqualTo(scene.cap());
        assertThat(scene.start()).isInstanceOf(Start.Started.class);
        scene.assertSettled();
    }

    /** Where the store's clock is held, sessions that nobody was told of end now; elsewhere they do so by themselves. */
    private void passTheMinute() {
        clock().advance(SessionFixture.PENDING.plusSeconds(1));
    }

    @IndexKind.Each
    void anEndThatIsCutOffIsAnEndOrNone(IndexKind kind) {
        everywhere(
                kind, POLICY, started(2), (sessions, scene) -> scene.end(sessions, scene.firstSid()), (scene, cut) -> {
                    boolean alive = scene.find(scene.firstSid()).isPresent();
                    assertThat(alive).isEqualTo(cut.call() == 1 && !cut.fault().applies());
                    assertThat(scene.end(scene.firstSid()).isPresent()).isEqualTo(alive);
                    scene.assertGone(scene.firstSid());
                    scene.assertSettled();
                    scene.assertIndexIsTheTruth();
                    assertThat(scene.indexed()).hasSize(scene.acknowledged().size() - 1);
                });
    }

    @IndexKind.Each
    void endingAllThatIsCutOffIsFinishedByTheNext(IndexKind kind) {
        everywhere(kind, POLICY, started(3), (sessions, scene) -> sessions.endAll(scene.user), (scene, cut) -> {
            assertEveryLivingOneIsIndexed(scene);
            scene.sessions().endAll(scene.user);
            scene.assertEmpty();
        });
    }

    @IndexKind.OfSeveral
    void endingAllButOneThatIsCutOffKeepsThatOne(IndexKind kind) {
        everywhere(
                kind,
                POLICY,
                started(3),
                (sessions, scene) -> sessions.endAllBut(scene.user, scene.firstSid()),
                (scene, cut) -> {
                    assertEveryLivingOneIsIndexed(scene);
                    scene.first();
                    scene.assertSettled();
                    scene.sessions().endAllBut(scene.user, scene.firstSid());
                    scene.assertLive(List.of(scene.firstSid()));
                });
    }

    private static void assertEveryLivingOneIsIndexed(SessionFixture scene) {
        assertThat(scene.living()).allMatch(scene::isIndexed);
    }

    @IndexKind.Each
    void aTouchThatIsCutOffEndsNobody(IndexKind kind) {
        everywhere(
                kind, POLICY, startedAndDue(2), (sessions, scene) -> sessions.touch(scene.kept()), this::assertLives);
    }

    @IndexKind.Each
    void aTouchThatIsCutOffWhileItMendsTheIndexEndsNobody(IndexKind kind) {
        Act lost = (sessions, scene) -> {
            startedAndDue(1).through(sessions, scene);
            // A record lists no session again that is as old as its sign-in.
            sessions.change(scene.kept(), document -> document.with("name", "changed"));
            scene.keepFirst().delete(scene.index());
            scene.clock.advance(MINUTE);
        };
        everywhere(kind, POLICY, lost, (sessions, scene) -> sessions.touch(scene.kept()), this::assertLives);
    }

    private void assertLives(SessionFixture scene, Cut cut) {
        clock().advance(MINUTE);
        Session seen = scene.first();
        assertThat(seen.version()).isEqualTo(scene.kept().version());
        scene.assertTouched(scene.sessions().touch(seen));
        scene.assertSettled();
        scene.assertIndexIsTheTruth();
    }

    @IndexKind.Each
    void aChangeThatIsCutOffIsWholeOrNoneAndItsIndexOutlivesIt(IndexKind kind) {
        Act halfway = (sessions, scene) -> {
            scene.started(1).keepFirst();
            clock().advance(LIFE.dividedBy(2));
        };
        everywhere(
                kind,
                POLICY,
                halfway,
                (sessions, scene) -> sessions.change(scene.kept(), document -> document.with(kind.secret(), "second")),
                (scene, cut) -> {
                    Session found = scene.first();
                    boolean changed = found.secret(kind.secret()).orElseThrow().equals("second");
                    assertThat(changed
                                    || found.secret(kind.secret()).orElseThrow().equals("clear-access"))
                            .isTrue();
                    assertThat(changed || cut.failed()).isTrue();
                    assertThat(kind.isRecord() || changed == cut.fault().applies())
                            .isTrue();
                    scene.assertVersion(found, changed ? 2 : 1);
                    scene.assertLive(scene.acknowledged());
                    if (kind.isRecord() || storeClock().isPresent()) {
                        scene.assertIndexOutlives(scene.firstSid());
                    }
                    assertThat(scene.sessions().change(found, document -> document.with("name", "next")))
                            .isInstanceOf(Change.Changed.class);
                    scene.assertIndexIsTheTruth();
                });
    }

    @IndexKind.Each
    void whatComesTooLateAndIsCutOffBringsNobodyBack(IndexKind kind) {
        List<Act> acts = List.of(
                (sessions, scene) -> sessions.touch(scene.kept()),
                (sessions, scene) -> sessions.change(scene.kept(), document -> document.with("name", "ghost")),
                (sessions, scene) -> sessions.end(scene.kept()),
                (sessions, scene) -> scene.end(sessions, scene.firstSid()));
        Act ended = (sessions, scene) -> {
            startedAndDue(2).through(sessions, scene);
            scene.end(scene.firstSid());
        };
        for (Act act : acts) {
            everywhere(kind, POLICY, ended, act, (scene, cut) -> {
                scene.assertGone(scene.firstSid());
                scene.assertSettled();
                scene.assertIndexIsTheTruth();
            });
        }
    }

    @IndexKind.Each
    void aListingThatIsCutOffLosesNoSession(IndexKind kind) {
        Act withDead = (sessions, scene) -> scene.started(2).enlistTheDead(1);
        everywhere(kind, POLICY, withDead, (sessions, scene) -> sessions.list(scene.user), (scene, cut) -> {
            assertThat(scene.sessions().list(scene.user))
                    .hasSize(scene.acknowledged().size());
            scene.assertIndexIsTheTruth();
        });
    }

    @IndexKind.Each
    void whoCannotAskLetsNobodyIn(IndexKind kind) {
        SessionFixture scene = scene(kind).started(1);
        Sessions dead = scene.sessions(FaultyStore.failing(store(), Fault.KILLED_BEFORE, 1));
        assertThatThrownBy(() -> scene.find(dead, scene.firstSid())).isInstanceOf(StoreException.class);
    }
}
