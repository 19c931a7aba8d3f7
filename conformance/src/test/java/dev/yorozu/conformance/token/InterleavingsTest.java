package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Races without chance: everything that takes more than one call to the store, with everything else happening between any
 * two of its calls. When both are done, every login is whole, and nothing that the other ended lives.
 */
@OnEveryStore(heldClock = true, costly = true)
final class InterleavingsTest extends TokenSuite {
    /**
     * What another server, or an operator, does meanwhile to a user with three logins.
     *
     * @param ends which of the three are dead in the end, whatever the act was
     */
    private record Other(String name, BiPredicate<LineageFixture, Issued> ends, Consumer<LineageFixture> action) {}

    private static final BiPredicate<LineageFixture, Issued> NOBODY = (scene, pair) -> false;
    private static final BiPredicate<LineageFixture, Issued> ALL = (scene, pair) -> true;

    private static List<Other> others(LineageFixture scene) {
        List<Other> others = new ArrayList<>();
        for (int i = 0; i < scene.ends().size() - 1; i++) {
            int number = i;
            for (int victim : List.of(0, 1)) {
                others.add(new Other(
                        "ends login " + victim + " by way " + i,
                        (busy, pair) -> busy.endTogether(busy.pair(victim), pair),
                        busy -> busy.ends().get(number).end(busy.store(), busy.pair(victim))));
            }
        }
        others.add(new Other("ends all", ALL, busy -> busy.endAll()));
        others.add(new Other("rotates the first", NOBODY, busy -> busy.rotate(busy.first())));
        others.add(new Other("rotates the second", NOBODY, busy -> busy.rotate(busy.pair(1))));
        others.add(new Other("signs in", NOBODY, LineageFixture::issue));
        others.add(new Other("lets the first in", NOBODY, busy -> busy.accessLives(busy.first())));
        if (!(scene instanceof FamilyFixture)) {
            for (int kept : List.of(0, 1)) {
                others.add(new Other(
                        "keeps login " + kept,
                        (busy, pair) -> !busy.endTogether(busy.pair(kept), pair),
                        busy -> busy.endAllBut(busy.store(), busy.pair(kept))));
            }
            others.add(new Other("signs in often", ALL, busy -> busy.issued(CAP)));
        }
        if (!(scene instanceof SessionFixture)) {
            // The session's record would take the late token for a thief's.
            others.add(new Other("goes on with the first", NOBODY, InterleavingsTest::goOn));
        }
        if (scene instanceof LedgerFixture) {
            others.add(new Other(
                    "removes the second by hand",
                    (busy, pair) -> busy.endTogether(busy.pair(1), pair),
                    busy -> removeTheSecond((LedgerFixture) busy)));
            others.add(new Other("deletes the set by hand", ALL, busy -> deleteTheSet((LedgerFixture) busy)));
        }
        return others;
    }

    /** The client of the first login refreshes twice in a row, as far as it can, with the newest token that it has. */
    private static void goOn(LineageFixture scene) {
        for (int i = 0; i < 2; i++) {
            scene.line(scene.first())
                    .map(Issued::refreshToken)
                    .filter(scene::refreshLives)
                    .findFirst()
                    .ifPresent(scene::rotate);
        }
    }

    private static void removeTheSecond(LedgerFixture scene) {
        Issued second = scene.pair(1);
        scene.byHand(batch -> batch.setRemove(scene.tokenSet(), Bytes.of(scene.member(second.refreshToken())))
                .setRemove(scene.accessSet(), Bytes.of(access(second).id())));
    }

    private static void deleteTheSet(LedgerFixture scene) {
        scene.byHand(batch -> batch.delete(scene.tokenSet()).delete(scene.accessSet()));
    }

    /** What must hold in the end, whatever happened between. */
    private interface Outcome<T> {
        void check(LineageFixture scene, T result, Other other);
    }

    /** Acts in a prepared scene, with each of the others at each call; then every login must be whole. */
    private <T> void amongOthers(
            LineageKind kind,
            Storage storage,
            Consumer<LineageFixture> prepare,
            BiFunction<Store, LineageFixture, T> act,
            Outcome<T> outcome) {
        int calls = calls(kind, storage, prepare, act);
        int number = 0;
        for (int call = 1; call <= calls; call++) {
            for (Other other : others(scene(kind, storage))) {
                if (inTurn(storage, number++)) {
                    LineageFixture scene = prepared(kind, storage, prepare);
                    List<Issued> before = List.copyOf(scene.pairs().subList(0, 3));
                    FaultyStore store = FaultyStore.meanwhile(
                            store(), call, () -> other.action().accept(scene));
                    T result = act.apply(store, scene);
                    assertEnded(scene, before, other, call);
                    outcome.check(scene, result, other);
                }
            }
        }
    }

    private LineageFixture prepared(LineageKind kind, Storage storage, Consumer<LineageFixture> prepare) {
        LineageFixture scene = scene(kind, storage).issued(3);
        prepare.accept(scene);
        return scene;
    }

    private <T> int calls(
            LineageKind kind,
            Storage storage,
            Consumer<LineageFixture> prepare,
            BiFunction<Store, LineageFixture, T> act) {
        FaultyStore counting = FaultyStore.counting(store());
        LineageFixture scene = prepared(kind, storage, prepare);
        assertThat(act.apply(counting, scene)).isNotNull();
        scene.assertWhole();
        assertThat(counting.calls()).isBetween(1, 60);
        return counting.calls();
    }

    private static void assertEnded(LineageFixture scene, List<Issued> before, Other other, int call) {
        String when = other.name() + " at call " + call;
        List<Issued> ended = before.stream()
                .filter(pair -> other.ends().test(scene, pair))
                .flatMap(scene::line)
                .toList();
        assertThat(ended).as(when).noneMatch(scene::current).noneMatch(scene::accessLives);
        scene.assertWhole();
    }

    /** A token that is presented late ends no login of a client that has just gone on. */
    private static void assertOwnLives(LineageFixture scene, Rotation rotation, Other other) {
        if (!other.ends().test(scene, scene.first())) {
            assertThat(rotation).as(other.name()).isNotInstanceOf(Rotation.Reused.class);
            assertThat(scene.line(scene.first()).filter(scene::current))
                    .as(other.name())
                    .isNotEmpty();
        }
    }

    @OfEveryLineage
    void aRotationAmongOthersIsWholeOrNone(LineageKind kind, Storage storage) {
        amongOthers(
                kind,
                storage,
                scene -> {},
                (through, scene) -> scene.rotate(through, scene.firstToken()),
                InterleavingsTest::assertOwnLives);
    }

    @OfEveryLineage
    void aRetryAmongOthersRepeatsOnlyWhatLives(LineageKind kind, Storage storage) {
        amongOthers(
                kind,
                storage,
                scene -> scene.rotate(scene.first()),
                (through, scene) -> scene.rotate(through, scene.firstToken()),
                InterleavingsTest::assertOwnLives);
    }

    @OfEveryLineage
    void aRotationThatAnotherOvertakesGivesTheSamePair(LineageKind kind, Storage storage) {
        for (int call = 1; call <= 3; call++) {
            LineageFixture scene = scene(kind, storage).issued(1);
            Store busy = FaultyStore.meanwhile(store(), call, () -> rotated(scene.rotate(scene.first())));
            Rotation again = scene.rotate(busy, scene.firstToken());
            assertRepeats(again, scene.pair(1));
            scene.assertLives(repeated(again));
            scene.assertNothingPrepared();
        }
    }

    @OfEveryLineage
    void reuseDuringARotationEndsWhatCameOfIt(LineageKind kind, Storage storage) {
        for (int call = 1; call <= 6; call++) {
            LineageFixture scene = scene(kind, storage).issued(2);
            Issued next = rotated(scene.rotate(scene.first()));
            clock().advance(GRACE);
            Store busy = FaultyStore.meanwhile(
                    store(), call, () -> assertThat(scene.rotate(scene.first())).isInstanceOf(Rotation.Reused.class));
            scene.rotate(busy, next.refreshToken());
            assertThat(scene.rotate(scene.first())).isNotInstanceOf(Rotation.Rotated.class);
            scene.assertReuseEnded(scene.first());
            scene.assertWhole();
        }
    }

    @OfEveryLineage
    void aSignInAmongOthersIsWholeOrNone(LineageKind kind, Storage storage) {
        for (int more : List.of(0, 2)) {
            amongOthers(
                    kind,
                    storage,
                    scene -> scene.issued(more),
                    (through, scene) -> scene.issue(through),
                    (scene, pair, other) -> assertThat(scene.current(pair)).isEqualTo(scene.accessLives(pair)));
        }
    }

    @OfEveryLineage
    void anEndAmongOthersEndsThatLogin(LineageKind kind, Storage storage) {
        for (int i = 0; i < scene(kind, storage).ends().size() - 1; i++) {
            int number = i;
            amongOthers(
                    kind,
                    storage,
                    scene -> {},
                    (through, scene) -> {
                        scene.ends().get(number).end(through, scene.first());
                        return true;
                    },
                    (scene, ended, other) -> scene.line(scene.first()).forEach(scene::assertDead));
        }
    }

    @OfEveryLineage
    void endingAllAmongOthersEndsAllThatWasThere(LineageKind kind, Storage storage) {
        amongOthers(kind, storage, scene -> {}, (through, scene) -> scene.endAll(through), (scene, ended, other) -> {
            scene.pairs().subList(0, 3).stream().flatMap(scene::line).forEach(scene::assertDead);
        });
    }

    @OfEveryLineage({LEDGER, SESSION})
    void endingTheOthersAmongOthersKeepsTheCurrentOne(LineageKind kind, Storage storage) {
        amongOthers(
                kind,
                storage,
                scene -> {},
                (through, scene) -> scene.endAllBut(through, scene.first()),
                (scene, ended, other) -> {
                    scene.pairs().subList(1, 3).stream().flatMap(scene::line).forEach(scene::assertDead);
                    if (!other.ends().test(scene, scene.first())) {
                        assertThat(scene.line(scene.first()).filter(scene::current))
                                .hasSize(1);
                    }
                });
    }

    @OfEveryLineage
    void aCheckAmongOthersBringsNobodyBack(LineageKind kind, Storage storage) {
        amongOthers(
                kind,
                storage,
                scene -> clock().advance(MINUTE),
                (through, scene) ->
                        scene.accessTokens(through).check(scene.first().accessToken()),
                (scene, check, other) -> {});
    }

    @InBothStorages
    void invalidatingAmongOthersEndsWhatWasThere(Storage storage) {
        amongOthers(
                LEDGER,
                storage,
                scene -> clock().advance(SECOND),
                (through, scene) ->
                        ((LedgerFixture) scene).tokens(through).invalidateBefore(scene.user(), clock().instant()),
                (scene, ended, other) -> scene.assertDead(scene.pair(2)));
    }

    @InBothStorages
    void listingAmongOthersLosesNobody(Storage storage) {
        amongOthers(
                LEDGER,
                storage,
                scene -> {},
                (through, scene) -> ((LedgerFixture) scene).tokens(through).list(scene.user()),
                (scene, list, other) -> {
                    if (scene.pairs().subList(0, 3).stream()
                            .noneMatch(pair -> other.ends().test(scene, pair))) {
                        assertThat(((LedgerFixture) scene).tokens().list(scene.user()))
                                .hasSizeGreaterThanOrEqualTo(3);
                    }
                });
    }

    @InBothStorages
    void aRecordOlderThanTheRevocationEndsNothing(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        Store torn = BusyStore.answering(store(), () -> rotated(stage.rotate(stage.first())));
        Rotation again = stage.rotate(torn, stage.firstToken());
        assertRepeats(again, stage.pair(1));
        stage.assertLives(repeated(again));
        stage.assertWhole();
    }

    @InBothStorages
    void aTouchDuringARotationIsNoObstacle(Storage storage) {
        SessionFixture stage = stage(storage).issued(1);
        clock().advance(MINUTE);
        Store busy = FaultyStore.meanwhile(store(), 3, () -> stage.assertLives(stage.first()));
        Issued next = rotated(stage.rotate(busy, stage.firstToken()));
        stage.assertLives(next);
        assertThat(stage.record(next).number("version")).hasValue(2);
    }

    @InBothStorages
    void aPlaceThatAnotherTookIsNotTakenTwice(Storage storage) {
        for (int call = 1; call <= 4; call++) {
            SessionFixture stage = stage(storage).issued(CAP);
            clock().advance(SECOND);
            Store busy = FaultyStore.meanwhile(store(), call, () -> {
                stage.end(store(), stage.first());
                stage.issue();
            });
            stage.issue(busy);
            assertThat(stage.listed()).isEqualTo(CAP);
            assertThat(stage.pairs().stream().filter(stage::accessLives)).hasSize(CAP);
            stage.assertWhole();
        }
    }
}
