package dev.yorozu.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Session;
import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random commands answer as Debian's redis-server does, on memory and on the embedded store. */
final class DifferentialTest {
    private static final int SHOWN = 12;

    private final long seed = Rounds.seed();
    private final RandomCommands commands = new RandomCommands(new SplittableRandom(seed));
    private final Deque<String> played = new ArrayDeque<>();
    private final List<Store> stores = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();
    private RedisProcess redis;
    private RespConnection reference;
    private RespConnection otherReference;
    private boolean watching = true;

    /** One of ours, and a second client of it. */
    private record Peer(String name, Client client, Client other) {
        static Peer of(String name, Store store) {
            Commands commands =
                    new Commands(store, Keyspace.schema(), Limits.DEFAULT, InstantSource.system(), new Random(1));
            return new Peer(name, client(commands), client(commands));
        }

        private static Client client(Commands commands) {
            Session session = commands.session(Durability.RELAXED, Access.ALL);
            return parts -> session.execute(parts).plain();
        }
    }

    @BeforeEach
    void open() {
        redis = RedisProcess.start("--databases", "1");
        reference = new RespConnection(redis.port());
        otherReference = new RespConnection(redis.port());
    }

    private void add(Store store) {
        stores.add(store);
        peers.add(Peer.of(store.getClass().getSimpleName(), store));
    }

    @AfterEach
    void close() {
        stores.forEach(Store::close);
        reference.close();
        otherReference.close();
        redis.close();
    }

    @Test
    void everyReplyAndTheFinalStateAreThoseOfRedis(@TempDir Path directory) throws InterruptedException {
        add(new MemoryStore());
        add(RocksStore.open(directory.resolve("store")));
        compare(Rounds.of(6_000, 500_000));
    }

    /** A proxy knows a watched key by its value, so that one which is set to what it was has not changed for it. */
    @Test
    void aProxyBeforeRedisAnswersAsRedisDoes() throws InterruptedException {
        try (RedisProcess behind = RedisProcess.start("--databases", "1")) {
            add(RedisStore.open(
                    RedisSettings.of(behind.url()).withTimeout(Duration.ofSeconds(20)),
                    Limits.DEFAULT,
                    StoreObserver.NONE));
            watching = false;
            compare(Rounds.of(3_000, 50_000));
        }
    }

    private void compare(int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            switch (commands.arguments().below(200)) {
                case 0 -> letAKeyEnd();
                case 1, 2 -> transaction();
                case 3 -> walk();
                default -> play(commands.next());
            }
            if (i % 5_000 == 4_999) {
                compareAll();
            }
        }
        compareAll();
    }

    private void play(List<Bytes> call) {
        Reply expected = reference.execute(call);
        note(call, expected);
        for (Peer peer : peers) {
            Reply found = peer.client().execute(call);
            check(peer, call, expected, found);
            if (Call.word(call.getFirst()).equals("SPOP") && call.size() > 1) {
                takeTheSame(peer, call.get(1), expected, found);
            }
        }
    }

    private void note(List<Bytes> call, Reply expected) {
        played.add(Likeness.show(call) + " -> " + Likeness.show(expected));
        if (played.size() > SHOWN) {
            played.remove();
        }
    }

    private void check(Peer peer, List<Bytes> call, Reply expected, Reply found) {
        if (!Likeness.alike(call, expected, found)) {
            throw new AssertionError(peer.name() + " answers " + Likeness.show(found) + "\nin place of "
                    + Likeness.show(expected) + "\nto " + Likeness.show(call) + "\nseed " + seed + ", after\n"
                    + String.join("\n", played));
        }
    }

    /** Puts back what was popped here, and takes out what Redis popped, so that both go on with one set. */
    private static void takeTheSame(Peer peer, Bytes key, Reply expected, Reply found) {
        List<Bytes> theirs = bulks(expected);
        List<Bytes> ours = bulks(found);
        if (!ours.isEmpty()
                && peer.client().execute(List.of(Bytes.of("EXISTS"), key)).equals(Reply.ONE)) {
            peer.client().execute(joined("SADD", key, ours));
            peer.client().execute(joined("SREM", key, theirs));
        }
    }

    private static List<Bytes> bulks(Reply reply) {
        List<Bytes> bulks = new ArrayList<>();
        for (Reply item : Likeness.items(reply)) {
            if (item instanceof Reply.Bulk bulk) {
                bulks.add(bulk.value());
            }
        }
        return bulks;
    }

    private static List<Bytes> joined(String name, Bytes key, List<Bytes> rest) {
        List<Bytes> call = new ArrayList<>(List.of(Bytes.of(name), key));
        call.addAll(rest);
        return call;
    }

    /** A key with the shortest life is gone a moment later, whatever it was. */
    private void letAKeyEnd() throws InterruptedException {
        Bytes key = Bytes.of(commands.arguments().anyKey());
        List<Bytes> call = List.of(Bytes.of("PEXPIRE"), key, Bytes.of("1"));
        play(call);
        Thread.sleep(5);
        play(List.of(Bytes.of("EXISTS"), key));
    }

    /** A transaction, before whose end another client may write to a key that is watched, or to another. */
    private void transaction() {
        Arguments arguments = commands.arguments();
        boolean watches = watching && arguments.oneIn(2);
        Bytes watched = Bytes.of(arguments.anyKey());
        if (watches) {
            play(List.of(Bytes.of("WATCH"), watched));
        }
        play(List.of(Bytes.of("MULTI")));
        List<List<Bytes>> queued = new ArrayList<>();
        for (int i = arguments.below(6); i > 0; i--) {
            List<Bytes> call = commands.next();
            if (isPlain(call)) {
                queued.add(call);
                play(call);
            }
        }
        if (arguments.oneIn(2)) {
            Bytes key = arguments.oneIn(2) ? watched : Bytes.of("other");
            List<Bytes> call = List.of(Bytes.of("SET"), key, arguments.value());
            otherReference.execute(call);
            peers.forEach(peer -> peer.other().execute(call));
        }
        execute(queued);
    }

    /** What is neither by chance nor about keys that it does not name. */
    private static boolean isPlain(List<Bytes> call) {
        return !List.of("SPOP", "SRANDMEMBER", "RANDOMKEY", "KEYS", "DBSIZE").contains(Call.word(call.getFirst()));
    }

    private void execute(List<List<Bytes>> queued) {
        List<Bytes> exec = List.of(Bytes.of("EXEC"));
        Reply expected = reference.execute(exec);
        note(exec, expected);
        for (Peer peer : peers) {
            Reply found = peer.client().execute(exec);
            if (!(expected instanceof Reply.Array array) || array.items().size() != queued.size()) {
                check(peer, exec, expected, found);
                continue;
            }
            assertThat(Likeness.items(found)).hasSize(queued.size());
            for (int i = 0; i < queued.size(); i++) {
                check(
                        peer,
                        queued.get(i),
                        array.items().get(i),
                        Likeness.items(found).get(i));
            }
        }
    }

    /** A whole walk over the keys, or over one collection. */
    private void walk() {
        Arguments arguments = commands.arguments();
        List<Bytes> call = switch (arguments.below(4)) {
            case 0 -> List.of(Bytes.of("SCAN"));
            case 1 -> List.of(Bytes.of("SSCAN"), Bytes.of(arguments.key("t")));
            case 2 -> List.of(Bytes.of("HSCAN"), Bytes.of(arguments.key("h")));
            default -> List.of(Bytes.of("ZSCAN"), Bytes.of(arguments.key("z")));
        };
        List<Bytes> options = new ArrayList<>();
        if (arguments.oneIn(2)) {
            options.addAll(List.of(Bytes.of("MATCH"), Bytes.of(arguments.of(List.of("*", "m*", "s?", "[a-z]1")))));
        }
        if (arguments.oneIn(2)) {
            options.addAll(List.of(Bytes.of("COUNT"), Bytes.of(arguments.of(List.of("1", "3", "100", "0", "x")))));
        }
        String expected = walked(reference, call, options);
        for (Peer peer : peers) {
            assertThat(walked(peer.client(), call, options))
                    .as("%s %s %s, seed %d", peer.name(), Likeness.show(call), Likeness.show(options), seed)
                    .isEqualTo(expected);
        }
    }

    private static String walked(Client client, List<Bytes> call, List<Bytes> options) {
        List<String> found = new ArrayList<>();
        Bytes cursor = Bytes.of("0");
        boolean scored = call.getFirst().equals(Bytes.of("ZSCAN"));
        int group = scored || call.getFirst().equals(Bytes.of("HSCAN")) ? 2 : 1;
        do {
            List<Bytes> whole = new ArrayList<>(call);
            whole.add(cursor);
            whole.addAll(options);
            Reply reply = client.execute(whole);
            if (!(reply instanceof Reply.Array page)) {
                return reply.toString();
            }
            cursor = ((Reply.Bulk) page.items().getFirst()).value();
            List<Reply> items = Likeness.items(page.items().getLast());
            for (int i = 0; i < items.size(); i += group) {
                List<Reply> element = items.subList(i, i + group);
                found.add((scored ? withNumber(element) : element)
                        .stream().map(Likeness::show).toList().toString());
            }
        } while (!cursor.equals(Bytes.of("0")));
        return found.stream().distinct().sorted().toList().toString();
    }

    /** How a walk spells large scores depends in Redis on the size of the set. */
    private static List<Reply> withNumber(List<Reply> element) {
        Bytes score = ((Reply.Bulk) element.getLast()).value();
        return List.of(element.getFirst(), new Reply.Real(Numbers.real(score).orElseThrow()));
    }

    private void compareAll() {
        List<String> keys = new ArrayList<>(List.of("lex", "other"));
        for (String type : Arguments.TYPES) {
            for (int i = 0; i < Arguments.KEYS_OF_A_TYPE; i++) {
                keys.add(type + i);
            }
        }
        for (String key : keys) {
            for (List<String> call : List.of(
                    List.of("TYPE", key),
                    List.of("PEXPIRETIME", key),
                    List.of("GET", key),
                    List.of("SMEMBERS", key),
                    List.of("LRANGE", key, "0", "-1"),
                    List.of("ZRANGE", key, "0", "-1", "WITHSCORES"),
                    List.of("HGETALL", key))) {
                play(call.stream().map(Bytes::of).toList());
            }
        }
    }
}
