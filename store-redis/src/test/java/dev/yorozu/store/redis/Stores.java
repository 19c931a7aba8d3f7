package dev.yorozu.store.redis;

import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import java.time.Duration;

/** Opens stores with the settings that the tests share. */
final class Stores {
    /** Longer than a busy machine is held up, for what is not about the time that a store takes. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Stores() {}

    static RedisStore open(String url) {
        return open(RedisSettings.of(url));
    }

    static RedisStore openPatient(String url) {
        return open(url, PATIENCE);
    }

    static RedisStore openPatient(RedisSettings settings) {
        return open(settings.withTimeout(PATIENCE));
    }

    static RedisStore open(String url, Duration timeout) {
        return open(RedisSettings.of(url).withTimeout(timeout));
    }

    /** Keeps every string in memory that it reads. */
    static TrackedStore openTracked(String url) {
        Tracking all = new Tracking(key -> true, Duration.ofMinutes(5), 1 << 20);
        return TrackedStore.open(RedisSettings.of(url), all, Limits.DEFAULT, StoreObserver.NONE);
    }

    /** Has durable batches wait for so many replicas. */
    static RedisStore openConfirmed(String url, int replicas, Duration timeout) {
        return open(RedisSettings.of(url).withTimeout(timeout).withConfirmation(new Confirmation(replicas, false)));
    }

    static RedisStore open(RedisSettings settings) {
        return RedisStore.open(settings, Limits.DEFAULT, StoreObserver.NONE);
    }
}
