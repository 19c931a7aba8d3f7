package dev.yorozu.store.rocks;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.contract.StoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class RealClockRocksStoreContractTest extends StoreContract {

    @TempDir
    static Path directory;

    private static Store store;

    @BeforeAll
    static void open() {
        store = RocksStore.open(directory.resolve("shared"));
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
}
