package dev.yorozu.store.testkit.seat;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;

/** The contract without a held clock, as stores on other machines run it. */
final class RealClockMemorySeatsTest extends SeatsContract {
    private final Store store = new MemoryStore();

    @Override
    protected Store store() {
        return store;
    }
}
