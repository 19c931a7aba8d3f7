package dev.yorozu.store.redis;

import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A tracked store, and what it tells of itself. */
final class TrackedFixture implements StoreObserver, AutoCloseable {
    private final AtomicLong fromMemory = new AtomicLong();
    private final AtomicLong invalidated = new AtomicLong();
    private final AtomicInteger links = new AtomicInteger();
    private final TrackedStore store;

    TrackedFixture(String url) {
        this(url, Duration.ofMinutes(5));
    }

    TrackedFixture(String url, Duration maxAge) {
        Tracking tracking = new Tracking(key -> key.name().startsWith("session:"), maxAge, 1 << 20);
        store = TrackedStore.open(
                RedisSettings.of(url).withTimeout(Duration.ofSeconds(2)), tracking, Limits.DEFAULT, this);
    }

    Store store() {
        return store;
    }

    /** Reads the key until it is answered from memory. */
    void awaitKept(Key key) {
        Poll.until("the key is kept", () -> {
            long before = fromMemory.get();
            try {
                store.get(key);
            } catch (StoreException.Unavailable away) {
                return false;
            }
            return fromMemory.get() > before;
        });
    }

    /** Breaks all connections over which Redis tells of changes. */
    void killLinks(RedisProcess redis) {
        redis.cli("client", "list")
                .lines()
                .filter(line -> line.contains("resp=3"))
                .forEach(line -> {
                    String id = line.substring("id=".length(), line.indexOf(' '));
                    redis.cli("client", "kill", "id", id);
                });
    }

    long invalidated() {
        return invalidated.get();
    }

    int links() {
        return links.get();
    }

    @Override
    public void trackedRead(boolean answeredFromMemory) {
        if (answeredFromMemory) {
            fromMemory.incrementAndGet();
        }
    }

    @Override
    public void invalidated(int keys) {
        invalidated.addAndGet(keys);
    }

    @Override
    public void tracking(boolean on) {
        links.addAndGet(on ? 1 : -1);
    }

    @Override
    public void close() {
        store.close();
    }
}
