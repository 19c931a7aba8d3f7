package dev.yorozu.server.store;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksSettings;
import dev.yorozu.store.rocks.RocksStore;
import java.time.InstantSource;

/** Opens the store that the settings name; {@code StoreException.CannotOpen} says in one sentence why it cannot. */
public final class StoreOpener {
    private StoreOpener() {}

    public static OpenStore open(Settings settings, InstantSource clock, StoreObserver observer) {
        Limits limits = StoreSettings.limits(settings);
        StoreUrl url = StoreUrl.parse(settings.value(StoreSettings.URL));
        return switch (url) {
            case StoreUrl.Memory memory -> shared(url, new MemoryStore(clock, limits, observer));
            case StoreUrl.Rocks rocks -> {
                RocksStore store = RocksStore.open(
                        rocks.directory(),
                        clock,
                        limits,
                        observer,
                        RocksSettings.DEFAULT.checkedEvery(settings.value(StoreSettings.CHECK_EVERY)));
                yield new OpenStore(url, store, new RocksSnapshots(store, rocks.directory(), clock, limits));
            }
            case StoreUrl.Redis redis -> shared(url, RedisStore.open(redis(redis, settings), limits, observer));
        };
    }

    private static OpenStore shared(StoreUrl url, Store store) {
        return new OpenStore(url, store, Snapshots.live(store, false));
    }

    private static RedisSettings redis(StoreUrl.Redis redis, Settings settings) {
        return new RedisSettings(
                redis.url(),
                settings.value(StoreSettings.TIMEOUT),
                settings.find(StoreSettings.TOKEN).orElse(""));
    }
}
