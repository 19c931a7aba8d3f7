package dev.yorozu.store.rocks;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.membership.MembershipContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class RocksMembershipTest extends MembershipContract {

    @TempDir
    static Path directory;

    private static Store store;

    @BeforeAll
    static void open() {
        store = RocksStore.open(directory.resolve("store"));
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Override
    protected Store store() {
        return store;
    }
}
