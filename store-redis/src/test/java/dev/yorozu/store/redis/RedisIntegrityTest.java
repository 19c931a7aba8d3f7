package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.integrity.IntegrityContract;
import dev.yorozu.store.testkit.redis.RedisProcess;
import org.junit.jupiter.api.AfterAll;

final class RedisIntegrityTest extends IntegrityContract {
    private static final Store STORE = open();

    @AfterAll
    static void closeStore() {
        STORE.close();
    }

    @Override
    protected Store store() {
        return STORE;
    }

    /** Nothing of other tests is left, which every check would walk over. */
    private static Store open() {
        RedisProcess.shared().cli("FLUSHALL");
        return Stores.open(RedisProcess.shared().url());
    }
}
