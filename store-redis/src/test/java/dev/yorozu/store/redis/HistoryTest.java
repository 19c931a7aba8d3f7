package dev.yorozu.store.redis;

import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.history.RandomHistory;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import org.junit.jupiter.api.Test;

/** The same random batches on Redis and on the reference store. */
final class HistoryTest {
    @Test
    void oneServerAgreesWithTheReference() {
        try (Store reference = new MemoryStore();
                Store store = Stores.openPatient(RedisProcess.shared().url())) {
            RandomHistory.usual().play(reference, store);
        }
    }

    @Test
    void oneServerAgreesOnShortLives() {
        try (Store reference = new MemoryStore();
                Store store = Stores.openPatient(RedisProcess.shared().url())) {
            RandomHistory.usual().atMost(600).playShortLives(reference, store);
        }
    }

    @Test
    void whatIsKeptInMemoryAgreesWithTheReference() {
        try (Store reference = new MemoryStore();
                Store store = Stores.openTracked(RedisProcess.shared().url())) {
            RandomHistory.usual().play(reference, store);
        }
    }

    @Test
    void whatIsKeptInMemoryAgreesOnShortLives() {
        try (Store reference = new MemoryStore();
                Store store = Stores.openTracked(RedisProcess.shared().url())) {
            RandomHistory.usual().atMost(600).playShortLives(reference, store);
        }
    }

    @Test
    void aClusterOfWhichSomeIsKeptInMemoryAgreesWithTheReference() {
        try (Store reference = new MemoryStore();
                Store store = Stores.openTracked(RedisClusterProcesses.shared().url())) {
            RandomHistory.usual().play(reference, store);
        }
    }

    @Test
    void aClusterAgreesWithTheReference() {
        try (Store reference = new MemoryStore();
                Store store = Stores.openPatient(RedisClusterProcesses.shared().url())) {
            RandomHistory.usual().play(reference, store);
        }
    }
}
