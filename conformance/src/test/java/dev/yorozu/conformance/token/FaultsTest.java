package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.token.Issued;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything that writes, killed or cut off at each of its calls to the store. Nothing that was acknowledged is lost, what is
 * left lets nobody in who should not be, and the next request repairs or ignores it.
 */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends TokenSuite {
    /** More calls than anything here makes. */
    private static final int MOST_CALLS = 60;

    /** What a test does through the store that fails. */
    private interface Act {
        void through(Store through, LineageFixture scene);
    }

    /** What a test sees through the store that works. */
    private interface Aftermath {
        void check(LineageFixture scene, boolean failed);
    }

    /** Cuts the act off in a scene of its own, at each call and in each way. */
    private void everywhere(Storage storage, Supplier<LineageFixture> prepare, Act act, Aftermath aftermath) {
        FaultyStore counting = FaultyStore.counting(store());
        LineageFixture measured = prepare.get();
        act.through(counting, measured);
        measured.assertWhole();
        assertThat(counting.calls()).isBetween(1, MOST_CALLS);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= counting.calls(); call++) {
                if (inTurn(storage, fault.ordinal() + call)) {
                    LineageFixture scene = prepare.get();
                    boolean failed = fails(act, scene, FaultyStore.failing(store(), fault, call));
                    assertNothingReturns(scene);
                    aftermath.check(scene, failed);
                }
            }
        }
    }

    /** Cleaning up may fail in silence; whatever else fails is reported. */
    private static boolean fails(Act act, LineageFixture scene, FaultyStore faulty) {
        try {
            act.through(faulty, scene);
            return false;
        } catch (StoreException expected) {
            return true;
        }
    }

    /** What is dead after the fault is dead after further writes too, and these leave every login whole. */
    private static void assertNothingReturns(LineageFixture scene) {
        List<Issued> deadRefresh =
                scene.pairs().stream().filter(pair -> !scene.current(pair)).toList();
        List<Issued> deadAccess =
                scene.pairs().stream().filter(pair -> !scene.accessLives(pair)).toList();
        scene.assertWhole();
        scene.writeOn();
        scene.assertWhole();
        assertThat(deadRefresh).noneMatch(scene::current);
        assertThat(deadAccess).noneMatch(scene::accessLives);
    }

    @OfEveryLineage
    void aSignInThatIsCutOffLeavesAWholeLoginOrNone(LineageKind kind, Storage storage) {
        for (int before : List.of(0, 1, CAP)) {
            everywhere(
                    storage,
                    () -> scene(kind, storage).issued(before),
                    (through, scene) -> {
                        clock().advance(SECOND);
                        scene.issue(through);
                    },
                    (scene, failed) -> {
                        scene.pairs().stream().skip(before == CAP ? 1 : 0).forEach(scene::assertLives);
                        clock().advance(SECOND);
                        scene.assertLives(scene.issue());
                        scene.assertWhole();
                        assertThat(scene.endAll()).isBetween(1, CAP);
                        scene.assertNothingLives();
                    });
        }
    }

    @OfEveryLineage
    void aRotationThatIsCutOffCanBeTriedAgain(LineageKind kind, Storage storage) {
        everywhere(
                storage,
                () -> scene(kind, storage).issued(2),
                (through, scene) -> scene.rotate(through, scene.firstToken()),
                (scene, failed) -> {
                    Issued next = pair(scene.rotate(scene.first())).orElseThrow();
                    assertThat(scene.line(next).map(Issued::refreshToken).distinct())
                            .as("nobody got another pair")
                            .hasSize(2);
                    scene.assertLives(next);
                    assertRepeats(scene.rotate(scene.first()), next);
                    scene.assertLives(scene.pair(1));
                    scene.assertWhole();
                    clock().advance(GRACE);
                    Issued third = rotated(scene.rotate(next));
                    scene.assertLives(third);
                    scene.assertRefused(scene.first());
                    scene.assertReuseEnded(scene.first());
                    scene.assertWhole();
                });
    }

    @OfEveryLineage
    void aRotationThatIsCutOffWithoutAGraceHasOneLineageOrNone(LineageKind kind, Storage storage) {
        everywhere(
                storage,
                () -> scene(kind, storage, Duration.ZERO, CAP).issued(2),
                (through, scene) -> scene.rotate(through, scene.firstToken()),
                (scene, failed) -> {
                    Optional<Issued> next = pair(scene.rotate(scene.first()));
                    next.ifPresent(scene::assertLives);
                    if (next.isEmpty()) {
                        scene.assertReuseEnded(scene.first());
                    }
                    scene.assertWhole();
                });
    }

    @OfEveryLineage
    void reuseThatIsCutOffIsFinishedByTheNext(LineageKind kind, Storage storage) {
        for (Duration grace : List.of(Duration.ZERO, GRACE)) {
            everywhere(
                    storage,
                    () -> {
                        LineageFixture scene = scene(kind, storage, grace, CAP).issued(3);
                        rotated(scene.rotate(scene.first()));
                        clock().advance(grace);
                        return scene;
                    },
                    (through, scene) -> scene.rotate(through, scene.firstToken()),
                    (scene, failed) -> {
                        scene.assertRefused(scene.first());
                        scene.assertReuseEnded(scene.first());
                        scene.assertWhole();
                    });
        }
    }

    @OfEveryLineage
    void anEndThatIsCutOffIsAnEndOrNone(LineageKind kind, Storage storage) {
        for (int i = 0; i < scene(kind, storage).ends().size() - 1; i++) {
            int number = i;
            everywhere(
                    storage,
                    () -> scene(kind, storage).issued(2),
                    (through, scene) -> scene.ends().get(number).end(through, scene.first()),
                    (scene, failed) -> {
                        boolean alive = scene.refreshLives(scene.firstToken());
                        assertThat(scene.accessLives(scene.first())).isEqualTo(alive);
                        assertThat(alive && !failed).isFalse();
                        assertThat(scene.end(store(), scene.first())).isEqualTo(alive);
                        scene.pairs().stream()
                                .filter(pair -> scene.endTogether(scene.first(), pair))
                                .forEach(scene::assertDead);
                        assertThat(kind == LineageKind.FAMILY || scene.accessLives(scene.pair(1)))
                                .isTrue();
                        scene.assertWhole();
                    });
        }
    }

    @OfEveryLineage
    void endingAllThatIsCutOffIsFinishedByTheNext(LineageKind kind, Storage storage) {
        everywhere(
                storage,
                () -> scene(kind, storage).issued(3),
                (through, scene) -> scene.endAll(through),
                (scene, failed) -> {
                    long left = scene.pairs().subList(0, 3).stream()
                            .filter(scene::accessLives)
                            .count();
                    // A ledger ends all in one step.
                    assertThat(left).isIn(kind == SESSION ? List.of(0L, 1L, 2L, 3L) : List.of(0L, 3L));
                    assertThat(!failed && left > 0).isFalse();
                    scene.endAll();
                    scene.assertNothingLives();
                });
    }

    @OfEveryLineage({LEDGER, SESSION})
    void endingTheOthersThatIsCutOffKeepsTheCurrentOne(LineageKind kind, Storage storage) {
        everywhere(
                storage,
                () -> scene(kind, storage).issued(3),
                (through, scene) -> scene.endAllBut(through, scene.first()),
                (scene, failed) -> {
                    scene.assertLives(scene.first());
                    assertThat(scene.accessLives(scene.pair(1)) == scene.accessLives(scene.pair(2)))
                            .isIn(true, kind == LEDGER);
                    scene.endAllBut(store(), scene.first());
                    scene.assertLives(scene.first());
                    scene.assertDead(scene.pair(1));
                    scene.assertDead(scene.pair(2));
                    scene.assertWhole();
                });
    }

    @OfEveryLineage
    void whatComesTooLateAndIsCutOffBringsNobodyBack(LineageKind kind, Storage storage) {
        List<Act> acts = List.of(
                (through, scene) -> scene.rotate(through, scene.firstToken()),
                (through, scene) -> scene.rotate(through, scene.token(1)),
                (through, scene) -> scene.end(through, scene.first()),
                (through, scene) -> scene.endAll(through));
        for (Act act : acts) {
            everywhere(
                    storage,
                    () -> {
                        LineageFixture scene = scene(kind, storage).issued(1);
                        rotated(scene.rotate(scene.first()));
                        scene.endAll();
                        return scene;
                    },
                    act,
                    (scene, failed) -> scene.pairs().subList(0, 2).forEach(scene::assertDead));
        }
    }

    @OfEveryLineage
    void aCheckThatIsCutOffEndsNobodyAndLetsNobodyBackIn(LineageKind kind, Storage storage) {
        everywhere(
                storage,
                () -> {
                    LineageFixture scene = scene(kind, storage).issued(2);
                    clock().advance(MINUTE);
                    scene.end(store(), scene.first());
                    return scene;
                },
                (through, scene) -> {
                    scene.accessTokens(through).check(scene.pair(1).accessToken());
                    scene.accessTokens(through).check(scene.first().accessToken());
                },
                (scene, failed) -> {
                    scene.assertDead(scene.first());
                    assertThat(scene.accessLives(scene.pair(1))).isEqualTo(kind != LineageKind.FAMILY);
                    scene.assertWhole();
                });
    }

    @InBothStorages
    void invalidatingThatIsCutOffIsFinishedByTheNext(Storage storage) {
        everywhere(
                storage,
                () -> scene(storage).issued(2),
                (through, scene) -> {
                    clock().advance(SECOND);
                    ((LedgerFixture) scene).tokens(through).invalidateBefore(scene.user(), clock().instant());
                },
                (scene, failed) -> {
                    ((LedgerFixture) scene).tokens().invalidateBefore(scene.user(), clock().instant());
                    scene.assertNothingLives();
                });
    }

    @InBothStorages
    void aListingThatIsCutOffAfterTheEndBringsNobodyBack(Storage storage) {
        everywhere(
                storage,
                () -> {
                    LedgerFixture scene = scene(storage).issued(1);
                    rotated(scene.rotate(scene.first()));
                    scene.endAll();
                    return scene;
                },
                (through, scene) -> ((LedgerFixture) scene).tokens(through).list(scene.user()),
                (scene, failed) -> scene.assertNothingLives());
    }

    @InBothStorages
    void aRevokedTokenWhoseRotationIsCutOffStaysRevoked(Storage storage) {
        everywhere(
                storage,
                () -> {
                    SessionFixture stage = stage(storage).issued(2);
                    String id = stage.refreshJwt(stage.first()).id();
                    stage.byHand(batch -> batch.put(UserKeys.REVOKED_REFRESH.key(id), "true", Expiry.after(MINUTE)));
                    return stage;
                },
                (through, scene) -> scene.rotate(through, scene.firstToken()),
                (scene, failed) -> {
                    assertThat(scene.rotate(scene.first())).isEqualTo(REVOKED);
                    scene.assertDead(scene.first());
                    scene.assertLives(scene.pair(1));
                    scene.assertWhole();
                });
    }
}
