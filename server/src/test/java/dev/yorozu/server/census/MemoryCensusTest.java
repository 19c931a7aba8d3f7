package dev.yorozu.server.census;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;

class MemoryCensusTest extends CensusContract {
    @Override
    Store open() {
        return new MemoryStore();
    }
}
