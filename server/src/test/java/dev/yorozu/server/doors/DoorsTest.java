package dev.yorozu.server.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.command.Session;
import dev.yorozu.command.call.Reply;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What all doors do alike: what clients write is held against the keyspace, counted, and written down. */
class DoorsTest {
    private static final String SESSION = "sess:0123456789abcdef0123456789abcdef";

    private final HeldClock clock = new HeldClock(Instant.parse("2026-11-18T12:00:00Z"));
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);

    @AfterEach
    void close() {
        store.close();
    }

    private TestHost host(String schema) {
        return TestHost.of(store, Map.of("doors.schema", schema, "addressSalt", "salt of the test"), clock);
    }

    private Session session(TestHost host, String name, Rights rights) {
        Credentials credentials = new Credentials(store, RandomTokens.secure(), clock);
        String secret = ((Credentials.Creation.Created) credentials.create(name, rights))
                .secret()
                .text();
        Visitor visitor = host.visitors().visitor("redis", InetAddress.getLoopbackAddress());
        assertThat(visitor.signIn("default", secret)).isEqualTo(Visitor.SignIn.RIGHT);
        return host.doors().session(visitor, Durability.DURABLE);
    }

    private static Rights all() {
        return new Rights(List.of("*"), EnumSet.allOf(Permission.class));
    }

    private static Reply execute(Session session, String... parts) {
        return session.execute(Stream.of(parts).map(Bytes::of).toList());
    }

    /** What is in the audit log, without the sign-ins, the oldest first. */
    private List<String> written(TestHost host) {
        host.doors().close();
        AuditLog log = host.audit();
        return log.page(Query.ALL.of(Kind.DOOR), "", 100).events().reversed().stream()
                .map(DoorsTest::text)
                .toList();
    }

    private static String text(Event event) {
        return event.user().orElse("") + " " + event.action() + " " + event.subject() + ": " + event.outcome();
    }

    private static String metrics(TestHost host) {
        return new String(host.metrics().text(), StandardCharsets.UTF_8);
    }

    @Test
    void aWarningIsCountedAndDone() {
        TestHost host = host("warn");
        Session client = session(host, "shop", all());
        assertThat(execute(client, "SET", SESSION, "{}")).isEqualTo(Reply.OK);
        clock.advance(Duration.ofSeconds(5));
        assertThat(execute(client, "SET", SESSION, "x")).isEqualTo(Reply.OK);
        execute(client, "SET", "mine:1", "x");
        execute(client, "SET", "secret-without-colon", "x");

        assertThat(host.doors().schema().violations())
                .singleElement()
                .returns("sess:{sid}", SchemaLog.Violated::key)
                .returns(2L, SchemaLog.Violated::times)
                .returns(clock.instant(), SchemaLog.Violated::last)
                .returns(false, SchemaLog.Violated::undone);
        assertThat(host.doors().schema().undeclared())
                .containsExactly(new SchemaLog.Undeclared("mine", 1), new SchemaLog.Undeclared("none", 1));
        assertThat(metrics(host))
                .contains(
                        "yorozu_door_schema_violations_total{key=\"sess:{sid}\",outcome=\"done\",reason=\"life\"} 2.0")
                .contains("yorozu_door_undeclared_writes_total{prefix=\"mine\"} 1.0");
        assertThat(written(host)).isEmpty();
    }

    @Test
    void whatIsEnforcedIsRefusedAndWrittenDown() {
        TestHost host = host("enforce");
        Session client = session(host, "shop", all());
        assertThat(execute(client, "SET", SESSION, "{}")).isInstanceOf(Reply.Failure.class);
        assertThat(execute(client, "EXISTS", SESSION)).isEqualTo(Reply.ZERO);

        assertThat(metrics(host)).contains("outcome=\"refused\",reason=\"life\"} 1.0");
        assertThat(written(host)).singleElement().asString().matches("shop refuse sess:~[0-9a-f]{8}: schema: life");
    }

    @Test
    void offTellsNothing() {
        TestHost host = host("off");
        execute(session(host, "shop", all()), "SET", SESSION, "{}");
        execute(session(host, "other", all()), "SET", "mine:1", "{}");
        assertThat(host.doors().schema().violations()).isEmpty();
        assertThat(host.doors().schema().undeclared()).isEmpty();
    }

    @Test
    void prefixesAreBounded() {
        TestHost host = host("warn");
        Session client = session(host, "shop", all());
        for (int i = 0; i < 100; i++) {
            execute(client, "SET", "p" + i + ":1", "x");
        }
        assertThat(host.doors().schema().undeclared())
                .hasSizeLessThanOrEqualTo(65)
                .contains(new SchemaLog.Undeclared(SchemaLog.OTHER, 36));
    }

    @Test
    void manyDeletionsAreOneEventAndNamesAreRedacted() {
        TestHost host = host("warn");
        Session client = session(host, "shop", all());
        execute(client, "DEL", SESSION);
        execute(client, "GETDEL", "mine:secret");
        for (int i = 0; i < 5_000; i++) {
            execute(client, "UNLINK", "counter:a-" + i + ":total", "mine:" + i);
        }
        execute(client, "FLUSHDB");
        execute(client, "KEYS", "*");
        List<String> written = written(host);
        // How many seconds that took is not known; what is known is that no event is of one deletion.
        assertThat(written).hasSizeLessThan(200);
        assertThat(times(written, "counter:{id}:total")).isEqualTo(5_000);
        assertThat(times(written, "undeclared")).isEqualTo(5_000);
        assertThat(String.join("\n", written))
                .containsPattern("shop delete DEL sess:~[0-9a-f]{8}: ok")
                .containsPattern("shop delete GETDEL mine:~[0-9a-f]{8}: ok")
                .contains("shop dangerous FLUSHDB: ok")
                .contains("shop dangerous KEYS: ok");
    }

    /** How many deletions of keys of this kind the events tell of. */
    private static int times(List<String> written, String kind) {
        Pattern event = Pattern.compile("shop delete UNLINK " + Pattern.quote(kind) + " \\((\\d+) times\\): ok");
        return written.stream()
                .map(event::matcher)
                .filter(Matcher::matches)
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
    }

    @Test
    void deletionsCountWhenTheirTransactionIsDone() {
        TestHost host = host("warn");
        Session client = session(host, "shop", all());
        execute(client, "MULTI");
        execute(client, "DEL", "counter:a:total");
        execute(client, "DISCARD");
        execute(client, "MULTI");
        execute(client, "DEL", "counter:b:total");
        execute(client, "EXEC");
        assertThat(written(host)).containsExactly("shop delete DEL counter:b:total: ok");
    }

    @Test
    void refusalsForLackOfRightsAreWrittenDownOnce() {
        TestHost host = host("warn");
        Session client = session(
                host, "reader", new Rights(List.of("counter:*"), EnumSet.of(Permission.READ, Permission.KEYSPACE)));
        client.executeAll(List.of(List.of(Bytes.of("SET"), Bytes.of("counter:a:total"), Bytes.of("1"))));
        execute(client, "GET", "like:a:total");
        execute(client, "FLUSHALL");
        assertThat(written(host))
                .containsExactlyInAnyOrder(
                        "reader refuse SET counter:a:total: no right",
                        "reader refuse GET like:a:total: no right",
                        "reader refuse FLUSHALL: no right");
    }
}
