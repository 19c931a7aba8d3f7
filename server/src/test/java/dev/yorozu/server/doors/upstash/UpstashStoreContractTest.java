package dev.yorozu.server.doors.upstash;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.contract.StoreContract;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

/** The store for Upstash with this door in its place: what any store must do, over HTTP, on another one of ours. */
final class UpstashStoreContractTest extends StoreContract {
    private static final StoreAtTheDoor SERVED = new StoreAtTheDoor(new MemoryStore(), Map.of());

    @AfterAll
    static void stop() {
        SERVED.close();
    }

    @Override
    protected Store store() {
        return SERVED.store();
    }

    @Override
    protected Store openAnother() {
        return SERVED.open();
    }
}
