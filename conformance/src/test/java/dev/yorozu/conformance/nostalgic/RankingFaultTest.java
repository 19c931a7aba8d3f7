package dev.yorozu.conformance.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.ranking.Submission;
import dev.yorozu.store.Order;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A server killed, or cut off from its store, at each call. */
@OnEveryStore(costly = true)
final class RankingFaultTest extends RankingSuite {
    @Test
    void aCallCostsAsManyRoundTripsAsItMust() {
        String id = created(10, Order.FALLING);
        for (int i = 1; i <= 9; i++) {
            placed(id, i, "n" + i, i);
        }
        FaultyStore counting = FaultyStore.counting(store());
        rankings(counting).view(id, 10);
        assertThat(counting.calls()).isEqualTo(2);
        submit(rankings(counting), id, visitor(20), "new", 100);
        assertThat(counting.calls()).isEqualTo(6);
        submit(rankings(counting), id, visitor(21), "newer", 101);
        assertThat(counting.calls()).isEqualTo(10);
    }

    @Test
    void anEntryIsWholeOrNotThere() {
        everyFault(rankings -> submit(rankings, id(), visitor(9), "c", 30), () -> {
            boolean there = table(id()).contains("c 30");
            assertThat(isMarked(id(), visitor(9))).isEqualTo(there);
            assertThat(table(id())).isEqualTo(there ? List.of("c 30", "b 20") : List.of("b 20", "a 10"));
        });
    }

    @Test
    void anOwnersEntryIsWholeOrNotThere() {
        everyFault(
                rankings -> rankings.put(owned(rankings), "a", 30, Optional.of(shown(30))),
                () -> assertThat(table(id())).isIn(List.of("a 30", "b 20"), List.of("b 20", "a 10")));
    }

    @Test
    void aChangeIsWholeOrNotMade() {
        everyFault(
                rankings -> rankings.change(
                        owned(rankings), change(Optional.of("T"), Optional.of(1), Optional.of(Order.RISING))),
                () -> {
                    boolean changed = rankings()
                            .view(id(), 10)
                            .orElseThrow()
                            .settings()
                            .title()
                            .isPresent();
                    assertThat(table(id())).isEqualTo(changed ? List.of("a 10") : List.of("b 20", "a 10"));
                });
    }

    @Test
    void aNameThatIsTakenOutIsGoneWithItsDetails() {
        everyFault(
                rankings -> rankings.remove(owned(rankings), "a"),
                () -> assertThat(table(id())).isIn(List.of("b 20"), List.of("b 20", "a 10")));
    }

    private String id() {
        return services().find(url).orElseThrow().id();
    }

    private Ownership.Owned owned(Rankings rankings) {
        return (Ownership.Owned) rankings.services().owned(url, TOKEN);
    }

    /** Does it with each fault at each call; then the record agrees, and all works again. */
    private void everyFault(Consumer<Rankings> action, Runnable check) {
        for (Fault fault : Fault.values()) {
            boolean reached = true;
            for (int call = 1; reached; call++) {
                String id = created(2, Order.FALLING);
                placed(id, 1, "a", 10);
                placed(id, 2, "b", 20);
                FaultyStore faulty = FaultyStore.failing(store(), fault, call);
                try {
                    action.accept(rankings(faulty));
                } catch (StoreException cutOff) {
                    assertThat(faulty.calls()).isGreaterThanOrEqualTo(call);
                }
                reached = faulty.calls() >= call;
                assertSound(id);
                check.run();
                assertThat(submit(id, visitor(50), "z", 5)).isNotInstanceOf(Submission.TooSoon.class);
                rankings().clear(owned());
                placed(id, 51, "z", 5);
                assertSound(id);
                assertThat(services().delete(owned())).isTrue();
                assertNothingLeft(id);
            }
        }
    }
}
