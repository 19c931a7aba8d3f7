package dev.yorozu.store.rocks;

import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.history.RandomHistory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RocksStoreHistoryTest {
    @TempDir
    Path directory;

    @Test
    void agreesWithTheReferenceWhenTheClockIsHeld() {
        HeldClock clock = HeldClock.start();
        try (Store reference = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
                Store store = RocksStore.open(directory, clock, Limits.DEFAULT, StoreObserver.NONE)) {
            RandomHistory.usual().play(reference, store, clock);
        }
    }

    @Test
    void agreesWithTheReferenceWhenLivesAreShort() {
        try (Store reference = new MemoryStore();
                Store store = RocksStore.open(directory)) {
            RandomHistory.usual().atMost(600).playShortLives(reference, store);
        }
    }
}
