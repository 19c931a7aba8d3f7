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
import java.util.concurrent.atomic.AtomicInteger;

/** Refreshes and sign-ins of real threads, let loose together: one winner, one lineage, never more than the cap. */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends TokenSuite {
    @InBothStorages
    void ofManyRotationsOfOneTokenOneWinsAndAllHoldTheSamePair(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage).issued(2);
            List<Rotation> outcomes = Race.run(threads(), () -> scene.rotate(scene.firstToken()));
            assertThat(outcomes.stream().filter(Rotation.Rotated.class::isInstance))
                    .hasSize(1);
            List<Pair> pairs = outcomes.stream()
                    .map(TokenSuite::pair)
                    .flatMap(Optional::stream)
                    .toList();
            assertThat(pairs).hasSize(threads());
            assertThat(pairs.stream().map(Pair::refreshToken).distinct()).hasSize(1);
            assertThat(pairs.stream().map(Pair::access).distinct()).hasSize(1);
            scene.assertLives(pairs.getFirst());
            assertThat(scene.refreshLives(scene.firstToken())).isFalse();
            assertThat(scene.tokens().list(scene.user())).hasSize(2);
            scene.assertWhole();
        }
    }

    @InBothStorages
    void withoutAGraceASecondUseEndsTheLogin(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage, GRACELESS).issued(2);
            List<Rotation> outcomes = Race.run(threads(), () -> scene.rotate(scene.firstToken()));
            assertThat(outcomes.stream().map(TokenSuite::pair).flatMap(Optional::stream))
                    .hasSize(1);
            outcomes.stream().map(TokenSuite::pair).flatMap(Optional::stream).forEach(scene::assertDead);
            scene.assertDead(scene.first());
            scene.assertLives(scene.pairs().get(1));
            scene.assertWhole();
        }
    }

    @InBothStorages
    void loginsOfOneUserThatRotateAtOnceAllSucceed(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            TokenFixture scene = scene(storage, policy(GRACE, threads())).issued(threads());
            List<Pair> before = List.copyOf(scene.pairs());
            List<Rotation> outcomes =
                    Race.of(threads(), number -> scene.rotate(before.get(number).refreshToken()));
            assertThat(outcomes).allMatch(Rotation.Rotated.class::isInstance);
            outcomes.forEach(outcome -> scene.assertLives(rotated(outcome)));
            scene.assertWhole();
        }
    }

    @InBothStorages
    void signInsAtOnceAllSucceed(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            TokenFixture scene = scene(storage, policy(GRACE, threads()));
            Race.run(threads(), () -> scene.issue());
            assertThat(scene.pairs()).hasSize(threads());
            scene.pairs().forEach(scene::assertLives);
            scene.assertWhole();
        }
    }

    @InBothStorages
    void signInsAtTheCapNeverPassIt(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            TokenFixture scene = scene(storage).issued(CAP);
            clock().advance(SECOND);
            AtomicInteger running = new AtomicInteger(threads());
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < threads(); i++) {
                actions.add(() -> counted(scene, running));
            }
            actions.add(() -> watch(scene, running));
            Race.run(actions);
            assertThat(scene.tokenMembers()).hasSize(CAP);
            assertThat(scene.tokens().list(scene.user())).hasSize(CAP);
            scene.assertWhole();
        }
    }

    private static Pair counted(TokenFixture scene, AtomicInteger running) {
        try {
            return scene.issue();
        } finally {
            running.decrementAndGet();
        }
    }

    /**
     * Counts the acknowledged logins that live, again and again. None returns from the dead, so all that are seen alive one
     * after the other were alive together when the list was copied.
     */
    private static int watch(TokenFixture scene, AtomicInteger running) {
        int looks = 0;
        boolean last;
        do {
            last = running.get() == 0;
            List<Pair> pairs = List.copyOf(scene.pairs());
            assertThat(scene.store().size(scene.tokenSet())).isLessThanOrEqualTo(CAP);
            assertThat(scene.store().size(scene.accessSet())).isLessThanOrEqualTo(CAP);
            assertThat(pairs.stream()
                            .filter(pair -> scene.refreshLives(pair.refreshToken()))
                            .count())
                    .isLessThanOrEqualTo(CAP);
            looks++;
        } while (!last);
        return looks;
    }

    @InBothStorages
    void lateRetriesEndNoLoginThatHasGoneOn(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage).issued(1);
            Pair second = rotated(scene.rotate(scene.firstToken()));
            List<Callable<Rotation>> actions = new ArrayList<>();
            for (int i = 0; i < threads(); i++) {
                String token = i % 2 == 0 ? scene.firstToken() : second.refreshToken();
                actions.add(() -> scene.rotate(token));
            }
            List<Rotation> outcomes = Race.run(actions);
            assertThat(outcomes).noneMatch(Rotation.Reused.class::isInstance);
            assertThat(outcomes.stream().filter(Rotation.Rotated.class::isInstance))
                    .hasSize(1);
            Pair current = repeated(scene.rotate(second.refreshToken()));
            scene.assertLives(current);
            scene.assertWhole();
        }
    }

    @InBothStorages
    void reuseWhileTheOwnerRefreshesEndsTheLogin(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            TokenFixture scene = scene(storage).issued(2);
            Pair current = rotated(scene.rotate(scene.firstToken()));
            clock().advance(GRACE);
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 1; i < threads(); i++) {
                actions.add(() -> scene.rotate(current.refreshToken()));
            }
            actions.add(1, () -> scene.rotate(scene.firstToken()));
            Race.run(actions);
            assertThat(scene.pairs().stream()
                            .filter(pair -> pair.login().family().equals(scene.firstFamily())))
                    .allSatisfy(scene::assertDead);
            scene.assertLives(scene.pairs().get(1));
            scene.assertWhole();
        }
    }
}
