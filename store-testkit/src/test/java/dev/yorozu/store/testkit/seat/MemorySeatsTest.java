package dev.yorozu.store.testkit.seat;

import dev.yorozu.store.Limits;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.util.Optional;

final class MemorySeatsTest extends SeatsContract {
    private final HeldClock clock = HeldClock.start();
    private final Store store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Optional<HeldClock> clock() {
        return Optional.of(clock);
    }
}
