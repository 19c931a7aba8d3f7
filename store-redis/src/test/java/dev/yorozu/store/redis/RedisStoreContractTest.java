package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.contract.StoreContract;
import dev.yorozu.store.testkit.redis.RedisProcess;
import org.junit.jupiter.api.AfterAll;

final class RedisStoreContractTest extends StoreContract {
    private static final Store STORE = open();

    @AfterAll
    static void closeStore() {
        STORE.close();
    }

    @Override
    protected Store store() {
        return STORE;
    }

    @Override
    protected Store openAnother() {
        return open();
    }

    private static Store open() {
        return Stores.openPatient(RedisProcess.shared().url());
    }
}
