package dev.yorozu.store.testkit.contract;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;

/** The contract without a held clock, as stores on other machines run it. */
final class RealClockMemoryStoreContractTest extends StoreContract {
    private final Store store = new MemoryStore();

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Store openAnother() {
        return new MemoryStore();
    }
}
