package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.http.health.Health;
import dev.yorozu.server.http.health.StoreProbe;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Redis that answers every question and refuses every change is not well. */
class RefusingRedisTest {
    private static boolean refuses(StoreProbe probe) {
        try {
            return probe.look() == Health.State.REFUSING;
        } catch (StoreException.Unavailable reconnecting) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config set maxmemory 1",
                "config set min-replicas-to-write 3",
                "replicaof 127.0.0.1 1",
            })
    void aRedisThatRefusesWritesIsNotWell(String command) {
        try (RedisProcess redis = RedisProcess.start();
                Store store = RedisStore.open(
                        RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(2)),
                        Limits.DEFAULT,
                        StoreObserver.NONE)) {
            StoreProbe probe = new StoreProbe(store, redis.url());
            assertThat(probe.look()).isEqualTo(Health.State.OK);
            redis.cli(List.of(command.split(" ")).toArray(String[]::new));
            // One that becomes a replica drops its clients first.
            Poll.until("the probe finds out", () -> refuses(probe));
            store.ping();
        }
    }
}
