package dev.yorozu.server.operate.statistics;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;

class MemoryCensusTest extends CensusContract {
    @Override
    Store open() {
        return new MemoryStore();
    }
}
