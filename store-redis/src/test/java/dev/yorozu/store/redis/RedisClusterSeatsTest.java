package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.seat.SeatsContract;
import org.junit.jupiter.api.AfterAll;

final class RedisClusterSeatsTest extends SeatsContract {
    private static final Store STORE =
            Stores.open(RedisClusterProcesses.shared().url());

    @AfterAll
    static void closeStore() {
        STORE.close();
    }

    @Override
    protected Store store() {
        return STORE;
    }
}
