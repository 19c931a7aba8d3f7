package dev.yorozu.store.testkit;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.membership.MembershipContract;

final class MemoryMembershipTest extends MembershipContract {
    private final Store store = new MemoryStore();

    @Override
    protected Store store() {
        return store;
    }
}
