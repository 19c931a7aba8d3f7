package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.contract.StoreContract;
import dev.yorozu.store.testkit.redis.RedisProcess;
import org.junit.jupiter.api.AfterAll;

final class UpstashContractTest extends StoreContract {
    private static final UpstashStandIn UPSTASH =
            UpstashStandIn.start(RedisProcess.shared().port());
    private static final Store STORE = Stores.openPatient(UPSTASH.settings());

    @AfterAll
    static void stop() {
        STORE.close();
        UPSTASH.close();
    }

    @Override
    protected Store store() {
        return STORE;
    }

    @Override
    protected Store openAnother() {
        return Stores.openPatient(UPSTASH.settings());
    }
}
