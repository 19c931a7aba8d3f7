package dev.yorozu.server.store;

import dev.yorozu.keyspace.Category;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.Confirmation;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.redis.TrackedStore;
import dev.yorozu.store.redis.Tracking;
import dev.yorozu.store.rocks.RocksSettings;
import dev.yorozu.store.rocks.RocksStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Opens the store that the settings name; {@code StoreException.CannotOpen} says in one sentence why it cannot. */
public final class StoreOpener {
    /** What requests read again and again, and seldom changes. */
    private static final Set<Category> OFTEN_READ = Set.of(Category.SESSION, Category.REVOCATION, Category.CACHE);

    private static final Predicate<Key> TRACKED = Keyspace.schema().patterns().stream()
            .filter(pattern -> pattern.type() == ValueType.STRING && OFTEN_READ.contains(pattern.category()))
            .<Predicate<Key>>map(pattern -> key -> pattern.describes(key.name()))
            .reduce(key -> false, Predicate::or);

    private StoreOpener() {}

    public static OpenStore open(Settings settings, InstantSource clock, StoreObserver observer) {
        Limits limits = StoreSettings.limits(settings);
        StoreUrl url = StoreUrl.parse(settings.value(StoreSettings.URL));
        return switch (url) {
            case StoreUrl.Memory memory -> shared(url, new MemoryStore(clock, limits, observer));
            case StoreUrl.Rocks rocks -> {
                RocksStore store = RocksStore.open(rocks.directory(), clock, limits, observer, rocks(settings));
                yield new OpenStore(url, store, new RocksSnapshots(store, rocks.directory(), clock, limits));
            }
            case StoreUrl.Redis redis -> shared(url, redis(redis(redis, settings), settings, limits, observer));
        };
    }

    private static RocksSettings rocks(Settings settings) {
        RocksSettings usual = RocksSettings.DEFAULT;
        return new RocksSettings(
                settings.find(StoreSettings.CACHE_BYTES).map(Integer::longValue).orElse(usual.cacheBytes()),
                usual.bufferBytes(),
                settings.find(StoreSettings.RECORD_BYTES)
                        .map(Integer::longValue)
                        .orElse(usual.recordBytes()),
                settings.value(StoreSettings.CHECK_EVERY));
    }

    private static OpenStore shared(StoreUrl url, Store store) {
        return new OpenStore(url, store, Snapshots.live(store, false));
    }

    private static Store redis(RedisSettings redis, Settings settings, Limits limits, StoreObserver observer) {
        Optional<Duration> maxAge = settings.value(StoreSettings.TRACKING_MAX_AGE);
        if (maxAge.isEmpty()) {
            return RedisStore.open(redis, limits, observer);
        }
        Tracking tracking = new Tracking(TRACKED, maxAge.get(), settings.value(StoreSettings.TRACKING_BYTES));
        return TrackedStore.open(redis, tracking, limits, observer);
    }

    private static RedisSettings redis(StoreUrl.Redis redis, Settings settings) {
        return new RedisSettings(
                redis.url(),
                settings.value(StoreSettings.TIMEOUT),
                settings.find(StoreSettings.TOKEN).orElse(""),
                new Confirmation(
                        settings.value(StoreSettings.WAIT_REPLICAS),
                        settings.value(StoreSettings.WAIT_FOR) == StoreSettings.WaitFor.AOF));
    }
}
