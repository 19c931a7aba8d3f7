package dev.yorozu.store.rocks;

import dev.yorozu.store.Limits;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreObserver;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.seat.SeatsContract;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class RocksSeatsTest extends SeatsContract {
    private static final HeldClock CLOCK = HeldClock.start();

    @TempDir
    static Path directory;

    private static Store store;

    @BeforeAll
    static void open() {
        store = RocksStore.open(directory, CLOCK, Limits.DEFAULT, StoreObserver.NONE);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Override
    protected Store store() {
        return store;
    }

    @Override
    protected Optional<HeldClock> clock() {
        return Optional.of(CLOCK);
    }
}
