package dev.yorozu.server.systems.tokens;

import dev.yorozu.secret.Storage;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

/** The document's commands on a Redis that the server shares. */
final class DocumentCommandsTest extends DocumentCommandsContract {
    private static final RedisProcess REDIS = RedisProcess.start();
    private static final RedisStore STORE = RedisStore.open(
            RedisSettings.of(REDIS.url()).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
    private static final TokenSite SITE = new TokenSite(STORE, InstantSource.system(), Storage.DOCUMENTED, Map.of());

    DocumentCommandsTest() {
        super(SITE, REDIS.port(), "");
    }

    @AfterAll
    static void stop() {
        SITE.close();
        STORE.close();
        REDIS.close();
    }
}
