package dev.yorozu.server.upgrade.filled;

import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** Where a filled store is loaded. Memory and the embedded store go by the held clock, the others by the real time. */
enum StoreKind {
    MEMORY(true) {
        @Override
        Store open(Path directory, HeldClock clock) {
            return new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        }
    },
    ROCKSDB(true) {
        @Override
        Store open(Path directory, HeldClock clock) {
            return RocksStore.open(directory.resolve("store"), clock, Limits.DEFAULT, StoreObserver.NONE);
        }
    },
    REDIS(false) {
        @Override
        Store open(Path directory, HeldClock clock) {
            RedisProcess.shared().cli("flushall");
            return connect(RedisProcess.shared().url());
        }
    },
    CLUSTER(false) {
        @Override
        Store open(Path directory, HeldClock clock) {
            RedisClusterProcesses.shared().clear();
            return connect(RedisClusterProcesses.shared().url());
        }
    };

    private final boolean held;

    StoreKind(boolean held) {
        this.held = held;
    }

    /** What its stores go by. */
    InstantSource times(HeldClock clock) {
        return held ? clock : InstantSource.system();
    }

    /** An empty store. */
    abstract Store open(Path directory, HeldClock clock);

    private static Store connect(String url) {
        return RedisStore.open(
                RedisSettings.of(url).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
    }
}
