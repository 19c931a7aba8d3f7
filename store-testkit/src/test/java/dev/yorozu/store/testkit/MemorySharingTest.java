package dev.yorozu.store.testkit;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.capability.SharingContract;

final class MemorySharingTest extends SharingContract {
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
