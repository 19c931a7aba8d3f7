package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.integrity.IntegrityContract;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import org.junit.jupiter.api.AfterAll;

final class RedisClusterIntegrityTest extends IntegrityContract {
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
        RedisClusterProcesses.shared().clear();
        return Stores.open(RedisClusterProcesses.shared().url());
    }
}
