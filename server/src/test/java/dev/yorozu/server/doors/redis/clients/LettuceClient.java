package dev.yorozu.server.doors.redis.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.SetArgs;
import io.lettuce.core.ZAddArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;

/** What an application does, by Lettuce. */
final class LettuceClient implements DoorClient {
    @Override
    public List<String> work(Visit visit) throws Exception {
        RedisClient client = open(visit, visit.secret());
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return new Work(client, connection, visit).all();
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    private static RedisClient open(Visit visit, String secret) {
        RedisClient client = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(visit.port())
                .withPassword(secret.toCharArray())
                .build());
        client.setOptions(ClientOptions.builder()
                .protocolVersion(visit.protocol() == 3 ? ProtocolVersion.RESP3 : ProtocolVersion.RESP2)
                .build());
        return client;
    }

    private record Work(RedisClient client, StatefulRedisConnection<String, String> connection, Visit visit)
            implements JavaWork {
        RedisCommands<String, String> redis() {
            return connection.sync();
        }

        String key(String name) {
            return visit.prefix() + name;
        }

        @Override
        public void session() {
            assertThat(redis().set(key("session"), "{\"user\":\"花子\"}", SetArgs.Builder.ex(60)))
                    .isEqualTo("OK");
            assertThat(redis().get(key("session"))).isEqualTo("{\"user\":\"花子\"}");
            assertThat(redis().expire(key("session"), 600)).isTrue();
            assertThat(redis().ttl(key("session"))).isBetween(61L, 600L);
            assertThat(redis().sadd(key("sessions"), "a", "b")).isEqualTo(2);
            assertThat(redis().smembers(key("sessions"))).containsExactlyInAnyOrder("a", "b");
            assertThat(redis().sismember(key("sessions"), "c")).isFalse();
            assertThat(redis().srem(key("sessions"), "b")).isEqualTo(1);
            assertThat(redis().del(key("session"), key("sessions"))).isEqualTo(2);
            assertThat(redis().get(key("session"))).isNull();
        }

        @Override
        public void counter() throws Exception {
            assertThat(redis().incr(key("counter"))).isEqualTo(1);
            assertThat(redis().expire(key("counter"), 60)).isTrue();
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                counts.add(connection.async().incr(key("counter")));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(counts.get(i).get()).isEqualTo(i + 2);
            }
            assertThat(redis().decrby(key("counter"), 101)).isZero();
        }

        @Override
        public void ranking() {
            assertThat(redis().zadd(key("ranking"), 10.0, "a", 20.5, "b", 30.0, "c"))
                    .isEqualTo(3);
            assertThat(redis().zadd(key("ranking"), ZAddArgs.Builder.gt().ch(), 5.0, "a", 40.0, "b"))
                    .isEqualTo(1);
            assertThat(redis().zadd(key("ranking"), ZAddArgs.Builder.nx(), 1.0, "a"))
                    .isZero();
            assertThat(redis().zincrby(key("ranking"), 2.5, "a")).isEqualTo(12.5);
            assertThat(redis().zrangeWithScores(key("ranking"), 0, -1))
                    .containsExactly(ScoredValue.just(12.5, "a"), ScoredValue.just(30, "c"), ScoredValue.just(40, "b"));
            assertThat(redis().zrevrank(key("ranking"), "a")).isEqualTo(2);
            assertThat(redis().zscore(key("ranking"), "nobody")).isNull();
        }

        @Override
        public void board() {
            assertThat(redis().lpush(key("board"), "1", "2", "3", "4")).isEqualTo(4);
            assertThat(redis().ltrim(key("board"), 0, 2)).isEqualTo("OK");
            assertThat(redis().lrange(key("board"), 0, -1)).containsExactly("4", "3", "2");
            assertThat(redis().hset(key("settings"), Map.of("title", "掲示板", "max", "3")))
                    .isEqualTo(2);
            assertThat(redis().hgetall(key("settings"))).isEqualTo(Map.of("title", "掲示板", "max", "3"));
        }

        @Override
        public void transaction() {
            redis().set(key("stock"), "10");
            redis().watch(key("stock"));
            redis().multi();
            redis().set(key("stock"), "9");
            redis().incr(key("sold"));
            assertThat(redis().exec().stream().map(Object.class::cast)).containsExactly("OK", 1L);
            redis().watch(key("stock"));
            try (StatefulRedisConnection<String, String> other = client.connect()) {
                other.sync().set(key("stock"), "5");
            }
            redis().multi();
            redis().set(key("stock"), "0");
            assertThat(redis().exec().wasDiscarded()).isTrue();
            assertThat(redis().get(key("stock"))).isEqualTo("5");
        }

        @Override
        public void scan() {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                names.add(key("scan:" + i));
                redis().set(key("scan:" + i), "x");
            }
            ScanArgs pages = ScanArgs.Builder.matches(key("scan:*")).limit(7);
            assertThat(ScanIterator.scan(redis(), pages).stream()).containsExactlyInAnyOrderElementsOf(names);
        }

        @Override
        public void errors() {
            redis().set(key("word"), "x");
            assertThatThrownBy(() -> redis().lpush(key("word"), "x"))
                    .hasMessage("WRONGTYPE Operation against a key holding the wrong kind of value");
            assertThatThrownBy(() -> redis().incr(key("word")))
                    .hasMessage("ERR value is not an integer or out of range");
            assertThatThrownBy(() -> redis().publish("channel", "x")).hasMessageContaining("unknown command");
            RedisClient stranger = open(visit, "wrong");
            try {
                assertThatThrownBy(stranger::connect).rootCause().hasMessageStartingWith("WRONGPASS ");
            } finally {
                stranger.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        }

        @Override
        public void values() {
            byte[] every = JavaWork.everyByte();
            byte[] name = key("日本語の鍵").getBytes(StandardCharsets.UTF_8);
            try (StatefulRedisConnection<byte[], byte[]> binary = client.connect(ByteArrayCodec.INSTANCE)) {
                binary.sync().set(name, every);
                assertThat(binary.sync().get(name)).isEqualTo(every);
            }
            assertThat(redis().strlen(key("日本語の鍵"))).isEqualTo(512);
            redis().set(key("text"), "絵文字🎌\r\n$3\r\n");
            assertThat(redis().get(key("text"))).isEqualTo("絵文字🎌\r\n$3\r\n");
        }
    }
}
