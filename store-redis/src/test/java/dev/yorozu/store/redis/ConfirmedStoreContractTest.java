package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.contract.StoreContract;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;

/** The contract, where every durable batch waits for a replica. */
final class ConfirmedStoreContractTest extends StoreContract {
    private static final RedisProcess MASTER = RedisProcess.start();
    private static final RedisProcess REPLICA = RedisProcess.start("--replicaof", "127.0.0.1 " + MASTER.port());
    private static final Store STORE = open();

    @AfterAll
    static void close() {
        STORE.close();
        REPLICA.close();
        MASTER.close();
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
        return Stores.openConfirmed(MASTER.url(), 1, Duration.ofSeconds(20));
    }
}
