package dev.yorozu.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Session;
import dev.yorozu.command.call.Reply;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.testkit.Race;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Commands on every store: what clients and systems see of each other, what is refused, and that each is one step. */
@OnEveryStore
final class CommandsTest extends Suite {
    private static final int CALLERS = 64;
    private static final int TURNS = 10;

    private final String name = "command:" + UUID.randomUUID();

    private Session session() {
        return new Commands(store(), Keyspace.schema(), Limits.DEFAULT, InstantSource.system(), new Random(1))
                .session(Durability.DURABLE, Access.ALL);
    }

    private Client client() {
        return session()::execute;
    }

    private static Reply bulk(String text) {
        return Reply.of(text);
    }

    /** Whether keys may lie anywhere: on a cluster those of one call may not. */
    private boolean isWhole() {
        Reply reply = client().execute("MSET", name + ":a", "1", name + ":b", "1", name + ":c", "1");
        return reply.equals(Reply.OK);
    }

    @Test
    void theLifeOfASession() {
        Client client = client();
        assertThat(client.execute("SET", name, "{\"user\":1}", "EX", "1800")).isEqualTo(Reply.OK);
        assertThat(client.execute("SET", name, "other", "NX")).isEqualTo(Reply.NULL);
        assertThat(client.execute("GET", name)).isEqualTo(bulk("{\"user\":1}"));
        assertThat(((Reply.Int) client.execute("TTL", name)).value()).isBetween(1700L, 1800L);
        assertThat(client.execute("TYPE", name)).isEqualTo(new Reply.Simple("string"));
        assertThat(client.execute("GETDEL", name)).isEqualTo(bulk("{\"user\":1}"));
        assertThat(client.execute("TTL", name)).isEqualTo(Reply.of(-2));
    }

    @Test
    void repliesHaveTheTypesOfTheNewerProtocol() {
        Client client = client();
        client.execute("HSET", name + "h", "f", "v");
        client.execute("SADD", name + "s", "m");
        client.execute("ZADD", name + "z", "1.5", "a", "2", "b");
        assertThat(client.execute("HGETALL", name + "h")).isEqualTo(new Reply.Pairs(List.of(bulk("f"), bulk("v"))));
        assertThat(client.execute("SMEMBERS", name + "s")).isEqualTo(new Reply.Members(List.of(bulk("m"))));
        assertThat(client.execute("ZSCORE", name + "z", "a")).isEqualTo(new Reply.Real(1.5));
        assertThat(client.execute("ZINCRBY", name + "z", "1", "a")).isEqualTo(new Reply.Real(2.5));
        assertThat(client.execute("ZRANGE", name + "z", "0", "0", "WITHSCORES"))
                .isEqualTo(new Reply.Scored(List.of(bulk("b"), new Reply.Real(2))));
        assertThat(client.execute("ZPOPMAX", name + "z", "1").plain())
                .isEqualTo(new Reply.Array(List.of(bulk("a"), bulk("2.5"))));
        assertThat(client.execute("LPOP", name + "l", "2")).isEqualTo(Reply.NULL_ARRAY);
    }

    @Test
    void aClientAndASystemSeeWhatTheOtherWroteAtOnce() {
        Key total = NostalgicKeys.COUNTER_TOTAL.key("example-100680ad");
        Client client = client();
        store().commit(Batch.builder().delete(total).build());
        store().commit(Batch.builder().add(total, 41, Expiry.never()).build());
        assertThat(client.execute("INCR", total.name())).isEqualTo(Reply.of(42));
        assertThat(store().get(total).map(Bytes::text)).hasValue("42");
        assertThat(client.execute("DEL", total.name())).isEqualTo(Reply.ONE);
        assertThat(store().type(total)).isEmpty();
    }

    @Test
    void numbersKeepAllTheirDigits() {
        Client client = client();
        client.execute("SET", name, "9223372036854775800");
        assertThat(client.execute("INCRBY", name, "7")).isEqualTo(Reply.of(Long.MAX_VALUE));
        assertThat(client.execute("INCR", name)).isEqualTo(Reply.error("ERR increment or decrement would overflow"));
        client.execute("HSET", name + "h", "f", "-9223372036854775800");
        assertThat(client.execute("HINCRBY", name + "h", "f", "-8")).isEqualTo(Reply.of(Long.MIN_VALUE));
    }

    @Test
    void namesThatNoKeyCanHaveAreRefused() {
        Client client = client();
        Reply refused = Reply.error("ERR a key must be UTF-8 text of 1 to 1024 bytes without braces");
        assertThat(client.execute("GET", "a{b}c")).isEqualTo(refused);
        assertThat(client.execute("GET", "")).isEqualTo(refused);
        assertThat(client.execute("GET", "k".repeat(1025))).isEqualTo(refused);
        assertThat(client.execute(List.of(Bytes.of("GET"), Bytes.wrap(new byte[] {(byte) 0xff}))))
                .isEqualTo(refused);
        assertThat(client.execute("SET", "é".repeat(512), "1")).isEqualTo(Reply.OK);
    }

    @Test
    void whatIsTooLargeIsRefusedAndSaysSo() {
        Client client = client();
        String most = "x".repeat(1024 * 1024);
        assertThat(client.execute("SET", name, most + "x"))
                .isEqualTo(Reply.error("ERR a value is too long: at most 1048576 bytes"));
        assertThat(client.execute("SET", name, most)).isEqualTo(Reply.OK);
        if (store().relay().isEmpty()) {
            assertThat(client.execute("APPEND", name, "x"))
                    .isEqualTo(Reply.error("ERR string exceeds maximum allowed size (1048576 bytes)"));
        }
        List<String> call = new ArrayList<>(List.of("SADD", name + "s"));
        for (int i = 0; i < 1024; i++) {
            call.add("m" + i);
        }
        assertThat(client.execute(call.toArray(String[]::new))).isEqualTo(Reply.of(1024));
        call.add("one more");
        assertThat(client.execute(call.toArray(String[]::new)))
                .isEqualTo(Reply.error("ERR too many keys, members, fields or values in one command: at most 1024"));
        client.execute("DEL", name);
    }

    @Test
    void aTransactionHoldsSoMuchAndNoWalks() {
        Client client = client();
        client.execute("MULTI");
        for (int i = 0; i < 1024; i++) {
            assertThat(client.execute("INCR", name)).isEqualTo(new Reply.Simple("QUEUED"));
        }
        assertThat(client.execute("INCR", name))
                .isEqualTo(Reply.error("ERR too many commands in one transaction: at most 1024"));
        assertThat(client.execute("EXEC"))
                .isEqualTo(Reply.error("EXECABORT Transaction discarded because of previous errors."));
        client.execute("MULTI");
        for (int i = 0; i < 15; i++) {
            client.execute("SET", name, "x".repeat(1024 * 1024));
        }
        assertThat(client.execute("SET", name, "x".repeat(1024 * 1024)))
                .isEqualTo(Reply.error("ERR too many bytes in one transaction: at most 16777216"));
        assertThat(client.execute("DISCARD")).isEqualTo(Reply.OK);
        client.execute("MULTI");
        assertThat(client.execute("KEYS", "*")).isEqualTo(Reply.error("ERR keys is not possible within a transaction"));
        assertThat(client.execute("DISCARD")).isEqualTo(Reply.OK);
        assertThat(client.execute("EXISTS", name)).isEqualTo(Reply.ZERO);
    }

    @Test
    void keysOfOneCallMayLieAnywhereButOnACluster() {
        if (isWhole()) {
            assertThat(client().execute("DEL", name + ":a", name + ":b", name + ":c"))
                    .isEqualTo(Reply.of(3));
        } else {
            assertThat(client().execute("DEL", name + ":a", name + ":b", name + ":c"))
                    .isEqualTo(Reply.error("CROSSSLOT Keys in request don't hash to the same slot"));
        }
    }

    @Test
    void aWalkFindsEveryKey() {
        startOver();
        Client client = client();
        Set<Reply> expected = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            client.execute("SET", name + ":" + i, "v");
            expected.add(bulk(name + ":" + i));
        }
        client.execute("SADD", name + "set", "m");
        Set<Reply> found = new HashSet<>();
        String cursor = "0";
        do {
            Reply.Array page =
                    (Reply.Array) client.execute("SCAN", cursor, "MATCH", name + "*", "COUNT", "7", "TYPE", "string");
            cursor = ((Reply.Bulk) page.items().getFirst()).value().text();
            found.addAll(((Reply.Array) page.items().getLast()).items());
        } while (!cursor.equals("0"));
        assertThat(found).isEqualTo(expected);
        assertThat(new HashSet<>(((Reply.Array) client.execute("KEYS", name + ":*")).items()))
                .isEqualTo(expected);
        assertThat(client.execute("SCAN", "12345")).isEqualTo(Reply.error("ERR invalid cursor"));
    }

    @Test
    void emptyingTheStoreLeavesNothing() {
        Client client = client();
        client.execute("FLUSHDB", "ASYNC");
        for (int i = 0; i < 20; i++) {
            client.execute("SET", name + ":" + i, "v");
        }
        assertThat(client.execute("DBSIZE")).isEqualTo(Reply.of(20));
        assertThat(client.execute("FLUSHALL", "NOW")).isEqualTo(Reply.error("ERR syntax error"));
        assertThat(client.execute("FLUSHALL")).isEqualTo(Reply.OK);
        assertThat(client.execute("DBSIZE")).isEqualTo(Reply.ZERO);
        assertThat(client.execute("RANDOMKEY")).isEqualTo(Reply.NULL);
    }

    @Test
    void everyCountIsCountedOnce() throws Exception {
        List<Set<Reply>> counts = Race.run(CALLERS, () -> {
            Client client = client();
            Set<Reply> seen = new HashSet<>();
            for (int i = 0; i < TURNS; i++) {
                seen.add(client.execute("INCR", name));
                client.execute("ZINCRBY", name + "z", "1", "m");
                client.execute("HINCRBY", name + "h", "f", "1");
            }
            return seen;
        });
        Set<Reply> all = new HashSet<>();
        counts.forEach(all::addAll);
        assertThat(all).hasSize(CALLERS * TURNS);
        assertThat(client().execute("ZSCORE", name + "z", "m")).isEqualTo(new Reply.Real(CALLERS * TURNS));
        assertThat(client().execute("HGET", name + "h", "f")).isEqualTo(bulk("" + CALLERS * TURNS));
    }

    @Test
    void everyElementIsPoppedOnce() throws Exception {
        for (int i = 0; i < CALLERS * TURNS; i++) {
            client().execute("RPUSH", name, "e" + i);
        }
        List<List<Reply>> popped = Race.of(CALLERS, number -> {
            Client client = client();
            List<Reply> mine = new ArrayList<>();
            for (int i = 0; i < TURNS; i++) {
                mine.add(client.execute(number % 2 == 0 ? "LPOP" : "RPOP", name));
            }
            return mine;
        });
        Set<Reply> all = new HashSet<>();
        popped.forEach(all::addAll);
        assertThat(all).hasSize(CALLERS * TURNS).doesNotContain(Reply.NULL);
        assertThat(client().execute("EXISTS", name)).isEqualTo(Reply.ZERO);
    }

    @Test
    void callsThatCameTogetherAreAnsweredAsOneAfterTheOther() {
        Client single = client();
        Session together = session();
        List<List<Bytes>> calls = new ArrayList<>();
        for (String call : List.of(
                "GET K",
                "SET K 1",
                "INCR K",
                "GET K",
                "LPUSH K x",
                "INCR K extra",
                "NOSUCH",
                "PING",
                "INCR K",
                "MULTI",
                "INCR K",
                "GET K",
                "EXEC",
                "GET K",
                "WATCH K",
                "SET K 9",
                "MULTI",
                "GET K",
                "EXEC",
                "GET {",
                "DEL K",
                "EXISTS K")) {
            calls.add(List.of(call.split(" ")).stream().map(Bytes::of).toList());
        }
        List<Reply> expected =
                calls.stream().map(call -> single.execute(on("single", call))).toList();
        assertThat(together.executeAll(
                        calls.stream().map(call -> on("together", call)).toList()))
                .isEqualTo(expected);
        List<List<Bytes>> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            many.add(on("together", List.of(Bytes.of("INCR"), Bytes.of("K"))));
        }
        assertThat(together.executeAll(many)).hasSize(300).last().isEqualTo(Reply.of(300));
    }

    @Test
    void callsThatCameTogetherAreDoneInPartsWhereTheirRepliesAreLarge() {
        Session session = session();
        List<Bytes> swap = List.of(Bytes.of("GETSET"), Bytes.of(name + "large"), Bytes.of("x".repeat(500_000)));

        assertThat(session.executeFirst(Collections.nCopies(20, swap)))
                .hasSize(store().relay().isPresent() ? 20 : 4)
                .first()
                .isEqualTo(Reply.NULL);
        assertThat(session.executeAll(Collections.nCopies(20, swap)))
                .hasSize(20)
                .doesNotContain(Reply.NULL);
    }

    /** On a cluster only calls of one partition are one step, and one that spans partitions is refused alone. */
    @Test
    void callsOnDifferentKeysThatCameTogetherAreAnsweredEach() {
        List<List<Bytes>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(List.of(Bytes.of("INCR"), Bytes.of(name + i)));
            calls.add(
                    List.of(Bytes.of("MSET"), Bytes.of(name + i), Bytes.of(7), Bytes.of(name + "other"), Bytes.of(1)));
        }
        boolean whole = isWhole();
        List<Reply> replies = session().executeAll(calls);
        for (int i = 0; i < 50; i++) {
            assertThat(replies.get(2 * i)).isEqualTo(Reply.ONE);
            assertThat(replies.get(2 * i + 1).equals(Reply.OK)).isEqualTo(whole);
        }
    }

    private List<Bytes> on(String which, List<Bytes> call) {
        return call.stream()
                .map(part -> part.equals(Bytes.of("K")) ? Bytes.of(name + which) : part)
                .toList();
    }

    @Test
    void aTransactionIsOneStep() throws Exception {
        // What goes out of the one comes into the other, so that both together never change.
        Race.of(CALLERS, number -> {
            Client client = client();
            for (int i = 0; i < TURNS; i++) {
                client.execute("MULTI");
                client.execute("HINCRBY", name, "a", "-1");
                client.execute("HINCRBY", name, "b", "1");
                client.execute("HMGET", name, "a", "b");
                Reply.Array done = (Reply.Array) client.execute("EXEC");
                List<Reply> both = ((Reply.Array) done.items().getLast()).items();
                assertThat(number(both.getFirst()) + number(both.getLast())).isZero();
            }
            return true;
        });
        assertThat(client().execute("HGET", name, "b")).isEqualTo(bulk("" + CALLERS * TURNS));
    }

    private static long number(Reply reply) {
        return ((Reply.Bulk) reply).value().number().orElseThrow();
    }

    @Test
    void aWatchedKeyThatChangedKeepsATransactionFromBeingDone() throws Exception {
        client().execute("SET", name, "0");
        Race.run(8, () -> {
            Client client = client();
            for (int done = 0; done < TURNS; ) {
                client.execute("WATCH", name);
                long count = number(client.execute("GET", name));
                client.execute("MULTI");
                client.execute("SET", name, "" + (count + 1));
                done += client.execute("EXEC").equals(Reply.NULL_ARRAY) ? 0 : 1;
            }
            return true;
        });
        assertThat(client().execute("GET", name)).isEqualTo(bulk("" + 8 * TURNS));
    }

    @Test
    void aSystemsBatchChangesAWatchedKeyToo() {
        Key total = NostalgicKeys.COUNTER_TOTAL.key("watched-100680ad");
        Client client = client();
        client.execute("WATCH", total.name());
        store().commit(Batch.builder().add(total, 1, Expiry.never()).build());
        client.execute("MULTI");
        client.execute("SET", total.name(), "lost");
        assertThat(client.execute("EXEC")).isEqualTo(Reply.NULL_ARRAY);
        assertThat(client.execute("DEL", total.name())).isEqualTo(Reply.ONE);
    }
}
