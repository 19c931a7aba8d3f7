package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/**
 * The parts of a trip come to the nodes of a cluster in any order, and another rotation of the same token may be anywhere
 * between its own steps when they do.
 */
@OnEveryStore(
        heldClock = true,
        storages = {Storage.DOCUMENTED, Storage.HARDENED})
final class UnorderedTripsTest extends TokenSuite {
    @Parameter(1)
    @SuppressWarnings("NullAway.Init") // Set before each test.
    Storage storage;

    /** The token's record is marked as spent, and only between two steps of the retry the ledger follows. */
    @Test
    void aRetryThatMeetsTheMarkBeforeTheLedgerEndsNothing() {
        int call = 0;
        while (interruptedAt(++call)) {}
        assertThat(call).isGreaterThan(1);
    }

    /** Plays both rotations with the ledger before this call of the retry; false when it does not make so many. */
    private boolean interruptedAt(int call) {
        LedgerFixture fixture = new LedgerFixture(store(), storage, POLICY, clock());
        Issued first = fixture.issue(store());
        AtomicReference<FaultyStore> retrying = new AtomicReference<>(FaultyStore.counting(store()));
        AtomicReference<Rotation> retried = new AtomicReference<>(INVALID);
        Issued next = issued(fixture.rotate(
                new MarkedFirst(store(), ledger -> {
                    retrying.set(FaultyStore.meanwhile(store(), call, ledger));
                    retried.set(fixture.rotate(retrying.get(), first.refreshToken()));
                }),
                first.refreshToken()));
        assertThat(issued(retried.get()).refreshToken())
                .as("the ledger at call " + call)
                .isEqualTo(next.refreshToken());
        assertThat(fixture.rotate(next)).isInstanceOf(Rotation.Rotated.class);
        return retrying.get().calls() >= call;
    }

    private static Issued issued(Rotation rotation) {
        return switch (rotation) {
            case Rotation.Rotated rotated -> rotated.issued();
            case Rotation.Repeated repeated -> repeated.issued();
            case Rotation.Reused reused -> throw new AssertionError(reused);
            case Rotation.Refused refused -> throw new AssertionError(refused);
        };
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
