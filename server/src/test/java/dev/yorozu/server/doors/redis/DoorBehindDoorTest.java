package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.doors.upstash.StoreAtTheDoor;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The door for Redis clients of a server whose store is the Upstash door of another one. */
class DoorBehindDoorTest {
    private static final String SESSION = "sess:0123456789abcdef0123456789abcdef";

    @TempDir
    private Path directory;

    @FunctionalInterface
    private interface Work {
        void on(Wire client, Wire other) throws IOException;
    }

    /** @param schema that of the server which the clients come to */
    private void with(String store, String schema, Work work) throws IOException {
        try (StoreAtTheDoor served = new StoreAtTheDoor(
                        store.equals("memory") ? new MemoryStore() : RocksStore.open(directory.resolve("store")),
                        Map.of("doors.schema", "off"));
                OpenDoor door = new OpenDoor(served.store(), InstantSource.system(), Map.of("doors.schema", schema))) {
            String secret = door.secret("shop", OpenDoor.EVERYTHING);
            try (Wire client = Wire.open(door.port(), secret);
                    Wire other = Wire.open(door.port(), secret)) {
                work.on(client, other);
            }
        }
    }

    private static String ask(Wire wire, String line) throws IOException {
        return wire.ask(Stream.of(line.split(" ")).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "embedded"})
    void commandsAnswerAsEverywhere(String store) throws IOException {
        with(store, "warn", (client, other) -> {
            assertThat(ask(client, "SET a é EX 100")).isEqualTo("+OK\r\n");
            assertThat(ask(other, "GET a")).isEqualTo("$2\r\nÃ©\r\n");
            assertThat(ask(other, "TTL a")).isEqualTo(":100\r\n");
            assertThat(ask(client, "LPUSH a x")).startsWith("-WRONGTYPE ");
            assertThat(ask(client, "INCRBY n 9007199254740993")).isEqualTo(":9007199254740993\r\n");
            assertThat(ask(client, "DECRBY n 9223372036854775807")).isEqualTo(":-9214364837600034814\r\n");
            assertThat(ask(client, "ZADD z 1.5 one 2 two")).isEqualTo(":2\r\n");
            assertThat(ask(client, "ZRANGE z 0 -1 WITHSCORES"))
                    .isEqualTo("*4\r\n$3\r\none\r\n$3\r\n1.5\r\n$3\r\ntwo\r\n$1\r\n2\r\n");
            assertThat(ask(client, "HSET h f v")).isEqualTo(":1\r\n");
            assertThat(ask(client, "HGETALL h")).isEqualTo("*2\r\n$1\r\nf\r\n$1\r\nv\r\n");
            assertThat(ask(client, "MGET a none n")).startsWith("*3\r\n$2\r\nÃ©\r\n$-1\r\n");
            assertThat(ask(client, "DEL a n z h")).isEqualTo(":4\r\n");
            assertThat(ask(client, "EXISTS a")).isEqualTo(":0\r\n");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "embedded"})
    void aTransactionIsOneStepAndNoneWhereAWatchedKeyHasChanged(String store) throws IOException {
        with(store, "warn", (client, other) -> {
            for (String write : new String[] {"SET w 1", "SADD w b a", "RPUSH w 1 2", "HSET w f v", "ZADD w 1 m"}) {
                ask(client, "DEL w");
                ask(client, write);
                ask(client, "WATCH w");
                assertThat(ask(client, "MULTI")).isEqualTo("+OK\r\n");
                assertThat(ask(client, "INCR done")).isEqualTo("+QUEUED\r\n");
                assertThat(ask(client, "EXEC")).as(write).startsWith("*1\r\n:");

                ask(client, "WATCH w");
                ask(other, "DEL w");
                ask(client, "MULTI");
                ask(client, "INCR lost");
                assertThat(ask(client, "EXEC")).as(write).isEqualTo("*-1\r\n");
            }
            assertThat(ask(client, "MGET done lost")).isEqualTo("*2\r\n$1\r\n5\r\n$-1\r\n");
        });
    }

    @Test
    void whatIsAgainstADeclarationIsUndoneThereToo() throws IOException {
        with("memory", "enforce", (client, other) -> {
            assertThat(ask(client, "SET " + SESSION + " {\"uid\":\"1\"}")).startsWith("-SCHEMA sess:{sid} ");
            assertThat(ask(other, "EXISTS " + SESSION)).isEqualTo(":0\r\n");
            assertThat(ask(client, "SET " + SESSION + " {\"uid\":\"1\"} EX 100"))
                    .isEqualTo("+OK\r\n");
            assertThat(ask(client, "PERSIST " + SESSION)).startsWith("-SCHEMA ");
            assertThat(ask(client, "APPEND " + SESSION + " x")).startsWith("-SCHEMA ");
            assertThat(ask(other, "GET " + SESSION)).isEqualTo("$11\r\n{\"uid\":\"1\"}\r\n");
            assertThat(ask(other, "TTL " + SESSION)).matches(":[0-9]+\r\n");
            ask(client, "MULTI");
            ask(client, "SET mine 1");
            ask(client, "SADD counter:a:total x");
            assertThat(ask(client, "EXEC")).startsWith("-SCHEMA counter:{id}:total ");
            assertThat(ask(other, "EXISTS mine counter:a:total")).isEqualTo(":0\r\n");
        });
    }
}
