package dev.yorozu.store.testkit;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.nostalgic.RankingsAndBoardsContract;

final class MemoryRankingsAndBoardsTest extends RankingsAndBoardsContract {
    private final Store store = new MemoryStore();

    @Override
    protected Store store() {
        return store;
    }
}
