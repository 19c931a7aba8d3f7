package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Pair;
import dev.yorozu.token.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Ends against refreshes and sign-ins of real threads: whatever is left is whole, and nothing that ended is left. */
@OnEveryStore(heldClock = true, costly = true)
final class EndRacesTest extends TokenSuite {
    /** Refreshes as often as it can, at most so many times. */
    private static Optional<Pair> chain(TokenFixture scene, String token, int times) {
        Optional<Pair> last = Optional.empty();
        String current = token;
        for (int i = 0; i < times; i++) {
            Optional<Pair> next = pair(scene.rotate(current));
            if (next.isEmpty()) {
                return last;
            }
            last = next;
            current = next.get().refreshToken();
        }
        return last;
    }

    private static List<Callable<Object>> chains(TokenFixture scene, List<Pair> pairs, int count) {
        List<Callable<Object>> actions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Pair pair = pairs.get(i % pairs.size());
            actions.add(() -> chain(scene, pair.refreshToken(), 3));
        }
        return actions;
    }

    @InBothStorages
    void endingAllDuringRotationsLeavesNothing(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage).issued(3);
            List<Pair> before = List.copyOf(scene.pairs());
            List<Callable<Object>> actions = chains(scene, before.subList(0, 1), threads() / 2);
            actions.addAll(chains(scene, before, threads() / 2 - 1));
            actions.add(round % actions.size(), () -> scene.tokens().endAll(scene.user()));
            Race.run(actions);
            scene.assertNothingLives();
            before.forEach(
                    pair -> assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty());
            scene.assertNothingLives();
        }
    }

    @InBothStorages
    void endingAllDuringSignInsLeavesWholeLoginsOrNone(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage, policy(GRACE, 40)).issued(2);
            List<Pair> before = List.copyOf(scene.pairs());
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 2; i < threads(); i++) {
                actions.add(() -> scene.issue());
            }
            actions.add(1, () -> scene.tokens().endAll(scene.user()));
            actions.add(() -> scene.tokens().endAll(scene.user()));
            Race.run(actions);
            before.forEach(scene::assertDead);
            scene.assertWhole();
            for (Pair pair : scene.pairs()) {
                assertThat(scene.refreshLives(pair.refreshToken())).isEqualTo(scene.accessLives(pair.access()));
            }
        }
    }

    @InBothStorages
    void endingTheOthersLeavesTheCurrentLoginAlone(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage).issued(4);
            List<Pair> others = List.copyOf(scene.pairs().subList(1, 4));
            List<Callable<Object>> actions = chains(scene, others, threads() / 2);
            for (int i = threads() / 2; i < threads() - 2; i++) {
                actions.add(i % actions.size(), () -> scene.rotate(scene.firstToken()));
            }
            actions.add(1, () -> scene.tokens().endAllBut(scene.user(), scene.firstFamily()));
            actions.add(() -> scene.tokens().endAllBut(scene.user(), scene.firstFamily()));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes).noneMatch(Rotation.Reused.class::isInstance);
            Pair current = pair(scene.rotate(scene.firstToken())).orElseThrow();
            scene.assertLives(current);
            assertThat(scene.pairs().stream()
                            .filter(pair -> !pair.login().family().equals(scene.firstFamily())))
                    .allSatisfy(scene::assertDead);
            assertThat(scene.tokens().list(scene.user())).hasSize(1);
            scene.assertWhole();
        }
    }

    @InBothStorages
    void aLoginThatEndsDuringRotationsStaysEnded(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage).issued(2);
            List<Callable<Object>> actions = chains(scene, List.of(scene.first()), threads() - 1);
            actions.add(round % actions.size(), () -> scene.tokens().end(scene.firstToken(), scene.user()));
            Race.run(actions);
            scene.pairs().stream()
                    .filter(pair -> pair.login().family().equals(scene.firstFamily()))
                    .forEach(scene::assertDead);
            scene.assertLives(scene.pairs().get(1));
            scene.assertWhole();
        }
    }

    @InBothStorages
    void manyWhoEndOneLoginEndItOnce(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            TokenFixture scene = scene(storage).issued(2);
            List<Boolean> ended = Race.run(
                    threads(),
                    () -> scene.tokens().end(scene.firstToken(), scene.user()).isPresent());
            assertThat(ended.stream().filter(done -> done)).hasSize(1);
            scene.assertDead(scene.first());
            scene.assertLives(scene.pairs().get(1));
            scene.assertWhole();
        }
    }

    @InBothStorages
    void invalidatingDuringARotationLeavesThePairWholeOrNone(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage).issued(2);
            clock().advance(SECOND);
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 1; i < threads(); i++) {
                actions.add(() -> scene.rotate(scene.firstToken()));
            }
            actions.add(round % actions.size(), () -> scene.tokens().invalidateBefore(scene.user(), clock().instant()));
            Race.run(actions);
            scene.assertDead(scene.pairs().get(1));
            for (Pair pair : scene.pairs()) {
                assertThat(scene.refreshLives(pair.refreshToken())).isEqualTo(scene.accessLives(pair.access()));
            }
            scene.assertWhole();
        }
    }
}
