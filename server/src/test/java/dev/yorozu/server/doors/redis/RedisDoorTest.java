package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.yorozu.audit.Query;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.LogLines;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.http.connection.ConnectionLimiter;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The door for Redis clients, with a real client and with bytes that none would send. */
class RedisDoorTest {
    private static final Rights ALL = rights("*");

    private final HeldClock clock = new HeldClock(Instant.parse("2026-11-18T12:00:00Z"));
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final TestHost host = TestHost.of(
            store, Map.of("doors.redis.enabled", "on", "doors.redis.port", "0", "server.requestTimeout", "2s"), clock);
    private final Credentials credentials = new Credentials(store, RandomTokens.secure(), clock);
    private final List<RedisClient> clients = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private RedisDoor door;

    private static Rights rights(String... patterns) {
        return new Rights(List.of(patterns), EnumSet.complementOf(EnumSet.of(Permission.DANGEROUS)));
    }

    @BeforeEach
    void open() {
        door = RedisDoor.open(host).orElseThrow();
    }

    @AfterEach
    void close() {
        clients.forEach(client -> client.shutdown(Duration.ZERO, Duration.ofSeconds(2)));
        door.close();
        store.close();
    }

    private String secret(String name, Rights rights) {
        return ((Credentials.Creation.Created) credentials.create(name, rights))
                .secret()
                .text();
    }

    private RedisCommands<String, String> connect(String secret) {
        RedisURI uri = RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(door.port())
                .withPassword(secret.toCharArray())
                .build();
        RedisClient client = RedisClient.create(uri);
        clients.add(client);
        return client.connect().sync();
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private String raw(String sent) throws IOException {
        try (Socket socket = socket()) {
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void aClientWorksOnTheStoreThatTheSystemsHave() {
        RedisCommands<String, String> redis = connect(secret("shop", ALL));

        assertThat(redis.set("sess:1", "{}", SetArgs.Builder.ex(60))).isEqualTo("OK");
        assertThat(redis.get("sess:1")).isEqualTo("{}");
        assertThat(redis.ttl("sess:1")).isEqualTo(60);
        assertThat(redis.zadd("z", 2, "b")).isEqualTo(1);
        assertThat(redis.zrangeWithScores("z", 0, -1).getFirst().getScore()).isEqualTo(2);
        assertThat(redis.hset("h", Map.of("a", "1", "b", "2"))).isEqualTo(2);
        assertThat(redis.hgetall("h")).containsEntry("b", "2");
        assertThat(redis.multi()).isEqualTo("OK");
        redis.incr("n");
        redis.incr("n");
        assertThat(redis.exec().stream().map(Object.class::cast)).containsExactly(1L, 2L);
        clock.advance(Duration.ofMinutes(1));
        assertThat(redis.get("sess:1")).isNull();
    }

    @Test
    void withoutACredentialNothingIsAnswered() throws IOException {
        assertThat(raw("GET a\r\nPING\r\nCLIENT ID\r\nCOMMAND\r\nHELLO 3\r\nSUBSCRIBE x\r\n")
                        .lines())
                .hasSize(6)
                .allMatch(line -> line.startsWith("-NOAUTH "));
    }

    @Test
    void wrongSecretsAreRefusedAndThenNotLookedAt() throws IOException {
        String secret = secret("shop", ALL);
        String near = secret.substring(0, secret.length() - 1) + (secret.endsWith("A") ? "B" : "A");

        assertThat(raw(("AUTH " + near + "\r\n").repeat(10)).lines()).allMatch(line -> line.startsWith("-WRONGPASS "));
        assertThat(raw("AUTH " + secret + "\r\n")).startsWith("-ERR too many wrong passwords");
        clock.advance(Duration.ofMinutes(1));
        assertThat(raw("AUTH " + secret + "\r\nAUTH shop " + secret + "\r\nAUTH other " + secret + "\r\n")
                        .lines())
                .element(2)
                .asString()
                .startsWith("-WRONGPASS ");
        assertThat(host.audit().page(Query.ALL, "", 100).events())
                .hasSize(13)
                .allMatch(event -> event.system().equals("redis"))
                .noneMatch(event -> event.toString().contains(secret.substring(9)));
    }

    @Test
    void whatARightDoesNotNameIsNotDone() {
        RedisCommands<String, String> reader =
                connect(secret("reader", new Rights(List.of("*"), Set.of(Permission.READ))));

        assertThat(reader.get("a")).isNull();
        for (Runnable attempt : List.<Runnable>of(
                () -> reader.set("a", "b"),
                reader::dbsize,
                reader::flushall,
                () -> reader.del("a"),
                () -> reader.keys("*"))) {
            assertThatExceptionOfType(RedisCommandExecutionException.class)
                    .isThrownBy(attempt::run)
                    .withMessageStartingWith("NOPERM ");
        }
    }

    @Test
    void aRemovedCredentialEndsOnOpenConnectionsToo() throws IOException {
        String secret = secret("shop", ALL);
        try (Socket socket = socket()) {
            assertThat(line(socket, "AUTH " + secret)).isEqualTo("+OK");
            credentials.remove("shop");
            clock.advance(Visitor.LOOKED_AFTER);
            assertThat(line(socket, "GET a")).startsWith("-NOAUTH ");
        }
    }

    @Test
    void aTransactionIsDoneWithTheRightsThatThereAreAtItsEnd() throws IOException {
        String secret = secret("shop", ALL);
        try (Wire wire = Wire.open(door.port(), secret)) {
            wire.ask("MULTI");
            for (String key : List.of("shop:a", "other:a", "shop:b")) {
                assertThat(wire.ask("SET", key, "1")).isEqualTo("+QUEUED\r\n");
            }
            wire.ask("GET", "shop:a");
            credentials.allow("shop", new Rights(List.of("shop:*"), Set.of(Permission.WRITE)));
            clock.advance(Visitor.LOOKED_AFTER);
            assertThat(wire.ask("EXEC").lines().map(line -> line.split(" ", 2)[0]))
                    .containsExactly("*4", "+OK", "-NOPERM", "+OK", "-NOPERM");
        }
        assertThat(raw("AUTH " + secret("reader", ALL) + "\r\nMGET shop:a other:a shop:b\r\n"))
                .isEqualTo("+OK\r\n*3\r\n$1\r\n1\r\n$-1\r\n$1\r\n1\r\n");
    }

    /** What one credential was allowed to queue, another one does not do. */
    @Test
    void aTransactionIsThatOfWhoeverEndsIt() throws IOException {
        String narrow = secret("narrow", rights("narrow:*"));
        assertThat(raw("AUTH " + secret("wide", ALL) + "\r\nMULTI\r\nSET wide:a 1\r\nAUTH " + narrow
                                + "\r\nEXEC\r\nRESET\r\nAUTH " + secret("reader", ALL) + "\r\nGET wide:a\r\n")
                        .lines()
                        .map(line -> line.split(" ", 2)[0]))
                .containsExactly("+OK", "+OK", "+QUEUED", "+OK", "*1", "-NOPERM", "+RESET", "+OK", "$-1");
    }

    /** A store that is out of reach once that is said. */
    private record Distant(Store store, AtomicBoolean away) implements Store.Forwarding {
        @Override
        public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
            requireNear();
            return store.readAll(questions);
        }

        @Override
        public <R> R view(List<Key> keys, Program<R> program) {
            requireNear();
            return store.view(keys, program);
        }

        private void requireNear() {
            if (away.get()) {
                throw new StoreException.Unavailable("The store is out of reach");
            }
        }
    }

    @Test
    void aConnectionOutlivesAStoreThatIsOutOfReach() throws IOException {
        AtomicBoolean away = new AtomicBoolean();
        try (OpenDoor distant = new OpenDoor(new Distant(store, away), clock);
                Wire wire = Wire.open(distant.port(), distant.secret("shop", ALL))) {
            away.set(true);
            assertThat(wire.ask("WATCH", "a")).startsWith("-UNAVAILABLE ");
            clock.advance(Visitor.LOOKED_AFTER);
            assertThat(wire.ask("PING")).startsWith("-UNAVAILABLE ");
            assertThat(wire.ask("CLIENT", "ID")).startsWith("-UNAVAILABLE ");
            assertThat(wire.ask("SET", "a", "x".repeat(10_000))).startsWith("-UNAVAILABLE ");
            away.set(false);
            assertThat(wire.ask("PING")).isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void aReplacedSecretEndsOnOpenConnectionsOnceItsGraceIsOver() throws IOException {
        String secret = secret("shop", ALL);
        try (Socket socket = socket()) {
            line(socket, "AUTH " + secret);
            credentials.rotate("shop", Duration.ofHours(1));
            clock.advance(Duration.ofMinutes(59));
            assertThat(line(socket, "PING")).isEqualTo("+PONG");
            clock.advance(Duration.ofMinutes(1));
            assertThat(line(socket, "PING")).startsWith("-NOAUTH ");
        }
    }

    @Test
    void whoIsTooManyIsToldSoAndTheLogNamesTheSettingOfTheDoor() throws IOException {
        try (LogLines log = LogLines.of(ConnectionLimiter.class, Level.WARNING);
                OpenDoor full = new OpenDoor(store, clock, Map.of("doors.redis.maxConnections", "1"));
                Wire first = Wire.open(full.port(), full.secret("shop", ALL));
                Socket second = new Socket(InetAddress.getLoopbackAddress(), full.port())) {
            assertThat(new String(second.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("-ERR max number of clients reached\r\n");
            assertThat(first.ask("PING")).isEqualTo("+PONG\r\n");
            assertThat(log.lines())
                    .containsExactly("Connections are refused: all 1 are in use (doors.redis.maxConnections).");
        }
    }

    private static String line(Socket socket, String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n", "Host: 127.0.0.1\r\n"})
    void aBrowserIsNotAnswered(String first) throws IOException {
        String secret = secret("shop", ALL);

        assertThat(raw(first + "AUTH " + secret + "\r\nSET a b\r\n")).doesNotContain("+OK\r\n+OK");
        assertThat(connect(secret).get("a")).isNull();
    }

    @Test
    void manyCommandsAtOnceAreAnsweredInTheirOrder() throws IOException {
        String secret = secret("shop", ALL);
        StringBuilder sent = new StringBuilder("AUTH " + secret + "\r\n");
        StringBuilder expected = new StringBuilder("+OK\r\n");
        for (int i = 1; i <= 5_000; i++) {
            sent.append("INCR n\r\n");
            expected.append(':').append(i).append("\r\n");
        }

        assertThat(raw(sent.toString())).isEqualTo(expected.toString());
    }

    @Test
    void whatIsSaidToTheConnectionKeepsItsPlaceAmongTheCommands() throws IOException {
        String shop = secret("shop", rights("shop:*"));
        String other = secret("other", rights("other:*"));

        assertThat(raw("SET shop:a 1\r\nAUTH " + shop
                                + "\r\nSET shop:a 1\r\nINCR shop:a\r\nSET other:a 1\r\nINCR shop:a\r\nAUTH "
                                + other
                                + "\r\nINCR shop:a\r\nSET other:a 1\r\nHELLO 3 SETNAME me\r\nHGETALL other:h\r\n"
                                + "CLIENT GETNAME\r\nRESET\r\nSET other:a 2\r\nQUIT\r\nSET other:a 3\r\n")
                        .lines()
                        .filter(line -> "+-:%".indexOf(line.charAt(0)) >= 0)
                        .map(line -> line.split(" ", 2)[0]))
                .containsExactly(
                        "-NOAUTH", "+OK", "+OK", ":2", "-NOPERM", ":3", "+OK", "-NOPERM", "+OK", "%7", ":3", ":1", "%0",
                        "+RESET", "-NOAUTH", "+OK");
    }

    @Test
    void whatIsWholeIsAnsweredBeforeTheRestOfTheNextIsWaitedFor() throws IOException {
        try (Socket socket = socket()) {
            String sent = "AUTH " + secret("shop", ALL) + "\r\nINCR n\r\nINCR n\r\n*2\r\n$4\r\nIN";
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readNBytes(13), StandardCharsets.US_ASCII)).isEqualTo("+OK\r\n:1\r\n:2\r\n");
            socket.getOutputStream().write("CR\r\n$1\r\nn\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(in.readNBytes(4), StandardCharsets.US_ASCII)).isEqualTo(":3\r\n");
        }
    }

    @Test
    void aTransactionIsSpoiltByWhatCouldNotBeRead() throws IOException {
        String secret = secret("shop", ALL);
        String large = "*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1048577\r\n" + "x".repeat(1_048_577) + "\r\n";

        assertThat(raw("AUTH " + secret + "\r\nMULTI\r\nSET b c\r\n" + large + "EXEC\r\nGET b\r\n")
                        .lines())
                .containsExactly(
                        "+OK",
                        "+OK",
                        "+QUEUED",
                        "-ERR a value is too long: at most 1048576 bytes",
                        "-EXECABORT Transaction discarded because of previous errors.",
                        "$-1");
    }

    @Test
    void aClientThatFallsSilentWithinACommandIsLeft() throws IOException {
        try (Socket socket = socket()) {
            socket.getOutputStream().write("*2\r\n$3\r\nGE".getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
