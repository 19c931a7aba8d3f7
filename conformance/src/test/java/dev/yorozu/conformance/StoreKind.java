package dev.yorozu.conformance;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/** The kinds of stores that suites run on. The servers behind them are started once for each test process. */
enum StoreKind {
    MEMORY {
        @Override
        TestedStore open(Optional<HeldClock> clock) {
            Store store = new MemoryStore(source(clock), Limits.DEFAULT, StoreObserver.NONE);
            return new TestedStore(this, store, clock, MemoryStore::new, () -> {}, store::close);
        }
    },
    ROCKSDB {
        @Override
        TestedStore open(Optional<HeldClock> clock) {
            Store store = RocksStore.open(newDirectory(), source(clock), Limits.DEFAULT, StoreObserver.NONE);
            return new TestedStore(this, store, clock, () -> RocksStore.open(newDirectory()), () -> {}, store::close);
        }
    },
    REDIS {
        @Override
        TestedStore open(Optional<HeldClock> clock) {
            Runnable emptying = () -> RedisProcess.shared().cli("flushall");
            emptying.run();
            return shared(Redis.STORE, RedisProcess.shared().url(), emptying);
        }
    },
    CLUSTER {
        @Override
        TestedStore open(Optional<HeldClock> clock) {
            Runnable emptying = () -> RedisClusterProcesses.shared().clear();
            emptying.run();
            return shared(Cluster.STORE, RedisClusterProcesses.shared().url(), emptying);
        }
    };

    /**
     * Opens a store for one suite.
     *
     * @param clock what memory and the embedded store go by; the others keep real time
     */
    abstract TestedStore open(Optional<HeldClock> clock);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** In the build's own directory for temporary files, which the next build empties. */
    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("rocksdb-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InstantSource source(Optional<HeldClock> clock) {
        return clock.<InstantSource>map(held -> held).orElseGet(InstantSource::system);
    }

    TestedStore shared(Store store, String url, Runnable emptying) {
        return new TestedStore(this, store, Optional.empty(), () -> connect(url), emptying, () -> {});
    }

    /** Longer than a busy machine is held up: no suite is about the time that a store takes. */
    private static Store connect(String url) {
        return RedisStore.open(
                RedisSettings.of(url).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
    }

    private static final class Redis {
        static final Store STORE = connect(RedisProcess.shared().url());
    }

    private static final class Cluster {
        static final Store STORE = connect(RedisClusterProcesses.shared().url());
    }
}
