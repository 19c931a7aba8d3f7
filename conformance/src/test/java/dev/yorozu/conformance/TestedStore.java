package dev.yorozu.conformance;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A store that a suite runs on, empty when the suite begins.
 *
 * @param clock the clock of the store, where it is held; without it, tests use short real lives and wait
 * @param another opens a further store of this kind
 * @param emptying removes all keys that any store of this kind holds
 * @param closing what is left to do when the suite is over
 */
record TestedStore(
        StoreKind kind,
        Store store,
        Optional<HeldClock> clock,
        Supplier<Store> another,
        Runnable emptying,
        Runnable closing)
        implements AutoCloseable {
    @Override
    public void close() {
        closing.run();
    }

    /** What reports call it. */
    @Override
    public String toString() {
        return kind.toString();
    }
}
