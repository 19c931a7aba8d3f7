package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Poll;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Races without chance: everything that takes more than one call to the store, with everything else happening between any
 * two of its calls. When both are done, the index names exactly the sessions that live.
 */
@OnEveryStore(heldClock = true, costly = true)
final class InterleavingsTest extends SessionSuite {
    private static final int CAP = 3;
    private static final SessionPolicy THREE = cap(CAP, AtCap.END_OLDEST);

    /** What another server does meanwhile, to a user with two sessions at least. */
    private record Other(String name, Consumer<SessionFixture> action) {}

    private static final List<Other> OTHERS = List.of(
            new Other("ends all", scene -> scene.sessions().endAll(scene.user())),
            new Other("ends the first", scene -> scene.sessions().end(scene.firstSid())),
            new Other("ends others", scene -> scene.sessions().endAllBut(scene.user(), scene.firstSid())),
            new Other("ends the last and lists", InterleavingsTest::endTheLastAndList),
            new Other("signs in", scene -> scene.start(scene.sessions())),
            new Other("signs in often", InterleavingsTest::signInOften),
            new Other("touches the first", InterleavingsTest::touchTheFirst),
            new Other("changes the first", InterleavingsTest::changeTheFirst));

    private static void endTheLastAndList(SessionFixture scene) {
        scene.sessions().end(scene.acknowledged().getLast());
        scene.sessions().list(scene.user());
    }

    private static void touchTheFirst(SessionFixture scene) {
        Sessions sessions = scene.sessions();
        sessions.find(scene.firstSid()).ifPresent(sessions::touch);
    }

    private static void changeTheFirst(SessionFixture scene) {
        Sessions sessions = scene.sessions();
        sessions.find(scene.firstSid())
                .ifPresent(seen -> sessions.change(seen, document -> document.with("name", "other")));
    }

    private static void signInOften(SessionFixture scene) {
        for (int i = 0; i <= CAP; i++) {
            scene.start(scene.sessions());
        }
    }

    /** Acts in a prepared scene, with each of the others at each call; then the index must be the truth. */
    private <T> void amongOthers(
            Storage storage,
            Consumer<SessionFixture> prepare,
            BiFunction<Sessions, SessionFixture, T> act,
            Outcome<T> outcome) {
        int calls = calls(storage, prepare, act);
        int number = 0;
        for (int call = 1; call <= calls; call++) {
            for (Other other : OTHERS) {
                if (inTurn(storage, number++)) {
                    SessionFixture scene = prepared(storage, prepare);
                    T result = act.apply(scene.sessions(meanwhile(scene, call, other.action())), scene);
                    assertWhole(scene, other.name());
                    outcome.check(scene, result);
                }
            }
        }
    }

    private SessionFixture prepared(Storage storage, Consumer<SessionFixture> prepare) {
        SessionFixture scene = new SessionFixture(store(), storage, THREE, clock());
        prepare.accept(scene);
        return scene;
    }

    private FaultyStore meanwhile(SessionFixture scene, int call, Consumer<SessionFixture> other) {
        return FaultyStore.meanwhile(store(), call, () -> other.accept(scene));
    }

    /** How many calls the act makes when nobody else is there. */
    private <T> int calls(
            Storage storage, Consumer<SessionFixture> prepare, BiFunction<Sessions, SessionFixture, T> act) {
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture scene = prepared(storage, prepare);
        T alone = act.apply(scene.sessions(counting), scene);
        assertWhole(scene, "nobody, " + alone);
        assertThat(counting.calls()).isPositive();
        return counting.calls();
    }

    private static void assertWhole(SessionFixture scene, String other) {
        scene.assertIndexIsTheTruth();
        assertThat(scene.indexed()).as(other).hasSizeLessThanOrEqualTo(CAP);
        assertThat(scene.unacknowledged()).as(other).noneMatch(scene::lives);
    }

    /** What must hold in the end, whatever happened between. */
    private interface Outcome<T> {
        void check(SessionFixture scene, T result);
    }

    private static Consumer<SessionFixture> due(int sessions) {
        return scene -> {
            scene.started(sessions);
            scene.keep(scene.first());
            scene.clock().advance(MINUTE);
        };
    }

    @InBothStorages
    void aSignInAmongOthers(Storage storage) {
        for (int before : new int[] {2, CAP}) {
            amongOthers(
                    storage,
                    scene -> scene.started(before),
                    (sessions, scene) -> scene.start(sessions),
                    (scene, start) -> assertThat(start).isNotEqualTo(new Start.Refused()));
        }
    }

    @InBothStorages
    void aSignInAmongOthersWhileTheCapIsLowered(Storage storage) {
        amongOthers(
                storage,
                scene -> scene.started(CAP + 2, cap(CAP + 2, AtCap.END_OLDEST)),
                (sessions, scene) -> scene.start(sessions),
                (scene, start) -> assertThat(start).isNotEqualTo(new Start.Refused()));
    }

    @InBothStorages
    void aSignInThatTookLongerThanItMayIsOvertaken(Storage storage) {
        for (int call = 2; call <= 3; call++) {
            SessionFixture scene = new SessionFixture(store(), storage, THREE, clock());
            FaultyStore slow = FaultyStore.meanwhile(store(), call, () -> passPending(scene));
            assertThat(scene.start(scene.sessions(slow))).isEqualTo(new Start.Overtaken());
            assertThat(store().type(scene.index())).isEmpty();
        }
    }

    /** Lets the life of a session that is not confirmed pass; where no clock can be held, cuts it to a millisecond. */
    private void passPending(SessionFixture scene) {
        if (storeClock().isPresent()) {
            storeClock().get().advance(SessionFixture.PENDING);
            return;
        }
        Key pending = scene.key(scene.unacknowledged().getLast());
        store().commit(Batch.builder()
                .expire(pending, Expiry.after(Expiry.SHORTEST))
                .build());
        Poll.until("the pending session has ended", () -> store().type(pending).isEmpty());
    }

    @InBothStorages
    void anEndAmongOthers(Storage storage) {
        amongOthers(
                storage,
                due(2),
                (sessions, scene) -> sessions.end(scene.firstSid()),
                (scene, ended) -> assertThat(scene.lives(scene.firstSid())).isFalse());
        amongOthers(
                storage,
                due(2),
                (sessions, scene) -> sessions.end(scene.kept()),
                (scene, ended) ->
                        assertThat(!ended || !scene.lives(scene.firstSid())).isTrue());
    }

    @InBothStorages
    void endingAllAmongOthers(Storage storage) {
        amongOthers(
                storage,
                due(CAP),
                (sessions, scene) -> sessions.endAll(scene.user()),
                (scene, ended) ->
                        assertThat(scene.acknowledged().subList(0, CAP)).noneMatch(scene::lives));
    }

    @InBothStorages
    void aTouchAmongOthers(Storage storage) {
        amongOthers(
                storage,
                due(2),
                (sessions, scene) -> sessions.touch(scene.kept()),
                (scene, touch) -> assertTouchIsTrue(scene, touch));
    }

    private static void assertTouchIsTrue(SessionFixture scene, Touch touch) {
        if (touch instanceof Touch.Ended) {
            assertThat(scene.lives(scene.firstSid())).isFalse();
        }
    }

    @InBothStorages
    void aChangeAmongOthers(Storage storage) {
        amongOthers(
                storage,
                due(2),
                (sessions, scene) -> sessions.change(scene.kept(), document -> document.with("name", "mine")),
                (scene, change) -> {
                    switch (change) {
                        case Change.Changed changed -> assertName(scene, "mine");
                        case Change.Superseded superseded -> assertName(scene, "other");
                        case Change.Ended ended ->
                            assertThat(scene.lives(scene.firstSid())).isFalse();
                    }
                });
    }

    private static void assertName(SessionFixture scene, String name) {
        assertThat(scene.sessions().find(scene.firstSid()).flatMap(session -> session.text("name")))
                .hasValue(name);
    }

    @InBothStorages
    void aListingAmongOthers(Storage storage) {
        amongOthers(
                storage,
                due(CAP),
                (sessions, scene) -> sessions.list(scene.user()),
                (scene, listed) -> assertThat(listed)
                        .hasSizeLessThanOrEqualTo(CAP)
                        .allMatch(session -> session.user().equals(scene.user())));
    }
}
