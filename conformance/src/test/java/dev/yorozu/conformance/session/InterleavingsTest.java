package dev.yorozu.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
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
import java.util.function.BiConsumer;
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

    /** What another server does meanwhile, to a user with as many sessions as the test says. */
    private record Other(String name, Consumer<SessionFixture> action) {}

    private static final List<Other> OTHERS = List.of(
            new Other("ends all", scene -> scene.sessions().endAll(scene.user)),
            new Other("ends the first", scene -> scene.end(scene.firstSid())),
            new Other("ends others", scene -> scene.sessions().endAllBut(scene.user, scene.firstSid())),
            new Other("ends the last and lists", InterleavingsTest::endTheLastAndList),
            new Other("signs in", SessionFixture::start),
            new Other("signs in often", InterleavingsTest::signInOften),
            new Other("touches the first", scene -> scene.find(scene.firstSid()).ifPresent(scene.sessions()::touch)),
            new Other("changes the first", InterleavingsTest::changeTheFirst));

    private static void endTheLastAndList(SessionFixture scene) {
        scene.end(scene.acknowledged().getLast());
        scene.sessions().list(scene.user);
    }

    private static void changeTheFirst(SessionFixture scene) {
        scene.find(scene.firstSid())
                .ifPresent(seen -> scene.sessions().change(seen, document -> document.with("name", "other")));
    }

    private static void signInOften(SessionFixture scene) {
        for (int i = 0; i <= CAP; i++) {
            scene.start();
        }
    }

    /** Acts in a prepared scene, with each of the others at each call; then the index must be the truth. */
    private <T> void amongOthers(
            IndexKind kind,
            Consumer<SessionFixture> prepare,
            BiFunction<Sessions, SessionFixture, T> act,
            BiConsumer<SessionFixture, T> outcome) {
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture alone = prepared(kind, prepare);
        assertWhole(alone, "nobody, " + act.apply(alone.sessions(counting), alone));
        assertThat(counting.calls()).isPositive();
        int number = 0;
        for (int call = 1; call <= counting.calls(); call++) {
            for (Other other : OTHERS) {
                if (inTurn(kind, number++)) {
                    SessionFixture scene = prepared(kind, prepare);
                    FaultyStore torn = FaultyStore.meanwhile(
                            store(), call, () -> other.action().accept(scene));
                    T result = act.apply(scene.sessions(torn), scene);
                    assertWhole(scene, other.name());
                    outcome.accept(scene, result);
                }
            }
        }
    }

    private SessionFixture prepared(IndexKind kind, Consumer<SessionFixture> prepare) {
        SessionFixture scene = scene(kind, THREE);
        prepare.accept(scene);
        return scene;
    }

    private static void assertWhole(SessionFixture scene, String other) {
        scene.assertIndexIsTheTruth();
        assertThat(scene.living()).as(other).hasSizeLessThanOrEqualTo(scene.cap());
        assertThat(scene.living()).as(other).noneMatch(scene::pending);
        assertThat(scene.unacknowledged()).as(other).noneMatch(scene::lives);
        if (scene.kind == IndexKind.RECORD && !scene.living().isEmpty()) {
            assertThat(scene.record(scene.index()).text("accessToken"))
                    .isEqualTo(
                            scene.record(scene.key(scene.living().getFirst())).text("accessToken"));
        }
    }

    private static Consumer<SessionFixture> due(int sessions) {
        return scene -> {
            scene.started(sessions).keepFirst();
            scene.clock.advance(MINUTE);
        };
    }

    @IndexKind.Each
    void aSignInAmongOthers(IndexKind kind) {
        for (int before : new int[] {2, CAP}) {
            amongOthers(
                    kind,
                    scene -> scene.started(before),
                    (sessions, scene) -> scene.start(sessions),
                    InterleavingsTest::assertStartIsTrue);
        }
    }

    private static void assertStartIsTrue(SessionFixture scene, Start start) {
        assertThat(start).isNotEqualTo(new Start.Refused());
        if (start instanceof Start.Overtaken overtaken) {
            assertThat(scene.lives(SessionFixture.sid(overtaken.session()))).isFalse();
        }
    }

    @IndexKind.OfSeveral
    void aSignInAmongOthersWhileTheCapIsLowered(IndexKind kind) {
        amongOthers(
                kind,
                scene -> scene.startedBeyond(CAP + 2, cap(CAP + 2, AtCap.END_OLDEST)),
                (sessions, scene) -> scene.start(sessions),
                InterleavingsTest::assertStartIsTrue);
    }

    @IndexKind.Apart
    void aSignInThatTookLongerThanItMayIsOvertaken(IndexKind kind) {
        FaultyStore counting = FaultyStore.counting(store());
        SessionFixture alone = scene(kind, THREE);
        alone.signIn(alone.sessions(counting));
        for (int call = 2; call <= counting.calls(); call++) {
            SessionFixture scene = scene(kind, THREE);
            FaultyStore slow = FaultyStore.meanwhile(store(), call, () -> passPending(scene));
            assertThat(scene.start(scene.sessions(slow))).isInstanceOf(Start.Overtaken.class);
            scene.assertEmpty();
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

    @IndexKind.Each
    void anEndAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(2),
                (sessions, scene) -> scene.end(sessions, scene.firstSid()),
                (scene, ended) -> assertThat(scene.lives(scene.firstSid())).isFalse());
        amongOthers(
                kind,
                due(2),
                (sessions, scene) -> sessions.end(scene.kept()),
                (scene, ended) ->
                        assertThat(!ended || !scene.lives(scene.firstSid())).isTrue());
        amongOthers(
                kind,
                due(2),
                (sessions, scene) -> sessions.endOne(scene.user, scene.kept().publicId()),
                (scene, ended) -> assertThat(scene.lives(scene.firstSid())).isFalse());
    }

    @IndexKind.Each
    void endingAllAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(CAP),
                (sessions, scene) -> sessions.endAll(scene.user),
                (scene, ended) ->
                        assertThat(scene.acknowledged().subList(0, scene.cap())).noneMatch(scene::lives));
    }

    @IndexKind.Each
    void aTouchAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(2),
                (sessions, scene) -> sessions.touch(scene.kept()),
                (scene, touch) -> assertThat(!(touch instanceof Touch.Gone) || !scene.lives(scene.firstSid()))
                        .isTrue());
    }

    @IndexKind.Each
    void aChangeAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(2),
                (sessions, scene) -> sessions.change(
                        scene.kept(), document -> document.with("name", "mine").with(kind.secret(), "second")),
                (scene, change) -> {
                    switch (change) {
                        case Change.Changed changed -> assertName(scene, "mine");
                        case Change.Superseded superseded -> assertName(scene, "other");
                        case Change.Gone gone ->
                            assertThat(scene.lives(scene.firstSid())).isFalse();
                    }
                });
    }

    /** What came between may also have come after the change, and have ended or changed the session then. */
    private static void assertName(SessionFixture scene, String name) {
        scene.find(scene.firstSid())
                .ifPresentOrElse(
                        found -> assertThat(found.text("name").orElseThrow())
                                .isIn(scene.kind.isRecord() ? List.of(name, "other") : List.of(name)),
                        () -> assertThat(scene.kind.isRecord()).isTrue());
    }

    @IndexKind.Each
    void aListingAmongOthers(IndexKind kind) {
        amongOthers(
                kind,
                due(CAP),
                (sessions, scene) -> sessions.list(scene.user),
                (scene, listed) -> assertThat(listed)
                        // Where sessions are also found by their names, one that took another's place is shown with it.
                        .hasSizeLessThanOrEqualTo(kind == IndexKind.SORTED_SET ? 2 * CAP : scene.cap())
                        .allMatch(session -> session.user().equals(scene.user)));
    }
}
