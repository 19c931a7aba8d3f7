package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Refreshes, sign-ins and ends of real threads, let loose together: one winner, one lineage, never more than the cap, and
 * nothing is left that ended.
 */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends TokenSuite {
    private static final int SPENDERS = 32;

    private static List<Issued> given(List<Rotation> outcomes) {
        return outcomes.stream().map(TokenSuite::pair).flatMap(Optional::stream).toList();
    }

    /** 20 rounds with documented and with hardened storage in turn; in a long run 1,000 with each. */
    @OfEveryLineage
    void ofManyWhoSpendATokenOneWinsAndAllGetTheSamePair(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            LineageFixture scene = scene(kind, storage).issued(2);
            List<Rotation> outcomes = Race.run(SPENDERS, () -> scene.rotate(scene.first()));
            List<Rotation> won =
                    outcomes.stream().filter(Rotation.Rotated.class::isInstance).toList();
            assertThat(won).hasSize(1);
            Issued next = rotated(won.getFirst());
            assertThat(outcomes)
                    .filteredOn(Rotation.Repeated.class::isInstance)
                    .hasSize(SPENDERS - 1)
                    .allSatisfy(outcome -> assertRepeats(outcome, next));
            scene.assertLives(next);
            scene.assertSpent(scene.firstToken());
            scene.assertLives(scene.pair(1));
            scene.assertNothingPrepared();
            scene.assertWhole();
            clock().advance(GRACE);
            assertThat(scene.rotate(scene.first())).isInstanceOf(Rotation.Reused.class);
            scene.assertReuseEnded(scene.first());
        }
    }

    @OfEveryLineage
    void withoutAGraceOneWinsAndTheOthersEndTheLogin(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            LineageFixture scene = scene(kind, storage, Duration.ZERO, CAP).issued(2);
            List<Rotation> outcomes = Race.run(Math.max(8, threads()), () -> scene.rotate(scene.first()));
            assertThat(given(outcomes)).hasSize(1);
            assertThat(outcomes).anyMatch(Rotation.Reused.class::isInstance);
            scene.assertReuseEnded(scene.first());
            scene.assertWhole();
        }
    }

    @OfEveryLineage
    void loginsOfOneUserThatRotateAtOnceAllSucceed(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            LineageFixture scene = scene(kind, storage, GRACE, threads()).issued(threads());
            List<Issued> before = List.copyOf(scene.pairs());
            List<Rotation> outcomes = Race.of(threads(), number -> scene.rotate(before.get(number)));
            assertThat(outcomes).allMatch(Rotation.Rotated.class::isInstance);
            outcomes.forEach(outcome -> scene.assertLives(rotated(outcome)));
            scene.assertWhole();
        }
    }

    @OfEveryLineage
    void signInsAtOnceAllSucceed(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            LineageFixture scene = scene(kind, storage, GRACE, threads() + 1).issued(1);
            Race.run(threads(), () -> scene.issue());
            assertThat(scene.pairs()).hasSize(threads() + 1);
            scene.pairs().forEach(scene::assertLives);
            scene.assertWhole();
        }
    }

    @OfEveryLineage({LEDGER, SESSION})
    void signInsAtTheCapNeverPassIt(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LineageFixture scene = scene(kind, storage).issued(CAP);
            clock().advance(SECOND);
            int signIns = Math.max(12, threads());
            AtomicInteger running = new AtomicInteger(signIns);
            List<Callable<Object>> actions = new ArrayList<>();
            for (int i = 0; i < signIns; i++) {
                actions.add(() -> {
                    try {
                        return scene.issue();
                    } finally {
                        running.decrementAndGet();
                    }
                });
            }
            actions.add(() -> watch(scene, running));
            Race.run(actions);
            assertThat(scene.pairs()).hasSize(CAP + signIns);
            assertThat(scene.listed()).isEqualTo(CAP);
            assertThat(scene.pairs().stream().filter(scene::accessLives)).hasSize(CAP);
            scene.assertWhole();
        }
    }

    /**
     * Counts the acknowledged logins that live, again and again. None returns from the dead, so all that are seen alive one
     * after the other were alive together when the list was copied.
     */
    private static int watch(LineageFixture scene, AtomicInteger running) {
        int looks = 0;
        boolean last;
        do {
            last = running.get() == 0;
            List<Issued> pairs = List.copyOf(scene.pairs());
            assertThat(scene.listed()).isLessThanOrEqualTo(CAP);
            assertThat(pairs.stream().filter(scene::current)).hasSizeLessThanOrEqualTo(CAP);
            looks++;
        } while (!last);
        return looks;
    }

    /** Where a session knows its last token alone, one before that is theft at any time. */
    @OfEveryLineage({LEDGER, FAMILY})
    void lateRetriesEndNoLoginThatHasGoneOn(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LineageFixture scene = scene(kind, storage).issued(1);
            Issued second = rotated(scene.rotate(scene.first()));
            List<Issued> sent = List.of(scene.first(), second);
            List<Rotation> outcomes = Race.of(threads(), number -> scene.rotate(sent.get(number % 2)));
            assertThat(outcomes).noneMatch(Rotation.Reused.class::isInstance);
            assertThat(outcomes.stream().filter(Rotation.Rotated.class::isInstance))
                    .hasSize(1);
            scene.assertLives(repeated(scene.rotate(second)));
            scene.assertWhole();
        }
    }

    @OfEveryLineage
    void reuseWhileTheOwnerRefreshesEndsTheLogin(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            LineageFixture scene = scene(kind, storage).issued(3);
            Issued current = rotated(scene.rotate(scene.first()));
            clock().advance(GRACE);
            List<Callable<Object>> actions =
                    new ArrayList<>(Collections.nCopies(Math.max(8, threads()), () -> scene.rotate(current)));
            actions.add(2, () -> scene.rotate(scene.first()));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes.get(2)).isInstanceOf(Rotation.Reused.class);
            scene.assertReuseEnded(scene.first());
            scene.assertWhole();
        }
    }

    /** Refreshes as often as it can, at most three times. */
    private static boolean chain(LineageFixture scene, Issued pair) {
        Issued current = pair;
        for (int i = 0; i < 3; i++) {
            Optional<Issued> next = pair(scene.rotate(current));
            if (next.isEmpty()) {
                return false;
            }
            current = next.get();
        }
        return true;
    }

    /** Clients that refresh in turn, some with a token of the same login. */
    private static List<Callable<Object>> chains(LineageFixture scene, List<Issued> pairs, int count) {
        List<Callable<Object>> actions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Issued pair = pairs.get(i % pairs.size());
            // Several chains of one session would take each other for thieves.
            boolean alone = scene instanceof SessionFixture;
            actions.add(alone ? () -> scene.rotate(pair) : () -> chain(scene, pair));
        }
        return actions;
    }

    @OfEveryLineage
    void whateverEndsALoginDuringRotationsItStaysEnded(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(12); round++) {
            LineageFixture scene = scene(kind, storage).issued(3);
            Issued first = scene.first();
            boolean all = round % scene.ends().size() == scene.ends().size() - 1;
            LineageFixture.End end = scene.ends().get(round % scene.ends().size());
            int clients = Math.max(8, threads());
            List<Callable<Object>> actions = chains(scene, List.of(first), clients / 2);
            actions.addAll(chains(scene, all ? List.copyOf(scene.pairs()) : List.of(first), clients / 2));
            actions.add(round % actions.size(), () -> {
                end.end(store(), first);
                return true;
            });
            Race.run(actions);
            if (all) {
                scene.assertNothingLives();
            }
            scene.pairs().stream()
                    .filter(pair -> scene.endTogether(first, pair))
                    .forEach(scene::assertDead);
            assertThat(scene.accessLives(scene.pair(1))).isEqualTo(!all && kind != FAMILY);
            scene.assertWhole();
        }
    }

    /** Of one session the next one is begun by many at once in a suite of its own. */
    @OfEveryLineage({LEDGER, SESSION})
    void endingAllDuringSignInsLeavesWholeLoginsOrNone(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LineageFixture scene = scene(kind, storage, GRACE, 40).issued(3);
            List<Issued> before = List.copyOf(scene.pairs());
            List<Callable<Object>> actions = new ArrayList<>(Collections.nCopies(threads() - 2, () -> scene.issue()));
            actions.add(1, () -> scene.endAll());
            actions.add(() -> scene.endAll());
            Race.run(actions);
            before.forEach(scene::assertDead);
            scene.assertWhole();
            for (Issued pair : scene.pairs()) {
                assertThat(scene.current(pair)).isEqualTo(scene.accessLives(pair));
            }
        }
    }

    @OfEveryLineage({LEDGER, SESSION})
    void endingTheOthersLeavesTheCurrentLoginAlone(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LineageFixture scene = scene(kind, storage).issued(4);
            List<Issued> others = List.copyOf(scene.pairs().subList(1, 4));
            List<Callable<Object>> actions = chains(scene, others, threads() / 2);
            for (int i = threads() / 2; i < threads() - 2; i++) {
                actions.add(i % actions.size(), () -> scene.rotate(scene.first()));
            }
            actions.add(1, () -> scene.endAllBut(store(), scene.first()));
            actions.add(() -> scene.endAllBut(store(), scene.first()));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes).noneMatch(Rotation.Reused.class::isInstance);
            Issued current = pair(scene.rotate(scene.first())).orElseThrow();
            scene.assertLives(current);
            assertThat(scene.pairs().stream().filter(pair -> !scene.endTogether(current, pair)))
                    .allSatisfy(scene::assertDead);
            scene.assertWhole();
        }
    }

    @OfEveryLineage
    void manyWhoEndOneLoginEndItOnce(LineageKind kind, Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            LineageFixture scene = scene(kind, storage).issued(2);
            List<Boolean> ended = Race.run(threads(), () -> scene.end(store(), scene.first()));
            assertThat(ended.stream().filter(done -> done)).hasSize(1);
            scene.assertEndedWith(scene.first());
            scene.assertWhole();
        }
    }

    @InBothStorages
    void invalidatingDuringARotationLeavesThePairWholeOrNone(Storage storage) throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            LedgerFixture scene = scene(storage).issued(2);
            clock().advance(SECOND);
            List<Callable<Object>> actions =
                    new ArrayList<>(Collections.nCopies(threads() - 1, () -> scene.rotate(scene.first())));
            actions.add(round % actions.size(), () -> scene.invalidateBefore(clock().instant()));
            Race.run(actions);
            scene.assertDead(scene.pair(1));
            for (Issued pair : scene.pairs()) {
                assertThat(scene.current(pair)).isEqualTo(scene.accessLives(pair));
            }
            scene.assertWhole();
        }
    }
}
