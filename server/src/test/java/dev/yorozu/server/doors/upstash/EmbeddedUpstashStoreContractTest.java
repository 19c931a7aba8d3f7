package dev.yorozu.server.doors.upstash;

import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.contract.StoreContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The same with the embedded store behind the door. */
final class EmbeddedUpstashStoreContractTest extends StoreContract {
    @TempDir
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private static StoreAtTheDoor served;

    @BeforeAll
    static void start() {
        // No test takes the power away, and the wait for the disk is most of what they would do.
        served = new StoreAtTheDoor(
                RocksStore.open(directory.resolve("store")), Map.of("doors.upstash.durability", "relaxed"));
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Override
    protected Store store() {
        return served.store();
    }

    @Override
    protected Store openAnother() {
        return served.open();
    }
}
