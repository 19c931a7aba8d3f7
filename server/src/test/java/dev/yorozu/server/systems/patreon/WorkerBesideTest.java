package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.doors.cloudflare.KvSite;
import dev.yorozu.server.doors.cloudflare.Workerd;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Scan;
import dev.yorozu.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Worker of the document, on its KV binding, beside this system on the same store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkerBesideTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final MemoryStore store = new MemoryStore();
    private final PatreonSite site = new PatreonSite(store, InstantSource.system(), Storage.DOCUMENTED, Map.of());
    private final KvSite door = new KvSite(store, InstantSource.system());

    @SuppressWarnings("NullAway.Init") // Set before the tests.
    private Workerd worker;

    @BeforeAll
    void start() throws Exception {
        worker = Workerd.start("relay.js", door.address(), "SESSIONS", door.secret("worker", "*"));
    }

    /** The documented keys of one test are no other's. */
    @BeforeEach
    void clear() {
        keys().keySet().forEach(name -> store.apply(Batch.builder().delete(Key.of(name))));
    }

    @AfterAll
    void stop() {
        worker.close();
        door.close();
        site.close();
    }

    private JsonNode ask(String flow, Map<String, ?> told) throws Exception {
        return JSON.readTree(
                worker.post("/" + flow, JSON.writeValueAsString(told)).body());
    }

    /** Signs in by the Worker, as it would after what Patreon told it. */
    private PatronApp signIn(String user) throws Exception {
        String session = UUID.randomUUID().toString();
        Written.secret(session);
        ask(
                "callback",
                Map.of(
                        "sessionToken",
                        session,
                        "user",
                        Map.of("id", user, "email", user + "@example.com", "fullName", "A Patron"),
                        "tokens",
                        tokens("first"),
                        "membership",
                        Map.of(
                                "userId",
                                user,
                                "email",
                                user + "@example.com",
                                "fullName",
                                "A Patron",
                                "plan",
                                "Premium",
                                "hasBonusTokens",
                                false,
                                "pledgeAmountCents",
                                500,
                                "campaignLifetimeSupportCents",
                                500,
                                "isActive",
                                true)));
        return site.app().holding(session, "", "");
    }

    private static Map<String, Object> tokens(String name) {
        return Map.of(
                "accessToken",
                "access-of-the-worker-" + name,
                "refreshToken",
                "refresh-of-the-worker-" + name,
                "expiresAt",
                Instant.now().plus(Duration.ofDays(30)).toEpochMilli());
    }

    /**
     * The documented keys, with the rounded hours that they still live: all but what this system keeps for itself (rates, the
     * log, when a session ended, the feed of revocations) and the credential.
     */
    private Map<String, Long> keys() {
        Map<String, Long> keys = new TreeMap<>();
        for (Scan.Page page : Scan.of("", 1000).pages(store)) {
            for (Key key : page.keys()) {
                if (!key.name().matches("(ratelimit/|audit:|session_ended|yorozu:credentials|yorozu:feed).*")) {
                    keys.put(key.name(), hours(key));
                }
            }
        }
        return keys;
    }

    private long hours(Key key) {
        return store.remaining(key)
                .map(life -> ((Life.Ends) life).left().plusMinutes(30).toHours())
                .orElseThrow();
    }

    private Map<String, Long> documented(PatronApp app, String user) {
        return Map.of(app.session(), 30 * 24L, "usertoken:" + user, 31 * 24L, "membership:" + user, 1L);
    }

    @Test
    void bothLeaveTheSameKeysWithTheSameLivesAndTheirEndLeavesNone() throws Exception {
        String first = site.user(500);
        PatronApp byWorker = signIn(first);
        assertThat(keys()).isEqualTo(documented(byWorker, first));
        ask("logout", Map.of("sessionToken", byWorker.session()));
        assertThat(keys()).isEmpty();

        String second = site.user(500);
        PatronApp bySystem = site.app(second);
        assertThat(keys()).isEqualTo(documented(bySystem, second));
        ask("logout", Map.of("sessionToken", bySystem.session()));
        assertThat(keys()).isEmpty();
    }

    @Test
    void aSessionOfTheWorkerIsOneOfThisSystem() throws Exception {
        String user = site.user(500);
        PatronApp app = signIn(user);
        assertThat(app.validate().isOk().text("plan")).isEqualTo("Premium");
        assertThat(app.validate().isOk().text("patreon_user_id")).isEqualTo(user);

        ask("refresh", Map.of("sessionToken", app.session(), "tokens", tokens("second")));
        app.validate().isOk();
        assertThat(text(app.session())).contains("access-of-the-worker-second");

        ask("logout", Map.of("sessionToken", app.session()));
        app.validate().isStatus(401);
    }

    @Test
    void aSessionOfThisSystemIsOneOfTheWorker() throws Exception {
        String user = site.user(500);
        PatronApp app = site.app(user);
        JsonNode known = ask("authenticate", Map.of("sessionToken", app.session()));
        assertThat(known.get("userId").asString()).isEqualTo(user);
        assertThat(known.get("plan").asString()).isEqualTo("Premium");

        app.revoke().isOk();
        assertThat(ask("authenticate", Map.of("sessionToken", app.session()))
                        .get("userId")
                        .isNull())
                .isTrue();
    }

    @Test
    void whoeverSignsInNextEndsTheSessionOfTheOther() throws Exception {
        String user = site.user(500);
        PatronApp bySystem = site.app(user);
        PatronApp byWorker = signIn(user);
        bySystem.validate().isStatus(401);
        byWorker.validate().isOk();

        PatronApp again = site.app(user);
        assertThat(ask("authenticate", Map.of("sessionToken", byWorker.session()))
                        .get("userId")
                        .isNull())
                .isTrue();
        again.validate().isOk();
    }

    @Test
    void crashReportsAreCountedTogether() throws Exception {
        for (String address : new String[] {"203.0.113.9", "2001:db8::9"}) {
            ask("crash", Map.of("ip", address));
            assertThat(ask("crash", Map.of("ip", address)).get("count").asInt()).isEqualTo(2);
            assertThat(store.get(PatreonKeys.CRASH_RATE.key(address)).map(Bytes::text))
                    .get()
                    .asString()
                    .startsWith("{\"count\":2,");
        }
    }

    private String text(String name) {
        return store.get(Keyspace.schema().key(name)).map(Bytes::text).orElseThrow();
    }
}
