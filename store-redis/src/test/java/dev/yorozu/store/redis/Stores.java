package dev.yorozu.store.redis;

import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import java.time.Duration;

/** Opens stores with the settings that the tests share. */
final class Stores {
    private Stores() {}

    static RedisStore open(String url) {
        return open(RedisSettings.of(url));
    }

    static RedisStore open(String url, Duration timeout) {
        return open(RedisSettings.of(url).withTimeout(timeout));
    }

    /** Keeps every string in memory that it reads. */
    static TrackedStore openTracked(String url) {
        Tracking all = new Tracking(key -> true, Duration.ofMinutes(5), 1 << 20);
        return TrackedStore.open(RedisSettings.of(url), all, Limits.DEFAULT, StoreObserver.NONE);
    }

    static RedisStore open(RedisSettings settings) {
        return RedisStore.open(settings, Limits.DEFAULT, StoreObserver.NONE);
    }
}
