package dev.yorozu.server.doors.upstash;

import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.contract.StoreContract;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

/** The store for Upstash with this door in its place: what any store must do, over HTTP, on another one of ours. */
final class UpstashStoreContractTest extends StoreContract {
    private static final UpstashSite SITE =
            new UpstashSite(new MemoryStore(), InstantSource.system(), Map.of("server.maxBodyBytes", "64MiB"));
    private static final String SECRET = SITE.secret("store", "*");
    private static final Store STORE = open();

    @AfterAll
    static void stop() {
        STORE.close();
        SITE.close();
    }

    private static Store open() {
        RedisSettings settings =
                RedisSettings.of("upstash:" + SITE.url()).withToken(SECRET).withTimeout(Duration.ofSeconds(20));
        return RedisStore.open(settings, Limits.DEFAULT, StoreObserver.NONE);
    }

    @Override
    protected Store store() {
        return STORE;
    }

    @Override
    protected Store openAnother() {
        return open();
    }
}
