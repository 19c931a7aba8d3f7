package dev.yorozu.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/**
 * What all suites share: the store, and short forms.
 *
 * <p>Each test works for users, services or ids of its own, because the tests of a suite share its store.
 */
public abstract class Suite {
    @Parameter(0)
    @SuppressWarnings("NullAway.Init") // Set before each test.
    TestedStore tested;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private HeldClock clock;

    @BeforeEach
    final void holdClock() {
        clock = tested.clock().orElseGet(() -> new HeldClock(Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        tested.clock()
                .ifPresent(held ->
                        held.set(held.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1)));
    }

    protected final Store store() {
        return tested.store();
    }

    /** Another store of this kind, which the test closes. */
    protected final Store openAnother() {
        return tested.another().get();
    }

    /** The clock of the store, where it is held. */
    protected final Optional<HeldClock> storeClock() {
        return tested.clock();
    }

    /**
     * The clock of the capability, which is held on every store. Where the store's own cannot be, it begins at the real time:
     * keys then live on while the capability's time passes, and the limits that it keeps by itself are seen alone. It stands
     * at a whole second, because signed tokens count in those.
     */
    protected final HeldClock clock() {
        return clock;
    }

    /** Removes what other tests of the suite left, where a test would have to walk over it. */
    protected final void startOver() {
        tested.emptying().run();
    }

    /**
     * Whether a case that does not depend on how secrets are stored is this storage's to run: usually each runs with one of
     * the two, and on stores that cross a network one in three of those does, because in what order steps meet is the same
     * on every store; in a long run all run with both.
     */
    protected final boolean inTurn(Storage storage, int number) {
        return Rounds.isLong()
                || (number % 2 == storage.ordinal() && (tested.kind() == StoreKind.MEMORY || number / 2 % 3 == 0));
    }

    /** Names the type that a lambda among the actions of a race has. */
    protected static <T> Callable<T> action(Callable<T> action) {
        return action;
    }

    /** Runs an action in a thread of its own. */
    protected static <T> CompletableFuture<T> background(Supplier<T> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                done.complete(action.get());
            } catch (RuntimeException | Error fault) {
                done.completeExceptionally(fault);
            }
        });
        return done.orTimeout(60, TimeUnit.SECONDS);
    }

    /** Asserts that a key lives this long: exactly where the store's clock is held, elsewhere but for the time passed. */
    protected final void assertLife(Key key, Duration expected) {
        Life life = store().remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        Duration left = ((Life.Ends) life).left();
        if (storeClock().isPresent()) {
            assertThat(left).isEqualTo(expected);
        } else {
            assertThat(left).isBetween(expected.minusMinutes(5), expected.plusSeconds(10));
        }
    }
}
