package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Refreshes, sign-ins and ends of real threads, let loose together: one winner, one lineage, never more than the cap, and
 * nothing is left that ended. In a long run each race has 32 threads, and a thousand rounds in all.
 */
@OnEveryStore(heldClock = true, costly = true)
final class RacesTest extends TokenSuite {
    private final int some = threads(6);
    private final int several = threads(8);

    /** One round of a race, which is told its number. */
    private interface Round {
        void play(int number) throws Exception;
    }

    /**
     * A thousand rounds in all: half of them in each storage. What earlier rounds left is removed now and then, because some
     * ends look for a user's sessions among all keys.
     */
    private void play(int few, Round round) throws Exception {
        for (int number = 0; number < Rounds.of(few, 500); number++) {
            if (number % 20 == 0) {
                startOver();
            }
            round.play(number);
        }
    }

    /** So many threads that do the same, and one among them that does something else. */
    private static List<Callable<Object>> among(int threads, Callable<Object> same, int place, Callable<Object> other) {
        List<Callable<Object>> actions = new ArrayList<>(Collections.nCopies(threads - 1, same));
        actions.add(place, other);
        return actions;
    }

    @OfEveryLineage
    void ofManyWhoSpendATokenOneWinsAndAllGetTheSamePair(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another().issued(2);
            int spenders = threads(16);
            List<Rotation> outcomes = Race.run(spenders, () -> user.rotate(user.first()));
            List<Rotation> won =
                    outcomes.stream().filter(Rotation.Rotated.class::isInstance).toList();
            assertThat(won).hasSize(1);
            Issued next = rotated(won.getFirst());
            assertThat(outcomes)
                    .filteredOn(Rotation.Repeated.class::isInstance)
                    .hasSize(spenders - 1)
                    .allSatisfy(outcome -> assertRepeats(outcome, next));
            user.assertLives(next);
            user.assertSpent(user.firstToken());
            user.assertLives(user.pair(1));
            user.assertNothingPrepared();
            user.assertWhole();
            clock().advance(GRACE);
            assertReused(user.rotate(user.first()));
            user.assertReuseEnded(user.first());
        });
    }

    @OfEveryLineage
    void withoutAGraceOneWinsAndTheOthersEndTheLogin(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another(Duration.ZERO, CAP).issued(2);
            List<Rotation> outcomes = Race.run(several, () -> user.rotate(user.first()));
            assertThat(outcomes)
                    .filteredOn(outcome -> pair(outcome).isPresent())
                    .hasSize(1);
            assertThat(outcomes).anyMatch(Rotation.Reused.class::isInstance);
            user.assertReuseEnded(user.first());
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void loginsOfOneUserThatRotateAtOnceAllSucceed(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another(GRACE, some).issued(some);
            List<Issued> before = List.copyOf(user.pairs());
            List<Rotation> outcomes = Race.of(some, number -> user.rotate(before.get(number)));
            outcomes.forEach(outcome -> user.assertLives(rotated(outcome)));
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void signInsAtOnceAllSucceed(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another(GRACE, some + 1).issued(1);
            Race.run(some, () -> user.issue());
            assertThat(user.pairs()).hasSize(some + 1);
            user.pairs().forEach(user::assertLives);
            user.assertWhole();
        });
    }

    @OfEveryLineage({LEDGER, SESSION})
    void signInsAtTheCapNeverPassIt(LineageFixture any) throws Exception {
        int signIns = threads(12);
        play(3, round -> {
            LineageFixture user = any.another().issued(CAP);
            clock().advance(SECOND);
            AtomicInteger running = new AtomicInteger(signIns);
            Callable<Object> signIn = () -> {
                try {
                    return user.issue();
                } finally {
                    running.decrementAndGet();
                }
            };
            Race.run(among(signIns + 1, signIn, signIns, () -> watch(user, running)));
            assertThat(user.pairs()).hasSize(CAP + signIns);
            assertThat(user.listed()).isEqualTo(CAP);
            assertThat(user.pairs().stream().filter(user::accessLives)).hasSize(CAP);
            user.assertWhole();
        });
    }

    /**
     * Counts the acknowledged logins that live, again and again. None that ended lives again, so all that are seen alive one
     * after the other were alive together when the list was copied.
     */
    private static boolean watch(LineageFixture user, AtomicInteger running) {
        boolean last;
        do {
            last = running.get() == 0;
            List<Issued> pairs = List.copyOf(user.pairs());
            assertThat(user.listed()).isLessThanOrEqualTo(CAP);
            assertThat(pairs.stream().filter(user::current)).hasSizeLessThanOrEqualTo(CAP);
        } while (!last);
        return last;
    }

    /** Where a session knows its last token alone, one before that is theft at any time. */
    @OfEveryLineage({LEDGER, FAMILY})
    void lateRetriesEndNoLoginThatHasGoneOn(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another().issued(1);
            Issued second = rotated(user.rotate(user.first()));
            List<Issued> sent = List.of(user.first(), second);
            List<Rotation> outcomes = Race.of(some, number -> user.rotate(sent.get(number % 2)));
            assertThat(outcomes).noneMatch(Rotation.Reused.class::isInstance);
            assertThat(outcomes).filteredOn(Rotation.Rotated.class::isInstance).hasSize(1);
            user.assertLives(repeated(user.rotate(second)));
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void reuseWhileTheOwnerRefreshesEndsTheLogin(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another().issued(3);
            Issued current = rotated(user.rotate(user.first()));
            clock().advance(GRACE);
            List<Object> outcomes =
                    Race.run(among(several, () -> user.rotate(current), 2, () -> user.rotate(user.first())));
            assertThat(outcomes.get(2)).isInstanceOf(Rotation.Reused.class);
            user.assertReuseEnded(user.first());
            user.assertWhole();
        });
    }

    /** Refreshes as often as it can, at most three times. */
    private static Rotation chain(LineageFixture user, Issued pair) {
        Rotation last = user.rotate(pair);
        // Several chains of one session would take each other for thieves.
        for (int i = 1; i < 3 && user.kind != SESSION && pair(last).isPresent(); i++) {
            last = user.rotate(pair(last).orElseThrow());
        }
        return last;
    }

    /** Clients that refresh in turn, some with a token of the same login. */
    private static List<Callable<Object>> chains(LineageFixture user, List<Issued> pairs, int count) {
        List<Callable<Object>> actions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Issued pair = pairs.get(i % pairs.size());
            actions.add(() -> chain(user, pair));
        }
        return actions;
    }

    @OfEveryLineage
    void whateverEndsALoginDuringRotationsItStaysEnded(LineageFixture any) throws Exception {
        play(6, round -> {
            LineageFixture user = any.another().issued(3);
            Issued first = user.first();
            boolean all = round % 3 == 2;
            LineageFixture.End end =
                    all ? (each, through, pair) -> each.endAll(through) > 0 : LineageFixture.ENDS.get(round % 3);
            List<Callable<Object>> actions = chains(user, List.of(first), several / 2);
            actions.addAll(chains(user, all ? List.copyOf(user.pairs()) : List.of(first), several / 2));
            actions.add(round % actions.size(), () -> end.end(user, store(), first));
            Race.run(actions);
            if (all) {
                user.assertNothingLives();
            } else {
                user.assertEndedWith(first);
            }
            user.assertWhole();
        });
    }

    /** Of one session the next one is begun by many at once in a suite of its own. */
    @OfEveryLineage({LEDGER, SESSION})
    void endingAllDuringSignInsLeavesWholeLoginsOrNone(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another(GRACE, 40).issued(3);
            List<Issued> before = List.copyOf(user.pairs());
            List<Callable<Object>> actions = among(some - 1, () -> user.issue(), 1, () -> user.endAll());
            actions.add(() -> user.endAll());
            Race.run(actions);
            before.forEach(user::assertDead);
            user.assertWhole();
            assertThat(user.pairs()).allMatch(pair -> user.current(pair) == user.accessLives(pair));
        });
    }

    @OfEveryLineage({LEDGER, SESSION})
    void endingTheOthersLeavesTheCurrentLoginAlone(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another().issued(4);
            List<Issued> others = List.copyOf(user.pairs().subList(1, 4));
            List<Callable<Object>> actions = chains(user, others, some / 2);
            for (int i = some / 2; i < some - 2; i++) {
                actions.add(i % actions.size(), () -> user.rotate(user.first()));
            }
            actions.add(1, () -> user.endAllBut(user.first()));
            actions.add(() -> user.endAllBut(user.first()));
            List<Object> outcomes = Race.run(actions);
            assertThat(outcomes).noneMatch(Rotation.Reused.class::isInstance);
            Issued current = pair(user.rotate(user.first())).orElseThrow();
            user.assertLives(current);
            assertThat(user.pairs().stream().filter(pair -> !user.endTogether(current, pair)))
                    .allSatisfy(user::assertDead);
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void manyWhoEndOneLoginEndItOnce(LineageFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another().issued(2);
            List<Boolean> ended = Race.run(some, () -> user.end(user.first()));
            assertThat(ended.stream().filter(done -> done)).hasSize(1);
            user.assertEndedWith(user.first());
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void invalidatingDuringARotationLeavesThePairWholeOrNone(LedgerFixture any) throws Exception {
        play(3, round -> {
            LineageFixture user = any.another().issued(2);
            clock().advance(SECOND);
            Race.run(among(
                    some,
                    () -> user.rotate(user.first()),
                    round % some,
                    () -> any.tokens().invalidateBefore(user.id, clock().instant())));
            user.assertDead(user.pair(1));
            assertThat(user.pairs()).allMatch(pair -> user.current(pair) == user.accessLives(pair));
            user.assertWhole();
        });
    }

    /** Sign-ins of one user that end each other, and issue tokens at the same time. */
    @OfEveryLineage
    void ofManyWhoSignInAndIssueAtOnceOnePairLives(FamilyFixture any) throws Exception {
        play(6, round -> {
            FamilyFixture user = new FamilyFixture(any.setting);
            List<Issued> all = Race.run(
                    threads(16), () -> user.noted(user.lineage(store()).issue(user.takeOver(store()), user.claims())));
            assertThat(all).filteredOn(user::accessLives).hasSize(1);
            assertThat(all)
                    .filteredOn(pair -> user.rotate(pair) instanceof Rotation.Rotated)
                    .hasSize(1);
        });
    }
}
