package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.redis.RedisProcess;
import dev.yorozu.store.testkit.seat.SeatsContract;
import org.junit.jupiter.api.AfterAll;

final class RedisSeatsTest extends SeatsContract {
    private static final Store STORE = Stores.open(RedisProcess.shared().url());

    @AfterAll
    static void closeStore() {
        STORE.close();
    }

    @Override
    protected Store store() {
        return STORE;
    }
}
