package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What 64 connections do at once to the same keys, while systems commit batches there: each step is done whole, and once. */
class ManyConnectionsTest {
    private static final int CONNECTIONS = 64;
    private static final int SYSTEMS = 8;

    @TempDir
    Path directory;

    private Store store;
    private OpenDoor door;
    private String secret;

    @BeforeEach
    void open() {
        store = RocksStore.open(directory.resolve("store"));
        door = new OpenDoor(store, InstantSource.system(), Map.of("doors.redis.durability", "relaxed"));
        secret = door.secret("shop", OpenDoor.EVERYTHING);
    }

    @AfterEach
    void close() {
        door.close();
        store.close();
    }

    @FunctionalInterface
    private interface Work {
        void on(Wire wire) throws IOException;
    }

    /** Does this on every connection, and that in every system, all at once. */
    private void together(Work work, Runnable system) throws Exception {
        List<Callable<Boolean>> actions = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            actions.add(() -> {
                try (Wire wire = Wire.open(door.port(), secret)) {
                    work.on(wire);
                    return true;
                }
            });
        }
        for (int i = 0; i < SYSTEMS; i++) {
            actions.add(() -> {
                system.run();
                return true;
            });
        }
        assertThat(Race.run(actions)).hasSize(CONNECTIONS + SYSTEMS).containsOnly(true);
    }

    private boolean commit(Batch.Builder batch) {
        return store.apply(batch.relaxed());
    }

    @Test
    void everyCountIsCountedOnceAndATransactionIsSeenWhole() throws Exception {
        int turns = Rounds.of(10, 2_000);
        Key counter = Key.of("many:counter");
        Set<String> told = ConcurrentHashMap.newKeySet();
        together(
                wire -> {
                    for (int turn = 0; turn < turns; turn++) {
                        assertThat(told.add(wire.ask("INCR", "many:counter"))).isTrue();
                        wire.ask("MULTI");
                        wire.ask("INCR", "many:left");
                        wire.ask("INCR", "many:right");
                        String[] both = wire.ask("EXEC").split("\r\n", -1);
                        assertThat(both[1]).isEqualTo(both[2]).startsWith(":");
                        String[] seen =
                                wire.ask("MGET", "many:left", "many:right").split("\r\n", -1);
                        assertThat(seen[2]).isEqualTo(seen[4]);
                    }
                },
                () -> {
                    for (int turn = 0; turn < turns; turn++) {
                        commit(Batch.builder().add(counter, 1));
                    }
                });
        assertThat(store.get(counter)).contains(number((CONNECTIONS + SYSTEMS) * turns));
        assertThat(store.get(Key.of("many:left"))).contains(number(CONNECTIONS * turns));
    }

    @Test
    void noUpdateOfAWatchedKeyIsLost() throws Exception {
        int turns = Rounds.of(1, 60);
        Key stock = Key.of("many:stock");
        commit(Batch.builder().put(stock, "0", Expiry.never()));
        together(
                wire -> {
                    for (int turn = 0; turn < turns; turn++) {
                        boolean done = false;
                        while (!done) {
                            wire.ask("WATCH", "many:stock");
                            long found =
                                    Long.parseLong(wire.ask("GET", "many:stock").split("\r\n", -1)[1]);
                            wire.ask("MULTI");
                            wire.ask("SET", "many:stock", Long.toString(found + 1));
                            done = wire.ask("EXEC").equals("*1\r\n+OK\r\n");
                        }
                    }
                },
                () -> {
                    for (int turn = 0; turn < turns; turn++) {
                        commit(Batch.builder().add(stock, 1));
                    }
                });
        assertThat(store.get(stock)).contains(number((CONNECTIONS + SYSTEMS) * turns));
    }

    private static Bytes number(int number) {
        return Bytes.of(Integer.toString(number));
    }
}
