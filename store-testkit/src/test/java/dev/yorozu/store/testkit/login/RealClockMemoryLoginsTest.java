package dev.yorozu.store.testkit.login;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;

/** The contract without a held clock, as stores on other machines run it. */
final class RealClockMemoryLoginsTest extends LoginsContract {
    private final Store store = new MemoryStore();

    @Override
    protected Store store() {
        return store;
    }
}
