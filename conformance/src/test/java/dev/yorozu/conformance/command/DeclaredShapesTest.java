package dev.yorozu.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Observer;
import dev.yorozu.command.SchemaMode;
import dev.yorozu.command.Session;
import dev.yorozu.command.Violation;
import dev.yorozu.command.call.Reply;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.testkit.Race;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What commands leave behind is held against the declared keyspace, and on every store undone whole where it must be. */
@OnEveryStore
final class DeclaredShapesTest extends Suite {
    private static final int CALLERS = 32;
    /** A script of @upstash/ratelimit, which counts at its key. */
    private static final String FIXED_WINDOW = "b2efc02798c8e9b471a10f9b1d5745db89923ff3";

    private static final String GOOD = "{\"uid\":\"1\",\"ver\":1}";

    private final String unique = UUID.randomUUID().toString();
    private final String session = "sess:" + unique.replace("-", "");
    private final String index = "user:" + unique + ":sessions";
    private final List<String> told = new ArrayList<>();

    private Session session(SchemaMode mode) {
        return new Commands(store(), Keyspace.schema(), mode, Limits.DEFAULT, InstantSource.system(), new Random(1))
                .session(Durability.DURABLE, Access.ALL, new Noting());
    }

    private Client client(SchemaMode mode) {
        return session(mode)::execute;
    }

    private final class Noting implements Observer {
        @Override
        public void undeclared(Key key) {
            note("undeclared " + key.name());
        }

        @Override
        public void violated(Violation violation, boolean undone) {
            note(violation.pattern() + " " + violation.flaw() + (undone ? " undone" : ""));
        }

        private synchronized void note(String what) {
            told.add(what);
        }
    }

    private static Reply together(Client client, String... calls) {
        client.execute("MULTI");
        for (String call : calls) {
            client.execute(call.split(" "));
        }
        return client.execute("EXEC");
    }

    private static String refusal(Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Failure.class);
        return ((Reply.Failure) reply).text();
    }

    @Test
    void aViolationIsToldAndDone() {
        Client client = client(SchemaMode.WARN);
        assertThat(client.execute("SET", session, GOOD)).isEqualTo(Reply.OK);
        assertThat(client.execute("SET", session, "no JSON", "EX", "100")).isEqualTo(Reply.OK);
        assertThat(client.execute("SET", session, "{\"uid\":null}", "EX", "100"))
                .isEqualTo(Reply.OK);
        client.execute("DEL", session);
        assertThat(client.execute("SADD", session, "a")).isEqualTo(Reply.ONE);
        assertThat(client.execute("SMEMBERS", session)).isEqualTo(new Reply.Members(List.of(Reply.of("a"))));
        assertThat(told).containsExactly("sess:{sid} LIFE", "sess:{sid} FORM", "sess:{sid} FORM", "sess:{sid} TYPE");
    }

    @Test
    void whatAScriptLeavesIsToldOrRefused() {
        String script = new PublishedScripts().text(FIXED_WINDOW);
        String[] call = {"EVAL", script, "1", session, "5", "100000", "1"};
        assertThat(client(SchemaMode.WARN).execute(call)).isInstanceOf(Reply.Array.class);
        assertThat(told).containsExactly("sess:{sid} FORM");
        Client strict = client(SchemaMode.ENFORCE);
        assertThat(refusal(strict.execute(call))).startsWith("SCHEMA ");
        assertThat(strict.execute("GET", session)).isEqualTo(Reply.of("1"));
    }

    @Test
    void whatIsRightIsNotTold() {
        Client client = client(SchemaMode.ENFORCE);
        assertThat(client.execute("SET", session, GOOD, "EX", "100")).isEqualTo(Reply.OK);
        assertThat(client.execute("EXPIRE", session, "200")).isEqualTo(Reply.ONE);
        assertThat(client.execute("GET", session)).isEqualTo(Reply.of(GOOD));
        assertThat(together(client, "SADD " + index + " a b", "EXPIRE " + index + " 100"))
                .isEqualTo(new Reply.Array(List.of(Reply.of(2), Reply.ONE)));
        assertThat(client.execute("SADD", index, "c")).isEqualTo(Reply.ONE);
        assertThat(client.execute("SREM", index, "a", "b", "c")).isEqualTo(Reply.of(3));
        assertThat(told).isEmpty();
    }

    @Test
    void aRefusedStepLeavesAStringAsItWas() {
        Client client = client(SchemaMode.ENFORCE);
        client.execute("SET", session, GOOD, "PX", "100000");
        for (String call : List.of(
                "SET " + session + " " + GOOD,
                "SET " + session + " x KEEPTTL",
                "GETSET " + session + " " + GOOD,
                "APPEND " + session + " x",
                "PERSIST " + session,
                "GETEX " + session + " PERSIST",
                "SETEX " + session + " 100 [1]",
                "MSET " + session + " " + GOOD)) {
            assertThat(refusal(client.execute(call.split(" "))))
                    .as(call)
                    .startsWith("SCHEMA sess:{sid} is declared as an object of JSON with uid that ends: ");
            assertThat(client.execute("GET", session)).isEqualTo(Reply.of(GOOD));
            assertThat(((Reply.Int) client.execute("PTTL", session)).value()).isBetween(50_000L, 100_000L);
        }
        assertThat(refusal(client.execute("SET", session, GOOD)))
                .endsWith("that ends: use SET … EX, or EXPIRE in the same MULTI");
        assertThat(refusal(together(client, "DEL " + session, "SADD " + session + " a")))
                .endsWith("use SET");
        assertThat(client.execute("GET", session)).isEqualTo(Reply.of(GOOD));
    }

    @Test
    void aRefusedStepLeavesACollectionAsItWas() {
        Client client = client(SchemaMode.ENFORCE);
        assertThat(refusal(client.execute("SADD", index, "a")))
                .endsWith("a set that ends: use EXPIRE in the same MULTI");
        assertThat(client.execute("EXISTS", index)).isEqualTo(Reply.ZERO);
        together(client, "SADD " + index + " a b", "PEXPIRE " + index + " 100000");
        assertThat(refusal(client.execute("PERSIST", index))).contains("user:{uid}:sessions");
        assertThat(refusal(client.execute("SET", index, "x", "EX", "10"))).contains("user:{uid}:sessions");
        assertThat(refusal(together(client, "SREM " + index + " a b", "SADD " + index + " c")))
                .contains("user:{uid}:sessions");
        assertThat(((Reply.Members) client.execute("SMEMBERS", index)).items())
                .containsExactlyInAnyOrder(Reply.of("a"), Reply.of("b"));
        assertThat(((Reply.Int) client.execute("PTTL", index)).value()).isBetween(50_000L, 100_000L);
    }

    @Test
    void everyTypeIsPutBackWhole() {
        Client client = client(SchemaMode.ENFORCE);
        String scores = "ranking:" + unique + ":scores";
        String details = "ranking:" + unique + ":details";
        String messages = "bbs:" + unique + ":messages";
        client.execute("ZADD", scores, "1.5", "a", "-2", "b");
        client.execute("HSET", details, "a", "1", "b", "2");
        client.execute("RPUSH", messages, "a", "b", "a");
        for (String key : List.of(scores, details, messages)) {
            assertThat(refusal(client.execute("EXPIRE", key, "10"))).endsWith("leave it without an expiry");
            assertThat(refusal(client.execute("SET", key, "x"))).startsWith("SCHEMA ");
            assertThat(client.execute("TTL", key)).isEqualTo(Reply.of(-1));
        }
        assertThat(refusal(together(client, "LPUSH " + messages + " z", "EXPIRE " + messages + " 10")))
                .startsWith("SCHEMA bbs:{id}:messages is declared as a list that does not end: ");
        assertThat(client.execute("ZRANGE", scores, "0", "-1", "WITHSCORES").plain())
                .isEqualTo(Reply.bulks(
                        Stream.of("b", "-2", "a", "1.5").map(Bytes::of).toList()));
        assertThat(((Reply.Pairs) client.execute("HGETALL", details)).items()).hasSize(4);
        assertThat(client.execute("HGET", details, "b")).isEqualTo(Reply.of("2"));
        assertThat(client.execute("LRANGE", messages, "0", "-1"))
                .isEqualTo(Reply.bulks(Stream.of("a", "b", "a").map(Bytes::of).toList()));
    }

    @Test
    void aTransactionIsUndoneWhole() {
        Client client = client(SchemaMode.ENFORCE);
        String sound = "session:" + unique + ":aaaaaa";
        String sids = "user_sessions:" + unique;
        String value = "{\"user_id\":\"1\",\"created_at\":\"t\"}";
        client.execute("SET", sound, value, "EX", "100");
        assertThat(refusal(together(client, "DEL " + sound, "ZADD " + sids + " 1 aaaaaa")))
                .startsWith("SCHEMA user_sessions:{user_id} is declared as a sorted set that ends: ");
        assertThat(client.execute("GET", sound)).isEqualTo(Reply.of(value));
        assertThat(client.execute("EXISTS", sids)).isEqualTo(Reply.ZERO);
        assertThat(refusal(client.execute("RENAME", sound, sids))).endsWith("use ZADD");
        assertThat(client.execute("GET", sound)).isEqualTo(Reply.of(value));
        assertThat(told).containsExactly("user_sessions:{user_id} LIFE undone", "user_sessions:{user_id} TYPE undone");
    }

    @Test
    void callsThatCameTogetherAreStepsOfTheirOwn() {
        Session client = session(SchemaMode.ENFORCE);
        String total = "counter:" + unique + ":total";
        List<Reply> replies = client.executeAll(Stream.of("INCR " + total, "APPEND " + total + " x", "INCR " + total)
                .map(call -> Stream.of(call.split(" ")).map(Bytes::of).toList())
                .toList());
        assertThat(replies.get(0)).isEqualTo(Reply.ONE);
        assertThat(refusal(replies.get(1)))
                .isEqualTo("SCHEMA counter:{id}:total is declared as a whole number that does not end: write a value of"
                        + " that form");
        assertThat(replies.get(2)).isEqualTo(Reply.of(2));
    }

    @Test
    void aCallThatFailsIsNotHeldAgainstTheClient() {
        client(SchemaMode.OFF).execute("SET", session, "no JSON");
        assertThat(told).isEmpty();
        assertThat(refusal(client(SchemaMode.ENFORCE).execute("LPUSH", session, "a")))
                .startsWith("WRONGTYPE");
        assertThat(told).isEmpty();
        assertThat(client(SchemaMode.ENFORCE).execute("DEL", session)).isEqualTo(Reply.ONE);
    }

    @Test
    void bordersOfNumbersAreTheSameOnEveryStore() {
        Client client = client(SchemaMode.ENFORCE);
        String total = "counter:" + unique + ":total";
        for (String number : List.of("0", "-1", "9223372036854775807", "-9223372036854775808", "1000000000000000000")) {
            assertThat(client.execute("SET", total, number)).as(number).isEqualTo(Reply.OK);
        }
        for (String other :
                List.of("", "-0", "01", "+1", "1.0", " 1", "9223372036854775808", "-9223372036854775809", "1e3")) {
            assertThat(refusal(client.execute("SET", total, other))).as(other).startsWith("SCHEMA ");
        }
    }

    @Test
    void undeclaredKeysAreTold() {
        Client client = client(SchemaMode.WARN);
        client.execute("SET", "mine:" + unique, "1");
        client.execute("GET", "mine:" + unique);
        assertThat(told).containsExactly("undeclared mine:" + unique);
    }

    @Test
    void aRefusedStepTakesNothingOfOthersWithIt() throws Exception {
        String total = "counter:" + unique + ":total";
        List<Long> counted = Race.of(CALLERS, caller -> {
            Client client = client(SchemaMode.ENFORCE);
            long done = 0;
            for (int i = 0; i < 10; i++) {
                Reply reply = caller % 2 == 0
                        ? client.execute("INCR", total)
                        : together(client, "INCR " + total, "EXPIRE " + total + " 10");
                done += reply instanceof Reply.Int ? 1 : 0;
            }
            return done;
        });
        long all = counted.stream().mapToLong(Long::longValue).sum();
        assertThat(all).isEqualTo(CALLERS / 2 * 10L);
        assertThat(client(SchemaMode.OFF).execute("GET", total)).isEqualTo(Reply.of(Long.toString(all)));
        assertThat(client(SchemaMode.OFF).execute("TTL", total)).isEqualTo(Reply.of(-1));
    }
}
