package dev.yorozu.server.operate.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.cache.CacheStats;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.server.operate.AdminModule;
import dev.yorozu.server.operate.StatisticsModule;
import dev.yorozu.server.operate.backup.BackupRoutes;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.memory.MemoryStore;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Statistics over HTTP: for operators, for the user API and for Prometheus. */
class StatisticsApiTest {
    private static final String TOKEN = "the-right-token-of-this-test";
    private static final String USER = "00000000-0000-4000-8000-000000000001";
    private static final Key SESSION = UserKeys.SESSION.key(USER, "sess-7f3d9a1b");

    private final InstantSource clock = InstantSource.system();
    private final WatchedStore store = new WatchedStore(new MemoryStore());
    private final Census census = new Census(
            store,
            Keyspace.schema(),
            CensusPolicy.served(Optional.empty(), 1, true),
            () -> List.of(new CacheUse("profiles", 3, 1)),
            RandomTokens.secure(),
            clock);

    @TempDir
    private Path directory;

    private RunningServer server;

    /** As the user API mounts it, without its gate. */
    private final class Mounted implements HttpModule {
        @Override
        public String mount() {
            return "/users";
        }

        @Override
        public void routes(Routes routes) {
            routes.get("/admin/stats", new StatisticsEndpoint(census));
        }
    }

    @BeforeEach
    void start() {
        AdminGate gate = new AdminGate(AdminToken.of(TOKEN), new ClientAddress(List.of(), new byte[0]), clock);
        LocalOperations operations = new LocalOperations();
        StatisticsOperations.bind(operations, census);
        AuditLog audit = new AuditLog(store, AuditPolicy.STANDARD, RandomTokens.secure(), clock);
        Backups backups = new Backups(
                store,
                Keyspace.schema(),
                Limits.DEFAULT,
                clock,
                Snapshots.live(store, false),
                "memory",
                Optional.empty());
        server = new RunningServer(
                store,
                Map.of(),
                new AdminModule(
                        operations,
                        new BackupRoutes(backups, audit, gate, directory, 4096, clock, new SecureRandom()),
                        gate),
                new StatisticsModule(operations, gate),
                new Mounted());
        CensusMetrics.register(server.telemetry().metrics().registry(), census::latest);
        put(SESSION, Expiry.after(Duration.ofHours(1)));
        put(UserKeys.PROFILE.key(USER), Expiry.after(Duration.ofMinutes(5)));
        put(Key.of("foreign"), Expiry.never());
    }

    @AfterEach
    void stop() {
        census.close();
        server.close();
    }

    private void put(Key key, Expiry expiry) {
        store.commit(Batch.builder().put(key, "{}", expiry).build());
    }

    private JsonNode ask(String path) throws Exception {
        HttpResponse<String> response = server.send(HttpRequest.newBuilder(server.uri(path))
                .header("Authorization", "Bearer " + TOKEN)
                .build());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        return JsonMapper.shared().readTree(response.body());
    }

    private static JsonNode named(JsonNode rows, String field, String name) {
        for (JsonNode row : rows) {
            if (row.path(field).asString().equals(name)) {
                return row;
            }
        }
        throw new AssertionError("No row has the " + field + " " + name);
    }

    @Test
    void operatorsAskAtEitherAddressAndOnlyWithTheToken() throws Exception {
        assertThat(server.get("/admin/stats").statusCode()).isEqualTo(401);
        JsonNode stats = ask("/admin/stats");

        assertThat(Instant.parse(stats.path("asOf").asString())).isBeforeOrEqualTo(clock.instant());
        assertThat(stats.path("complete").asBoolean()).isTrue();
        assertThat(stats.path("keys").asLong()).isEqualTo(3);
        JsonNode sessions = named(stats.path("categories"), "category", "session");
        assertThat(sessions.path("keys").asLong()).isEqualTo(1);
        assertThat(sessions.path("bytesPerKey").asLong())
                .isEqualTo(sessions.path("bytes").asLong())
                .isPositive();
        assertThat(named(stats.path("patterns"), "pattern", "cache:profile:{user_id}")
                        .path("meanLifeMillis")
                        .asLong())
                .isBetween(1L, 300_000L);
        assertThat(stats.path("unknown").path("endless").asLong()).isEqualTo(1);
        assertThat(stats.path("caches").path(0).path("hitRate").asDouble()).isEqualTo(0.75);
        assertThat(ask("/admin/api/stats")).isEqualTo(stats);
        assertThat(ask("/admin/api/stats?system=users").path("keys").asLong()).isEqualTo(2);
    }

    @Test
    void onlyAFreshQuestionCounts() throws Exception {
        JsonNode first = ask("/admin/stats");
        put(Key.of("another"), Expiry.never());
        int scans = store.scans();
        assertThat(ask("/admin/stats")).isEqualTo(first);
        assertThat(ask("/users/admin/stats").path("total").path("keys").asLong())
                .isEqualTo(3);
        assertThat(store.scans()).isEqualTo(scans);
        assertThat(ask("/admin/stats?fresh=true").path("keys").asLong()).isEqualTo(4);
        assertThat(store.scans()).isGreaterThan(scans);
    }

    @Test
    void theUserApiGetsTheTableOfItsDocument() throws Exception {
        JsonNode stats = ask("/users/admin/stats?fresh=true&system=users");

        assertThat(stats.path("as_of").asString()).isNotEmpty();
        JsonNode caches = named(stats.path("categories"), "category", "cache");
        assertThat(caches.path("keys").asLong()).isEqualTo(1);
        assertThat(caches.path("memory_bytes").asLong()).isPositive();
        assertThat(caches.path("mean_ttl_seconds").asDouble()).isBetween(1.0, 300.0);
        assertThat(caches.path("ttl").path("hour").asLong()).isEqualTo(1);
        assertThat(named(stats.path("categories"), "category", "revocation")
                        .path("keys")
                        .asLong())
                .isZero();
        assertThat(named(stats.path("categories"), "category", "rate-limit")
                        .path("keys")
                        .asLong())
                .isZero();
        assertThat(stats.path("total").path("keys").asLong()).isEqualTo(2);
        assertThat(stats.toString()).doesNotContain(USER);
    }

    @Test
    void prometheusSeesTheLastCountAndStartsNone() throws Exception {
        server.telemetry().metrics().caches().show("profiles", () -> new CacheStats(3, 1, 1, 0, 0, 0));
        assertThat(server.get("/metrics").body()).doesNotContain("yorozu_keys{");
        assertThat(store.scans()).isZero();

        ask("/admin/stats");
        assertThat(server.get("/metrics").body())
                .contains("yorozu_keys{category=\"session\",key=\"session:{user_id}:{sid}\",system=\"users\"} 1.0")
                .contains("yorozu_key_bytes{category=\"cache\"")
                .contains("yorozu_census_timestamp_seconds ")
                .contains("yorozu_cache_hits_total{cache=\"profiles\"} 3.0");
    }
}
