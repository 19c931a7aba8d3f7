package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.Access;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Session;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a credential for one pattern can find out about other keys, or do to them: the same calls are made on a store that has
 * others and on one that has none, and each reply must be the same. All commands are tried, so that a new one needs a call in
 * {@link CallOfEach}.
 */
class ReachTest {
    private static final List<String> OWN = List.of("SET own:1 1", "SET own:2 2", "SET own:3 3");

    /** Keys beyond reach, one of each type, before, between and after those within. */
    private static final List<String> OTHERS = List.of(
            "SET a:string secret",
            "RPUSH other:list secret",
            "SADD own:10:set secret",
            "ZADD own:20:zset 1 secret",
            "HSET z:hash secret secret");

    private static final List<String> LOOKS = List.of(
            "GET a:string",
            "LRANGE other:list 0 -1",
            "SMEMBERS own:10:set",
            "ZRANGE own:20:zset 0 -1 WITHSCORES",
            "HGETALL z:hash");

    /** Beside those that are there, one that is not, and one of the server's own. */
    private static final List<String> BEYOND = Stream.concat(
                    OTHERS.stream().map(call -> call.split(" ", -1)[1]),
                    Stream.of("nobody", "yorozu:credentials:narrow"))
            .toList();

    private static final Set<String> DIFFERENT_EACH_TIME = Set.of("time", "randomkey");

    private static final Rights NARROW =
            new Rights(List.of("own:?"), EnumSet.complementOf(EnumSet.of(Permission.DANGEROUS)));

    private final Site without = new Site();
    private final Site with = new Site();

    /** A store behind a door. */
    private static final class Site {
        private final MemoryStore store = new MemoryStore();
        private final OpenDoor door = new OpenDoor(store, InstantSource.system());
        private final Session inside = new Commands(
                        store, Keyspace.schema(), Limits.DEFAULT, InstantSource.system(), new Random(1))
                .session(Durability.RELAXED, Access.ALL);
        private final String secret = door.secret("narrow", NARROW);

        /** By nobody's credential. */
        String run(String call) {
            return inside.execute(
                            Arrays.stream(call.split(" ", -1)).map(Bytes::of).toList())
                    .toString();
        }

        Wire connect() throws IOException {
            return Wire.open(door.port(), secret);
        }

        void close() {
            door.close();
            store.close();
        }
    }

    @BeforeEach
    void fill() {
        OWN.forEach(without::run);
        OWN.forEach(with::run);
        OTHERS.forEach(with::run);
    }

    @AfterEach
    void close() {
        without.close();
        with.close();
    }

    private static List<List<String>> calls(boolean withKeys) {
        return CallOfEach.all().values().stream()
                .flatMap(List::stream)
                .filter(call -> call.contains(CallOfEach.KEY) == withKeys)
                .toList();
    }

    @Test
    void everyCommandIsTried() {
        assertThat(CallOfEach.all().keySet()).containsExactlyInAnyOrderElementsOf(CallOfEach.ofTheTable());
    }

    @Test
    void aKeyBeyondReachIsRefusedInEveryPlaceOfEveryCommand() throws IOException {
        List<String> before = LOOKS.stream().map(with::run).toList();
        try (Wire there = with.connect();
                Wire here = without.connect()) {
            for (List<String> call : calls(true)) {
                for (int place : places(call)) {
                    for (String key : BEYOND) {
                        List<String> named = named(call, place, key);
                        for (Wire wire : List.of(there, here)) {
                            assertThat(wire.ask(named)).as("%s", named).isEqualTo(refusal());
                            assertThat(wire.ask("MULTI")).isEqualTo("+OK\r\n");
                            assertThat(wire.ask(named)).as("%s", named).isEqualTo(refusal());
                            assertThat(wire.ask("EXEC")).startsWith("-EXECABORT ");
                        }
                    }
                }
            }
        }
        assertThat(LOOKS.stream().map(with::run).toList()).isEqualTo(before);
        assertThat(with.run("EXISTS nobody own:1 own:2 own:3")).contains("3");
    }

    private static String refusal() {
        return "-NOPERM this user has no permissions to access one of the keys used as arguments\r\n";
    }

    private static List<Integer> places(List<String> call) {
        return IntStream.range(0, call.size())
                .filter(i -> call.get(i).equals(CallOfEach.KEY))
                .boxed()
                .toList();
    }

    /** The call with this key in one place, and one within reach in all others. */
    private static List<String> named(List<String> call, int place, String key) {
        List<String> named = new ArrayList<>(call);
        named.replaceAll(part -> part.equals(CallOfEach.KEY) ? "own:1" : part);
        named.set(place, key);
        return named;
    }

    @Test
    void noReplyTellsThatThereAreOtherKeys() throws IOException {
        for (List<String> call : calls(false)) {
            if (!DIFFERENT_EACH_TIME.contains(call.getFirst())) {
                assertThat(asked(with, call)).as("%s", call).isEqualTo(asked(without, call));
            }
        }
        try (Wire wire = with.connect()) {
            for (int i = 0; i < 50; i++) {
                assertThat(wire.ask("RANDOMKEY")).matches("\\$5\r\nown:[123]\r\n");
            }
        }
    }

    /** What comes of a call by itself, and within a transaction; cursors are drawn, and differ. */
    private static String asked(Site site, List<String> call) throws IOException {
        StringBuilder replies = new StringBuilder();
        try (Wire wire = site.connect()) {
            replies.append(wire.ask(call));
        }
        try (Wire wire = site.connect()) {
            replies.append(wire.ask("MULTI")).append(wire.ask(call)).append(wire.ask("EXEC"));
        } catch (IOException left) {
            replies.append("left");
        }
        return replies.toString().replaceAll("\\*2\r\n\\$\\d+\r\n[1-9]\\d*\r\n\\*", "cursor *");
    }

    @Test
    void aWalkHasThePagesOfTheKeysWithinReach() throws IOException {
        for (String count : List.of("1", "2", "3", "10")) {
            List<List<String>> pages = pages(without, count);
            assertThat(pages(with, count)).isEqualTo(pages);
            assertThat(pages.stream().flatMap(List::stream)).containsExactly("own:1", "own:2", "own:3");
        }
    }

    private static List<List<String>> pages(Site site, String count) throws IOException {
        List<List<String>> pages = new ArrayList<>();
        try (Wire wire = site.connect()) {
            String cursor = "0";
            do {
                List<String> lines =
                        wire.ask("SCAN", cursor, "COUNT", count).lines().toList();
                cursor = lines.get(2);
                pages.add(lines.stream().filter(line -> line.startsWith("own:")).toList());
                assertThat(lines).noneMatch(line -> line.contains("other") || line.contains("a:string"));
            } while (!cursor.equals("0"));
        }
        return pages;
    }

    @Test
    void theCursorOfAnotherClientLeadsToNoKeyBeyondReach() throws IOException {
        String all = with.door.secret("all", OpenDoor.EVERYTHING);
        try (Wire wide = Wire.open(with.door.port(), all);
                Wire narrow = with.connect()) {
            String cursor = wide.ask("SCAN", "0", "COUNT", "1")
                    .lines()
                    .skip(2)
                    .findFirst()
                    .orElseThrow();
            assertThat(cursor).isNotEqualTo("0");
            assertThat(narrow.ask("SCAN", cursor, "COUNT", "100").lines().filter(line -> line.contains(":")))
                    .allMatch(line -> line.startsWith("own:") && line.length() == 5);
        }
    }

    @Test
    void whatConcernsEverythingStopsAtTheKeysWithinReach() throws IOException {
        List<String> before = LOOKS.stream().map(with::run).toList();
        String dangerous = with.door.secret("dangerous", new Rights(List.of("own:?"), EnumSet.allOf(Permission.class)));
        try (Wire wire = Wire.open(with.door.port(), dangerous)) {
            assertThat(wire.ask("KEYS", "*").lines().filter(line -> line.contains(":")))
                    .containsExactlyInAnyOrder("own:1", "own:2", "own:3");
            assertThat(wire.ask("FLUSHALL")).isEqualTo("+OK\r\n");
            assertThat(wire.ask("DBSIZE")).isEqualTo(":0\r\n");
        }
        assertThat(LOOKS.stream().map(with::run).toList()).isEqualTo(before);
    }

    @Test
    void howMuchMemoryAllKeysTakeIsToldToThoseWhoMayAskForAll() throws IOException {
        String all = with.door.secret("all", OpenDoor.EVERYTHING);
        try (Wire wide = Wire.open(with.door.port(), all);
                Wire narrow = with.connect()) {
            assertThat(wide.ask("INFO", "memory"))
                    .containsPattern("# Memory\r\nused_memory:[1-9][0-9]*\r\nused_memory_human:[0-9.]+M\r\nmaxmemory:");
            assertThat(wide.ask("INFO")).contains("redis_version:", "used_memory:", "role:master");
            assertThat(narrow.ask("INFO", "memory")).isEqualTo("$0\r\n\r\n");
            assertThat(narrow.ask("INFO")).contains("redis_version:").doesNotContain("memory");
        }
    }
}
