package dev.yorozu.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.yorozu.command.Access;
import dev.yorozu.command.CommandTable;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Session;
import dev.yorozu.command.call.Reply;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Durability;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The scripts of @upstash/ratelimit on every store, beside a real Redis that runs them as they are published. */
@OnEveryStore
final class ScriptsTest extends Suite {
    private static final PublishedScripts PUBLISHED = new PublishedScripts();
    private static final long NOW = 1_760_000_000_123L;

    /** So far the clocks of two stores may be apart, in milliseconds. */
    private static final long CLOCKS = 1_000_000;

    /** Its window never ends, because it compares a number with a text; ours does. */
    private static final String ENDLESS = "1861a700bafe96c833a483af6b1c28a8897cfdb0";

    private static final String FIXED = "b2efc02798c8e9b471a10f9b1d5745db89923ff3";
    private static final String BUCKET = "d60be5bd3d83482ae229309f1f7425424f891204";
    private static final String RESET = "54bd274ddc59fb3be0f42deee2f64322a10e2b50";

    private final String name = "script:" + UUID.randomUUID();
    private final Random random = new Random(Rounds.seed());

    private Client client() {
        Commands commands =
                new Commands(store(), Keyspace.schema(), Limits.DEFAULT, InstantSource.system(), new Random(1));
        Session session = commands.session(Durability.DURABLE, Access.ALL);
        return parts -> session.execute(parts).plain();
    }

    @Test
    void theTableHasWhatThePackagePublishesAndNothingElse() {
        Set<String> known = CommandTable.standard().scripts().stream()
                .map(script -> script.name().substring("evalsha|".length()))
                .collect(Collectors.toSet());
        assertThat(PUBLISHED.digests())
                .as("@upstash/ratelimit publishes other scripts than ScriptCommands answers")
                .containsAll(PUBLISHED.named())
                .isEqualTo(known);
    }

    /** How a script is called: as many keys as it has, and arguments that callers send. */
    private record Call(String digest, int keys, List<String> arguments) {}

    private List<Call> calls() {
        String limit = Integer.toString(1 + random.nextInt(4));
        String now = Long.toString(NOW + random.nextInt(40_000_000));
        String window = random.nextBoolean() ? "10000000" : "25000000";
        String step = List.of("1", "1", "2", "-1").get(random.nextInt(4));
        String id = "request" + random.nextInt(3);
        return List.of(
                new Call(FIXED, 2, List.of(limit, window, step)),
                new Call("823cb2a5a902d69681244f5e28e5ebb8f2a89edd", 2, List.of(limit)),
                new Call("74740bb3d7792848093cdef586b6b6037c455fd6", 3, List.of(limit, now, window, step)),
                new Call("7ca36169e0fc9caedd81b4eef8e99854c157f9b5", 3, List.of(limit, now, window)),
                new Call(BUCKET, 2, List.of(limit, window, "2", now, step)),
                new Call("40daf4a441df736f5c99f8b77bbe176c909e5de4", 2, List.of(limit)),
                new Call(ENDLESS, 1, List.of(window, step)),
                new Call("eb82f0e853d2fc9a236fa9bfbe704fda6ac2fc36", 1, List.of()),
                new Call("e04b753a75909b7f99aae4c04cf8869a8de02a9e", 1, List.of(id, window, step)),
                new Call("e066c8ce3eaca142b0894ad1541e0a58c9924819", 1, List.of()),
                new Call("aeb4d8f381e8dafc8e69041baae1324d254ded44", 2, List.of(limit, now, window, id, step)),
                new Call("87828c1088f6a8d1f512a434ea330189982a1c0a", 2, List.of(now, window)));
    }

    /** Keys that a cluster has in one place: the same one, each time. */
    private List<String> keys(Call call) {
        String key = name + ":" + call.digest().substring(0, 4) + ":" + random.nextInt(2);
        boolean apart =
                client().execute("MSET", name + ":x", "1", name + ":y", "1").equals(Reply.OK);
        List<String> keys = new ArrayList<>(List.of(key));
        while (keys.size() < call.keys()) {
            keys.add(apart ? key + "-" + keys.size() : key);
        }
        return keys;
    }

    private static String[] command(Call call, List<String> keys, String text) {
        List<String> parts = new ArrayList<>(List.of("EVAL", text, Integer.toString(keys.size())));
        parts.addAll(keys);
        parts.addAll(call.arguments());
        return parts.toArray(String[]::new);
    }

    @Test
    void eachAnswersAndKeepsWhatThePublishedOneDoes() {
        Client ours = client();
        try (RedisProcess own = RedisProcess.start();
                RespConnection redis = new RespConnection(own.port())) {
            for (int turn = 0; turn < Rounds.of(15, 2_000); turn++) {
                for (Call call : calls()) {
                    List<String> keys = keys(call);
                    String text = PUBLISHED.text(call.digest());
                    Reply expected = redis.execute(command(call, keys, text.replaceFirst("^#!.*\n", "")));
                    Reply reply = ours.execute(command(call, keys, text));
                    if (expected instanceof Reply.Failure) {
                        assertThat(reply).as("%s", call).isInstanceOf(Reply.Failure.class);
                        continue;
                    }
                    assertThat(ordered(reply)).as("%s", call).isEqualTo(ordered(expected));
                    for (String key : keys) {
                        assertThat(kept(ours, key)).as("%s", call).isEqualTo(kept(redis, key));
                        if (!call.digest().equals(ENDLESS)) {
                            assertThat(life(ours, key)).as("%s", call).isCloseTo(life(redis, key), within(CLOCKS));
                        }
                    }
                }
            }
        }
    }

    /** Fields of a hash come in no order. */
    private static Object ordered(Reply reply) {
        if (!(reply instanceof Reply.Array array)) {
            return reply;
        }
        List<Reply> items = array.items();
        if (!items.isEmpty() && items.stream().allMatch(Reply.Bulk.class::isInstance)) {
            Map<Reply, Reply> pairs = new HashMap<>();
            for (int i = 0; i < items.size(); i += 2) {
                pairs.put(items.get(i), items.get(i + 1));
            }
            return pairs;
        }
        return items.stream().map(ScriptsTest::ordered).toList();
    }

    private static List<Object> kept(Client client, String key) {
        String type = ((Reply.Simple) client.execute("TYPE", key)).text();
        Reply value = type.equals("hash") ? client.execute("HGETALL", key) : client.execute("GET", key);
        return List.of(type, ordered(value));
    }

    /** A key that does not end, or is absent, is far from any that ends. */
    private static long life(Client client, String key) {
        long millis = ((Reply.Int) client.execute("PTTL", key)).value();
        return millis < 0 ? millis * 2 * CLOCKS : millis;
    }

    @Test
    void whatIsDeniedIsToldWithTheStateOfTheList() {
        Client client = client();
        String text = PUBLISHED.text("e8062088fe7e67994f617766e5d766490de1afb8");
        client.execute("SADD", name, "203.0.113.9");
        Reply denied = new Reply.Array(List.of(Reply.ONE, Reply.ZERO));
        String[] call = {"EVAL", text, "2", name, name, "203.0.113.9", "203.0.113.10"};
        assertThat(client.execute(call)).isEqualTo(new Reply.Array(List.of(denied, Reply.of(-1))));
        client.execute("DEL", name);
        Reply none = new Reply.Array(List.of(Reply.ZERO, Reply.ZERO));
        assertThat(client.execute(call)).isEqualTo(new Reply.Array(List.of(none, Reply.of(-2))));
        assertThat(client.execute("GET", name)).isEqualTo(Reply.of("pending"));
        assertThat(life(client, name)).isBetween(1L, 30_000L);
    }

    @Test
    void countsAreExactWhoeverCalls() throws Exception {
        String key = name + ":race";
        Client first = client();
        String text = PUBLISHED.text(FIXED);
        first.execute("EVAL", text, "1", key, "10", "100000", "1");
        List<Reply> replies = Race.of(64, caller -> client().execute("EVAL", text, "1", key, "10", "100000", "1"));
        assertThat(replies.stream().distinct()).hasSize(64);
        assertThat(first.execute("GET", key)).isEqualTo(Reply.of("65"));
    }

    @Test
    void aScriptIsKnownByItsDigestOnceItsTextCame() {
        Client client = client();
        String[] byDigest = {"EVALSHA", FIXED.toUpperCase(Locale.ROOT), "1", name + ":n", "5", "100000", "1"};
        client.execute("EVAL", PUBLISHED.text(FIXED), "1", name + ":n", "5", "100000", "1");
        assertThat(client.execute(byDigest)).isEqualTo(new Reply.Array(List.of(Reply.of(2), Reply.of(5))));
    }

    @Test
    void malformedCallsAreRefusedAndChangeNothing() {
        Client client = client();
        for (Call call : calls()) {
            String text = PUBLISHED.text(call.digest());
            for (String count : List.of("-1", "9", "x", "9223372036854775807")) {
                assertThat(client.execute("EVAL", text, count, name + ":k")).isInstanceOf(Reply.Failure.class);
            }
        }
        String fixed = PUBLISHED.text(FIXED);
        String bucket = PUBLISHED.text(BUCKET);
        for (String wrong : List.of("", "x", "nan", "inf", "1e400")) {
            assertThat(client.execute("EVAL", fixed, "1", name + ":m", "1", "1000", wrong))
                    .isInstanceOf(Reply.Failure.class);
        }
        assertThat(client.execute("EVAL", bucket, "1", name + ":m", "x", "1", "1", "1", "1"))
                .isInstanceOf(Reply.Failure.class);
        assertThat(client.execute("EXISTS", name + ":m")).isEqualTo(Reply.ZERO);
    }

    @Test
    void aResetDeletesWhatMatchesItsPatternAlone() {
        Client client = client();
        client.execute("SET", name + ":user:1", "1");
        client.execute("SET", name + ":user:2", "1");
        client.execute("SET", name + ":other", "1");
        assertThat(client.execute("EVAL", PUBLISHED.text(RESET), "1", name + ":user*"))
                .isEqualTo(Reply.NULL);
        assertThat(client.execute("EXISTS", name + ":user:1")).isEqualTo(Reply.ZERO);
        assertThat(client.execute("EXISTS", name + ":user:2")).isEqualTo(Reply.ZERO);
        assertThat(client.execute("EXISTS", name + ":other")).isEqualTo(Reply.ONE);
    }

    @Test
    void anyOtherScriptIsRefusedByASentence() {
        assertThat(client().execute("EVAL", "return 1", "0"))
                .isEqualTo(Reply.error("ERR this server runs no scripts but those of @upstash/ratelimit, in the version"
                        + " that it knows"));
        assertThat(client().execute("EVALSHA", "0".repeat(40), "0"))
                .isEqualTo(Reply.error("NOSCRIPT No matching script. Please use EVAL."));
    }
}
