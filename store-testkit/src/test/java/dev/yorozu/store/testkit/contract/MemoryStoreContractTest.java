package dev.yorozu.store.testkit.contract;

import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;

final class MemoryStoreContractTest extends StoreContract {
    private final HeldClock clock = HeldClock.start();
    private final Store store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Store openAnother() {
        return new MemoryStore();
    }

    @Override
    protected Optional<HeldClock> clock() {
        return Optional.of(clock);
    }
}
