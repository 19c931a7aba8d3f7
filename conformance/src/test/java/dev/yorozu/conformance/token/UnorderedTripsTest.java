package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The parts of a trip come to the nodes of a cluster in any order, and another rotation of the same token may be anywhere
 * between its own steps when they do.
 */
@OnEveryStore(heldClock = true)
final class UnorderedTripsTest extends TokenSuite {
    /** The token's record is marked as spent, and only between two steps of the retry the ledger follows. */
    @OfEveryLineage
    void aRetryThatMeetsTheMarkBeforeTheLedgerEndsNothing(LedgerFixture user) {
        int call = 0;
        while (interruptedAt(++call, user)) {}
        assertThat(call).isGreaterThan(1);
    }

    /** Plays both rotations with the ledger before this call of the retry; false when it does not make so many. */
    private boolean interruptedAt(int call, LedgerFixture user) {
        String token = user.issue(store()).refreshToken();
        AtomicReference<FaultyStore> retrying = new AtomicReference<>(FaultyStore.counting(store()));
        AtomicReference<Rotation> retried = new AtomicReference<>(INVALID);
        Store marking = new MarkedFirst(store(), ledger -> {
            retrying.set(FaultyStore.meanwhile(store(), call, ledger));
            retried.set(user.rotate(retrying.get(), token));
        });
        String next = pair(user.rotate(marking, token)).orElseThrow().refreshToken();
        assertThat(pair(retried.get()).map(Issued::refreshToken))
                .as("the ledger at call " + call)
                .hasValue(next);
        assertThat(user.rotate(next)).isInstanceOf(Rotation.Rotated.class);
        return retrying.get().calls() >= call;
    }

    /**
     * A store that takes the mark of a spent token before the change of its ledger, and has something else happen meanwhile,
     * which is handed the step that changes the ledger; where that is not taken, it comes afterwards.
     */
    private record MarkedFirst(Store store, Consumer<Runnable> meanwhile) implements Store.Forwarding {
        @Override
        public void send(RoundTrip trip) {
            List<RoundTrip.Item<?>> items = trip.items();
            if (items.size() < 2 || !items.stream().allMatch(RoundTrip.Change.class::isInstance)) {
                store.send(trip);
                return;
            }
            items.subList(1, items.size()).forEach(item -> item.askOf(store));
            AtomicBoolean done = new AtomicBoolean();
            Runnable ledger = () -> {
                if (!done.getAndSet(true)) {
                    items.getFirst().askOf(store);
                }
            };
            meanwhile.accept(ledger);
            ledger.run();
        }
    }
}
