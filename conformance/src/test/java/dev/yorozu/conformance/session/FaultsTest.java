package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
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
     */
    private record Cut(Fault fault, int call, boolean last) {}

    /** Prepares a scene and cuts the act off in it, at each call and in each way; the last time it is not cut off. */
    private void everywhere(Storage storage, SessionPolicy policy, Act prepare, Act act, Aftermath aftermath) {
        int calls = calls(storage, policy, prepare, act);
        assertThat(calls).isBetween(1, MOST_CALLS);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= calls; call++) {
                if (!inTurn(storage, fault.ordinal() + call)) {
                    continue;
                }
                SessionFixture scene = prepared(storage, policy, prepare);
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                assertThat(fails(() -> act.through(scene.sessions(faulty), scene)))
                        .isTrue();
                aftermath.check(scene, new Cut(fault, call, call == calls));
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

    private SessionFixture prepared(Storage storage, SessionPolicy policy, Act prepare) {
        SessionFixture scene = new SessionFixture(store(), storage, policy, clock());
        prepare.through(scene.sessions(), scene);
        return scene;
    }

    /** How many calls the act makes when nothing fails. */
    private int calls(Storage storage, SessionPolicy policy, Act prepare, Act act) {
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture scene = prepared(storage, policy, prepare);
        act.through(scene.sessions(counting), scene);
        scene.assertSettled();
        return counting.calls();
    }

    private static Act started(int count) {
        return (sessions, scene) -> scene.started(count);
    }

    private static Act startedAndDue(int count) {
        return (sessions, scene) -> {
            scene.started(count);
            scene.clock().advance(MINUTE);
        };
    }

    @InBothStorages
    void aSignInThatIsCutOffLeavesNothingThatLasts(Storage storage) {
        SessionPolicy policy = cap(2, AtCap.END_OLDEST);
        everywhere(storage, policy, started(0), (sessions, scene) -> scene.start(sessions), this::assertNobodyWasLetIn);
        everywhere(storage, policy, started(2), (sessions, scene) -> scene.start(sessions), this::assertNobodyWasLetIn);
    }

    @InBothStorages
    void aSignInThatIsCutOffWhileDeadEntriesAreRemovedLeavesNothingThatLasts(Storage storage) {
        Act withDead = (sessions, scene) -> {
            scene.started(2);
            store().commit(Batch.builder().delete(scene.key(scene.firstSid())).build());
        };
        everywhere(
                storage,
                cap(2, AtCap.REFUSE),
                withDead,
                (sessions, scene) -> scene.start(sessions),
                this::assertNobodyWasLetIn);
    }

    @InBothStorages
    void aRefusedSignInThatIsCutOffTakesNoPlace(Storage storage) {
        everywhere(
                storage, cap(2, AtCap.REFUSE), started(2), (sessions, scene) -> scene.start(sessions), (scene, cut) -> {
                    assertThat(scene.unacknowledged()).allMatch(scene::pending);
                    assertThat(scene.acknowledged()).allMatch(scene::lives);
                    passTheMinute();
                    scene.assertSettled();
                    assertThat(scene.start(scene.sessions())).isEqualTo(new Start.Refused());
                });
    }

    /**
     * Nobody was told the sid. It is gone, or ends within the minute; only when the server was killed after its very last
     * call does it last, and is then listed and counted like any other.
     */
    private void assertNobodyWasLetIn(SessionFixture scene, Cut cut) {
        String sid = scene.unacknowledged().getLast();
        boolean lasts = cut.last() && cut.fault() == Fault.KILLED_AFTER;
        assertThat(scene.pending(sid)).isEqualTo(!lasts);
        assertThat(scene.indexed()).hasSizeLessThanOrEqualTo(2);
        scene.assertSettled();
        passTheMinute();
        storeClock().ifPresent(held -> assertThat(scene.lives(sid)).isEqualTo(lasts));
        scene.assertSettled();
        assertThat(scene.sessions().endAll(scene.user())).isLessThanOrEqualTo(2);
        assertThat(scene.start(scene.sessions())).isInstanceOf(Start.Started.class);
        scene.assertSettled();
    }

    /** Where the store's clock is held, sessions that nobody was told of end now; elsewhere they do so by themselves. */
    private void passTheMinute() {
        clock().advance(SessionFixture.PENDING.plusSeconds(1));
    }

    @InBothStorages
    void anEndThatIsCutOffIsAnEndOrNone(Storage storage) {
        everywhere(storage, POLICY, started(2), (sessions, scene) -> sessions.end(scene.firstSid()), (scene, cut) -> {
            boolean alive = scene.sessions().find(scene.firstSid()).isPresent();
            assertThat(alive).isEqualTo(cut.call() == 1 && !cut.fault().applies());
            assertThat(scene.sessions().end(scene.firstSid())).isEqualTo(alive);
            assertGone(storage, scene.firstSid());
            scene.assertSettled();
            scene.assertIndexIsTheTruth();
            assertThat(scene.indexed()).hasSize(1);
        });
    }

    @InBothStorages
    void endingAllThatIsCutOffIsFinishedByTheNext(Storage storage) {
        everywhere(storage, POLICY, started(3), (sessions, scene) -> sessions.endAll(scene.user()), (scene, cut) -> {
            assertEveryLivingOneIsIndexed(scene);
            scene.sessions().endAll(scene.user());
            assertThat(scene.acknowledged()).noneMatch(scene::lives);
            assertThat(store().type(scene.index())).isEmpty();
        });
    }

    @InBothStorages
    void endingAllButOneThatIsCutOffKeepsThatOne(Storage storage) {
        everywhere(
                storage,
                POLICY,
                started(3),
                (sessions, scene) -> sessions.endAllBut(scene.user(), scene.firstSid()),
                (scene, cut) -> {
                    assertEveryLivingOneIsIndexed(scene);
                    assertThat(scene.sessions().find(scene.firstSid())).isPresent();
                    scene.assertSettled();
                    scene.sessions().endAllBut(scene.user(), scene.firstSid());
                    scene.assertIndexIsTheTruth();
                    assertThat(scene.indexed()).hasSize(1);
                });
    }

    private static void assertEveryLivingOneIsIndexed(SessionFixture scene) {
        assertThat(scene.acknowledged()).allMatch(sid -> !scene.lives(sid) || scene.indexed(sid));
    }

    @InBothStorages
    void aTouchThatIsCutOffEndsNobody(Storage storage) {
        everywhere(
                storage,
                POLICY,
                startedAndDue(2),
                (sessions, scene) -> sessions.touch(scene.first()),
                this::assertLives);
    }

    @InBothStorages
    void aTouchThatIsCutOffWhileItMendsTheIndexEndsNobody(Storage storage) {
        Act lost = (sessions, scene) -> {
            startedAndDue(1).through(sessions, scene);
            store().commit(Batch.builder().delete(scene.index()).build());
        };
        everywhere(storage, POLICY, lost, (sessions, scene) -> sessions.touch(scene.first()), this::assertLives);
    }

    private void assertLives(SessionFixture scene, Cut cut) {
        clock().advance(MINUTE);
        Session seen = scene.first();
        assertThat(seen.version()).isEqualTo(1);
        assertThat(scene.sessions().touch(seen)).isInstanceOf(Touch.Touched.class);
        scene.assertSettled();
        scene.assertIndexIsTheTruth();
    }

    @InBothStorages
    void aChangeThatIsCutOffIsWholeOrNone(Storage storage) {
        everywhere(
                storage,
                POLICY,
                started(1),
                (sessions, scene) ->
                        sessions.change(scene.first(), document -> document.with("access_token", "second")),
                (scene, cut) -> {
                    Session found = scene.first();
                    boolean changed = cut.fault().applies();
                    assertThat(found.version()).isEqualTo(changed ? 2 : 1);
                    assertThat(found.secret("access_token")).hasValue(changed ? "second" : "clear-access");
                    assertThat(scene.sessions().change(found, document -> document.with("name", "next")))
                            .isInstanceOf(Change.Changed.class);
                    scene.assertIndexIsTheTruth();
                });
    }

    @InBothStorages
    void whatComesTooLateAndIsCutOffBringsNobodyBack(Storage storage) {
        List<Act> acts = List.of(
                (sessions, scene) -> sessions.touch(scene.kept()),
                (sessions, scene) -> sessions.change(scene.kept(), document -> document.with("name", "ghost")),
                (sessions, scene) -> sessions.end(scene.kept()),
                (sessions, scene) -> sessions.end(scene.firstSid()));
        Act ended = (sessions, scene) -> {
            startedAndDue(2).through(sessions, scene);
            scene.keep(scene.first());
            sessions.end(scene.firstSid());
        };
        for (Act act : acts) {
            everywhere(storage, POLICY, ended, act, (scene, cut) -> {
                assertGone(storage, scene.firstSid());
                scene.assertSettled();
                scene.assertIndexIsTheTruth();
            });
        }
    }

    @InBothStorages
    void aListingThatIsCutOffLosesNoSession(Storage storage) {
        Act withDead = (sessions, scene) -> {
            scene.started(2);
            store().commit(Batch.builder()
                    .setAdd(scene.index(), Bytes.of("no key part"))
                    .build());
        };
        everywhere(storage, POLICY, withDead, (sessions, scene) -> sessions.list(scene.user()), (scene, cut) -> {
            assertThat(scene.sessions().list(scene.user())).hasSize(2);
            scene.assertIndexIsTheTruth();
        });
    }
}
