package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.login.LoginsContract;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;

final class RedisClusterLoginsTest extends LoginsContract {
    private static final Store STORE =
            Stores.open(RedisClusterProcesses.shared().url());

    /** Sessions that no index names are looked for in a part of the store, which what long runs leave would fill. */
    @BeforeEach
    void startOver() {
        RedisClusterProcesses.shared().clear();
    }

    @AfterAll
    static void closeStore() {
        STORE.close();
    }

    @Override
    protected Store store() {
        return STORE;
    }
}
