package dev.yorozu.server.doors.redis.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.doors.redis.OpenDoor;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients as their makers ship them, on the embedded store and in RESP3; in a long run in RESP2 too, and on every kind of store
 * that a door stands before.
 */
class ClientsTest {
    private static final Map<String, Function<Path, Store>> STORES = new TreeMap<>(Map.of(
            "embedded", RocksStore::open,
            "memory", directory -> new MemoryStore(),
            "redis",
                    directory -> RedisStore.open(
                            RedisSettings.of(RedisProcess.shared().url()).withTimeout(Duration.ofSeconds(20)),
                            Limits.DEFAULT,
                            StoreObserver.NONE)));

    @TempDir
    Path directory;

    private static Stream<Arguments> clients() {
        List<Arguments> all = new ArrayList<>();
        for (String store : Rounds.isLong() ? STORES.keySet() : List.of("embedded")) {
            for (int protocol : Rounds.isLong() ? List.of(2, 3) : List.of(3)) {
                Map<String, DoorClient> clients = new TreeMap<>(Map.of(
                        "redis-cli", ScriptClient.redisCli(),
                        "redis-py", ScriptClient.redisPy(protocol == 3),
                        "node-redis", ScriptClient.node("node-redis.mjs"),
                        "Lettuce", new LettuceClient(),
                        "Jedis", new JedisClient()));
                clients.forEach((name, client) -> all.add(Arguments.of(name, protocol, store, client)));
            }
            all.add(Arguments.of("ioredis", 2, store, ScriptClient.node("ioredis.mjs"))); // It has no other.
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}, RESP{1}, {2}")
    @MethodSource("clients")
    void aClientDoesWhatItDoesOnRedis(String name, int protocol, String kind, DoorClient client) throws Exception {
        try (Store store = Objects.requireNonNull(STORES.get(kind)).apply(directory.resolve("store"));
                OpenDoor door = new OpenDoor(store, InstantSource.system())) {
            String prefix = "shop:" + name + protocol + ":";
            String secret = door.secret(name.toLowerCase(Locale.ROOT) + protocol, OpenDoor.EVERYTHING);

            assertThat(client.work(new DoorClient.Visit(door.port(), secret, protocol, prefix)))
                    .isEqualTo(DoorClient.PARTS);

            assertThat(store.get(Key.of(prefix + "stock"))).contains(Bytes.of("5"));
            assertThat(store.size(Key.of(prefix + "board"))).isEqualTo(3);
        }
    }
}
