package dev.yorozu.store.rocks;

import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.contract.StoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class RocksStoreContractTest extends StoreContract {
    private static final HeldClock CLOCK = HeldClock.start();

    @TempDir
    static Path directory;

    private static Store store;

    @BeforeAll
    static void open() {
        store = RocksStore.open(directory.resolve("shared"), CLOCK, Limits.DEFAULT, StoreObserver.NONE);
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
    protected Store openAnother() {
        try {
            return RocksStore.open(Files.createTempDirectory(directory, "another"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Optional<HeldClock> clock() {
        return Optional.of(CLOCK);
    }
}
