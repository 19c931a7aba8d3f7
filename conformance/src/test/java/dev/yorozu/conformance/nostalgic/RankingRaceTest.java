package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.store.Order;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many visitors at once. */
@OnEveryStore(costly = true)
final class RankingRaceTest extends RankingSuite {
    private static final int MANY = 24;

    @Test
    void ofOneVisitorsEntriesOnePassesTheCooldown() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            String id = created(100, Order.FALLING);
            List<Submission> outcomes = Race.of(MANY, number -> submit(id, ALICE, "n" + number, number + 1));
            assertThat(outcomes.stream().filter(Submission.Placed.class::isInstance))
                    .hasSize(1);
            assertThat(outcomes.stream().filter(Submission.TooSoon.class::isInstance))
                    .hasSize(MANY - 1);
            assertSound(id);
            services().delete(owned());
        }
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void theBestOfANameWinsWhateverTheOrder(Order order) throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            String id = created(100, order);
            List<Integer> scores =
                    new ArrayList<>(IntStream.range(0, MANY).boxed().toList());
            Collections.shuffle(scores, new Random(round));
            Race.of(MANY, number -> submit(id, visitor(number), "n" + number % 2, scores.get(number)));
            for (int name = 0; name < 2; name++) {
                int which = name;
                long best = IntStream.range(0, MANY)
                        .filter(number -> number % 2 == which)
                        .map(scores::get)
                        .reduce(order == Order.FALLING ? Math::max : Math::min)
                        .orElseThrow();
                assertThat(table(id)).contains("n" + name + " " + best);
            }
            assertThat(entries(id)).hasSize(2);
            assertSound(id);
            services().delete(owned());
        }
    }

    /** Who was told that nothing changed need not wait; who was placed must. */
    @ParameterizedTest
    @EnumSource(Order.class)
    void theBestAreKeptAndNobodyWaitsForNothing(Order order) throws Exception {
        for (int round = 0; round < Rounds.of(4); round++) {
            String id = created(4, order);
            List<Integer> scores =
                    new ArrayList<>(IntStream.range(0, MANY).boxed().toList());
            Collections.shuffle(scores, new Random(round));
            List<Submission> outcomes =
                    Race.of(MANY, number -> submit(id, visitor(number), "n" + number, scores.get(number)));
            List<Integer> best = scores.stream()
                    .sorted(order == Order.FALLING ? Comparator.reverseOrder() : Comparator.naturalOrder())
                    .limit(4)
                    .toList();
            assertThat(table(id))
                    .isEqualTo(best.stream()
                            .map(score -> "n" + scores.indexOf(score) + " " + score)
                            .toList());
            assertSound(id);
            for (int number = 0; number < MANY; number++) {
                boolean placed = outcomes.get(number) instanceof Submission.Placed;
                assertThat(isMarked(id, visitor(number)))
                        .as("%s", outcomes.get(number))
                        .isEqualTo(placed);
            }
            services().delete(owned());
        }
    }

    /** The settings change before each call that an entry takes; the entry counts by the new ones or comes before. */
    @Test
    void anEntryDuringAChangeLeavesNoMoreThanThereMayBe() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(3, Order.FALLING);
            for (int i = 1; i <= 3; i++) {
                placed(id, i, "n" + i, 10 * i);
            }
            FaultyStore store = FaultyStore.meanwhile(store(), call, () -> {
                rankings().change(owned(), change(Optional.empty(), Optional.of(2), Optional.of(Order.RISING)));
                submit(id, visitor(8), "low", 1);
            });
            submit(rankings(store), id, visitor(9), "new", 25);
            reached = store.calls() >= call;
            if (reached) {
                assertThat(table(id)).contains("low 1").hasSize(2);
            }
            assertSound(id);
            services().delete(owned());
        }
    }

    /** One that was pushed out comes back before each call that the entry takes, which pushed it out. */
    @Test
    void oneThatComesBackKeepsItsDetails() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(2, Order.FALLING);
            placed(id, 1, "a", 10);
            placed(id, 2, "b", 20);
            FaultyStore store = FaultyStore.meanwhile(store(), call, () -> submit(id, visitor(8), "a", 40));
            submit(rankings(store), id, visitor(9), "c", 30);
            reached = store.calls() >= call;
            assertThat(table(id)).isEqualTo(reached ? List.of("a 40", "c 30") : List.of("c 30", "b 20"));
            assertSound(id);
            services().delete(owned());
        }
    }

    /** The ranking is deleted before each call that an entry takes. */
    @Test
    void anEntryNeverMakesARankingThatIsGone() {
        boolean reached = true;
        for (int call = 1; reached; call++) {
            String id = created(2, Order.FALLING);
            placed(id, 1, "a", 10);
            placed(id, 2, "b", 20);
            FaultyStore store = FaultyStore.meanwhile(
                    store(), call, () -> assertThat(services().delete(owned())).isTrue());
            submit(rankings(store), id, visitor(9), "c", 30);
            reached = store.calls() >= call;
            if (reached) {
                assertNothingLeft(id);
            } else {
                services().delete(owned());
            }
        }
    }

    /** The owner takes a name out while it is entered. */
    @Test
    void removingAndEnteringAgree() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            String id = created(3, Order.FALLING);
            placed(id, 100, "n0", 1);
            Race.of(
                    8,
                    number -> number % 4 == 3
                            ? rankings().remove(owned(), "n0").isPresent()
                            : submit(id, visitor(number), "n0", number + 2) instanceof Submission.Placed);
            assertSound(id);
            services().delete(owned());
        }
    }
}
