package dev.yorozu.server.doors.redis.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.params.ZAddParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.resps.Tuple;

/** What an application does, by Jedis. */
final class JedisClient implements DoorClient {
    @Override
    public List<String> work(Visit visit) throws Exception {
        try (Jedis jedis = connect(visit, visit.secret())) {
            return new Work(jedis, visit).all();
        }
    }

    private static Jedis connect(Visit visit, String secret) {
        return new Jedis(
                new HostAndPort("127.0.0.1", visit.port()),
                DefaultJedisClientConfig.builder()
                        .password(secret)
                        .protocol(visit.protocol() == 3 ? RedisProtocol.RESP3 : RedisProtocol.RESP2)
                        .build());
    }

    private record Work(Jedis jedis, Visit visit) implements JavaWork {
        String key(String name) {
            return visit.prefix() + name;
        }

        @Override
        public void session() {
            assertThat(jedis.set(
                            key("session"),
                            "{\"user\":\"花子\"}",
                            SetParams.setParams().ex(60)))
                    .isEqualTo("OK");
            assertThat(jedis.get(key("session"))).isEqualTo("{\"user\":\"花子\"}");
            assertThat(jedis.expire(key("session"), 600)).isEqualTo(1);
            assertThat(jedis.ttl(key("session"))).isBetween(61L, 600L);
            assertThat(jedis.sadd(key("sessions"), "a", "b")).isEqualTo(2);
            assertThat(jedis.smembers(key("sessions"))).containsExactlyInAnyOrder("a", "b");
            assertThat(jedis.sismember(key("sessions"), "c")).isFalse();
            assertThat(jedis.srem(key("sessions"), "b")).isEqualTo(1);
            assertThat(jedis.del(key("session"), key("sessions"))).isEqualTo(2);
            assertThat(jedis.get(key("session"))).isNull();
        }

        @Override
        public void counter() {
            assertThat(jedis.incr(key("counter"))).isEqualTo(1);
            assertThat(jedis.expire(key("counter"), 60)).isEqualTo(1);
            List<Response<Long>> counts = new ArrayList<>();
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int i = 0; i < 100; i++) {
                    counts.add(pipeline.incr(key("counter")));
                }
            }
            for (int i = 0; i < 100; i++) {
                assertThat(counts.get(i).get()).isEqualTo(i + 2);
            }
            assertThat(jedis.decrBy(key("counter"), 101)).isZero();
        }

        @Override
        public void ranking() {
            assertThat(jedis.zadd(key("ranking"), Map.of("a", 10.0, "b", 20.5, "c", 30.0)))
                    .isEqualTo(3);
            ZAddParams raised = ZAddParams.zAddParams().gt().ch();
            assertThat(jedis.zadd(key("ranking"), Map.of("a", 5.0, "b", 40.0), raised))
                    .isEqualTo(1);
            assertThat(jedis.zadd(
                            key("ranking"), 1, "a", ZAddParams.zAddParams().nx()))
                    .isZero();
            assertThat(jedis.zincrby(key("ranking"), 2.5, "a")).isEqualTo(12.5);
            assertThat(jedis.zrangeWithScores(key("ranking"), 0, -1))
                    .containsExactly(new Tuple("a", 12.5), new Tuple("c", 30.0), new Tuple("b", 40.0));
            assertThat(jedis.zrevrank(key("ranking"), "a")).isEqualTo(2);
            assertThat(jedis.zscore(key("ranking"), "nobody")).isNull();
        }

        @Override
        public void board() {
            assertThat(jedis.lpush(key("board"), "1", "2", "3", "4")).isEqualTo(4);
            assertThat(jedis.ltrim(key("board"), 0, 2)).isEqualTo("OK");
            assertThat(jedis.lrange(key("board"), 0, -1)).containsExactly("4", "3", "2");
            assertThat(jedis.hset(key("settings"), Map.of("title", "掲示板", "max", "3")))
                    .isEqualTo(2);
            assertThat(jedis.hgetAll(key("settings"))).isEqualTo(Map.of("title", "掲示板", "max", "3"));
        }

        @Override
        public void transaction() {
            jedis.set(key("stock"), "10");
            jedis.watch(key("stock"));
            Transaction sold = jedis.multi();
            sold.set(key("stock"), "9");
            sold.incr(key("sold"));
            assertThat(sold.exec()).isEqualTo(List.of("OK", 1L));
            jedis.watch(key("stock"));
            try (Jedis other = connect(visit, visit.secret())) {
                other.set(key("stock"), "5");
            }
            Transaction late = jedis.multi();
            late.set(key("stock"), "0");
            assertThat(late.exec()).isNull();
            assertThat(jedis.get(key("stock"))).isEqualTo("5");
        }

        @Override
        public void scan() {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                names.add(key("scan:" + i));
                jedis.set(key("scan:" + i), "x");
            }
            ScanParams pages = new ScanParams().match(key("scan:*")).count(7);
            List<String> found = new ArrayList<>();
            String cursor = ScanParams.SCAN_POINTER_START;
            do {
                ScanResult<String> page = jedis.scan(cursor, pages);
                found.addAll(page.getResult());
                cursor = page.getCursor();
            } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            assertThat(found).containsExactlyInAnyOrderElementsOf(names);
        }

        @Override
        public void errors() {
            jedis.set(key("word"), "x");
            assertThatThrownBy(() -> jedis.lpush(key("word"), "x"))
                    .hasMessage("WRONGTYPE Operation against a key holding the wrong kind of value");
            assertThatThrownBy(() -> jedis.incr(key("word"))).hasMessage("ERR value is not an integer or out of range");
            assertThatThrownBy(() -> jedis.publish("channel", "x")).hasMessageContaining("unknown command");
            assertThatThrownBy(() -> connect(visit, "wrong").close()).hasMessageStartingWith("WRONGPASS ");
        }

        @Override
        public void values() {
            byte[] every = JavaWork.everyByte();
            byte[] name = key("日本語の鍵").getBytes(StandardCharsets.UTF_8);
            jedis.set(name, every);
            assertThat(jedis.get(name)).isEqualTo(every);
            assertThat(jedis.strlen(name)).isEqualTo(512);
            jedis.set(key("text"), "絵文字🎌\r\n$3\r\n");
            assertThat(jedis.get(key("text"))).isEqualTo("絵文字🎌\r\n$3\r\n");
        }
    }
}
