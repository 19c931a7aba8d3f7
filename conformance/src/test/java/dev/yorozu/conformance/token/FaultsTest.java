package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.token.Login;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.RefreshTokens;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that writes, killed or cut off at each of its calls to the store. What is left lets nobody in who should not
 * be, and the next request repairs or ignores it.
 */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends TokenSuite {
    /** More calls than anything here makes. */
    private static final int MOST_CALLS = 60;

    /** What a test does through the store that fails. */
    private interface Act {
        void through(RefreshTokens tokens, TokenFixture scene);
    }

    /** What a test sees through the store that works. */
    private interface Aftermath {
        void check(TokenFixture scene, boolean failed);
    }

    /** Cuts the act off in a scene of so many logins, at each call and in each way. */
    private void everywhere(Storage storage, RefreshPolicy policy, int logins, Act act, Aftermath aftermath) {
        int calls = calls(storage, policy, logins, act);
        assertThat(calls).isBetween(1, MOST_CALLS);
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= calls; call++) {
                if (!inTurn(storage, fault.ordinal() + call)) {
                    continue;
                }
                TokenFixture scene = scene(storage, policy).issued(logins);
                boolean failed = fails(act, scene, FaultyStore.failing(store(), fault, call));
                assertNothingReturns(scene);
                aftermath.check(scene, failed);
            }
        }
    }

    /** Cleaning up may fail in silence; whatever else fails is reported. */
    private static boolean fails(Act act, TokenFixture scene, FaultyStore faulty) {
        try {
            act.through(scene.tokens(faulty), scene);
            return false;
        } catch (StoreException expected) {
            return true;
        }
    }

    private int calls(Storage storage, RefreshPolicy policy, int logins, Act act) {
        FaultyStore counting = FaultyStore.counting(store());
        TokenFixture scene = scene(storage, policy).issued(logins);
        act.through(scene.tokens(counting), scene);
        scene.assertWhole();
        return counting.calls();
    }

    /** What is dead after the fault is dead after further writes too, and these leave every login whole. */
    private void assertNothingReturns(TokenFixture scene) {
        List<Pair> deadRefresh = scene.pairs().stream()
                .filter(pair -> !scene.refreshLives(pair.refreshToken()))
                .toList();
        List<Pair> deadAccess = scene.pairs().stream()
                .filter(pair -> !scene.accessLives(pair.access()))
                .toList();
        scene.assertWhole();
        Pair other = scene.tokens(store(), policy(GRACE, 40)).issue(scene.user(), ATTRIBUTES);
        scene.tokens().end(other.refreshToken(), scene.user());
        scene.assertWhole();
        assertThat(deadRefresh).noneMatch(pair -> scene.refreshLives(pair.refreshToken()));
        assertThat(deadAccess).noneMatch(pair -> scene.accessLives(pair.access()));
    }

    private static Stream<Pair> of(TokenFixture scene, String family) {
        return scene.pairs().stream().filter(pair -> pair.login().family().equals(family));
    }

    @InBothStorages
    void aSignInThatIsCutOffLeavesAWholeLoginOrNone(Storage storage) {
        for (int logins : List.of(0, CAP)) {
            everywhere(storage, POLICY, logins, (tokens, scene) -> scene.issue(tokens), (scene, failed) -> {
                assertThat(scene.tokens().list(scene.user()).size()).isBetween(logins - 1, CAP);
                Pair next = scene.issue();
                scene.assertLives(next);
                scene.assertWhole();
                assertThat(scene.tokens().endAll(scene.user())).isBetween(1, CAP);
                scene.assertNothingLives();
            });
        }
    }

    @InBothStorages
    void aRotationThatIsCutOffCanBeTriedAgain(Storage storage) {
        everywhere(storage, POLICY, 2, (tokens, scene) -> scene.rotate(tokens, scene.firstToken()), (scene, failed) -> {
            Pair pair = pair(scene.rotate(scene.firstToken())).orElseThrow();
            scene.assertLives(pair);
            assertThat(pair(scene.rotate(scene.firstToken()))).hasValue(pair);
            assertThat(scene.tokens().list(scene.user())).hasSize(2);
            scene.assertWhole();
            clock().advance(GRACE);
            assertThat(pair(scene.rotate(scene.firstToken()))).isEmpty();
            scene.assertDead(pair);
            scene.assertWhole();
        });
    }

    @InBothStorages
    void aRotationThatIsCutOffWithoutAGraceHasOneLineageOrNone(Storage storage) {
        everywhere(
                storage, GRACELESS, 2, (tokens, scene) -> scene.rotate(tokens, scene.firstToken()), (scene, failed) -> {
                    Optional<Pair> pair = pair(scene.rotate(scene.firstToken()));
                    pair.ifPresent(scene::assertLives);
                    assertThat(scene.tokens().list(scene.user())).hasSize(pair.isPresent() ? 2 : 1);
                    scene.assertWhole();
                });
    }

    @InBothStorages
    void reuseThatIsCutOffIsFinishedByTheNext(Storage storage) {
        everywhere(
                storage,
                GRACELESS,
                2,
                (tokens, scene) -> {
                    scene.rotate(scene.firstToken());
                    scene.rotate(tokens, scene.firstToken());
                },
                (scene, failed) -> {
                    assertThat(pair(scene.rotate(scene.firstToken()))).isEmpty();
                    of(scene, scene.firstFamily()).forEach(scene::assertDead);
                    assertThat(scene.tokens().list(scene.user())).hasSize(1);
                    scene.assertWhole();
                });
    }

    @InBothStorages
    void anEndThatIsCutOffIsAnEndOrNone(Storage storage) {
        everywhere(
                storage,
                POLICY,
                2,
                (tokens, scene) -> tokens.end(scene.firstToken(), scene.user()),
                (scene, failed) -> {
                    boolean alive = scene.refreshLives(scene.firstToken());
                    assertThat(scene.accessLives(scene.first().access())).isEqualTo(alive);
                    assertThat(alive && !failed).isFalse();
                    assertThat(scene.tokens()
                                    .end(scene.firstToken(), scene.user())
                                    .isPresent())
                            .isEqualTo(alive);
                    scene.assertDead(scene.first());
                    scene.assertLives(scene.pairs().get(1));
                    scene.assertWhole();
                });
    }

    @InBothStorages
    void endingAllThatIsCutOffEndsAllOrNone(Storage storage) {
        everywhere(storage, POLICY, 3, (tokens, scene) -> tokens.endAll(scene.user()), (scene, failed) -> {
            List<Login> left = scene.tokens().list(scene.user());
            assertThat(left.size()).isIn(0, 3);
            assertThat(!failed && !left.isEmpty()).isFalse();
            scene.tokens().endAll(scene.user());
            scene.assertNothingLives();
        });
    }

    @InBothStorages
    void endingTheOthersThatIsCutOffKeepsTheCurrentOne(Storage storage) {
        everywhere(
                storage,
                POLICY,
                3,
                (tokens, scene) -> tokens.endAllBut(scene.user(), scene.firstFamily()),
                (scene, failed) -> {
                    assertThat(scene.tokens().list(scene.user()).size()).isIn(1, 3);
                    scene.assertLives(scene.first());
                    scene.tokens().endAllBut(scene.user(), scene.firstFamily());
                    scene.assertLives(scene.first());
                    scene.assertDead(scene.pairs().get(1));
                    scene.assertDead(scene.pairs().get(2));
                    scene.assertWhole();
                });
    }

    @InBothStorages
    void invalidatingThatIsCutOffIsFinishedByTheNext(Storage storage) {
        everywhere(
                storage,
                POLICY,
                2,
                (tokens, scene) -> {
                    clock().advance(SECOND);
                    tokens.invalidateBefore(scene.user(), clock().instant());
                },
                (scene, failed) -> {
                    scene.tokens().invalidateBefore(scene.user(), clock().instant());
                    scene.pairs().forEach(scene::assertDead);
                    scene.assertWhole();
                });
    }

    @InBothStorages
    void whatComesTooLateAndIsCutOffBringsNobodyBack(Storage storage) {
        List<Act> acts = List.of(
                (tokens, scene) -> scene.rotate(tokens, scene.firstToken()),
                (tokens, scene) -> scene.rotate(tokens, scene.pairs().getLast().refreshToken()),
                (tokens, scene) -> tokens.end(scene.firstToken(), scene.user()),
                (tokens, scene) -> tokens.list(scene.user()));
        for (Act act : acts) {
            everywhere(
                    storage,
                    POLICY,
                    1,
                    (tokens, scene) -> {
                        scene.rotate(scene.firstToken());
                        scene.tokens().endAll(scene.user());
                        act.through(tokens, scene);
                    },
                    (scene, failed) -> scene.assertNothingLives());
        }
    }
}
