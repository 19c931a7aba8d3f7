package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What redis-cli shows of this system: exactly the documented keys, types, fields and lives. */
class StoredKeysTest {
    private static final long DAY = 86_400;

    private final RedisProcess redis = RedisProcess.start();

    @AfterEach
    void stop() {
        redis.close();
    }

    private PatreonSite site(Storage storage) {
        RedisStore store = RedisStore.open(
                RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
        return new PatreonSite(store, InstantSource.system(), storage, Map.of());
    }

    /**
     * All keys but the counters of rates, which are beside every request, the log of operators, and what outlives the
     * session: the moment of the last sign-in, why a session ended, and what the feed of revocations tells of it.
     */
    private List<String> keys() {
        return Arrays.stream(redis.cli("keys", "*").split("\\n", -1))
                .filter(key -> !key.isEmpty()
                        && !key.startsWith("ratelimit/")
                        && !key.startsWith("audit:")
                        && !key.startsWith("yorozu:feed")
                        && !key.startsWith("session_ended_before:")
                        && !key.startsWith("session_ended:"))
                .sorted()
                .toList();
    }

    private Document json(String key) {
        return Document.parse(redis.cli("get", key)).orElseThrow();
    }

    private void lives(String key, long seconds) {
        assertThat(redis.cli("type", key).strip()).isEqualTo("string");
        assertThat(Long.parseLong(redis.cli("ttl", key).strip())).as(key).isBetween(seconds - 20, seconds);
    }

    @ParameterizedTest
    @CsvSource({PatronApp.EXCHANGE + "," + PatronApp.REVOKE, PatronApp.CALLBACK + "," + PatronApp.LOGOUT})
    void aWholeLifeLeavesTheDocumentedKeysAndItsEndNone(String entrance, String exit) throws Exception {
        try (PatreonSite site = site(Storage.DOCUMENTED)) {
            String user = site.user(500);
            PatronApp app = site.app();
            app.signIn(entrance, Map.of("code", PatronApp.code(user), "redirect_uri", PatreonSite.REDIRECT))
                    .isOk();
            String session = app.session();
            assertThat(keys()).containsExactlyInAnyOrder(session, "usertoken:" + user, "membership:" + user);
            isSession(site, session, user);
            isUser(site, session, user);
            isMembership(user);

            app.validate().isOk();
            app.token().isOk();
            app.quota(app.access()).isOk();
            String profile = site.patrons().profile(user).orElseThrow();
            String quota = "cache/quota:" + profile + ":" + YearMonth.now(ZoneOffset.UTC);
            assertThat(keys())
                    .containsExactlyInAnyOrder(
                            session,
                            "usertoken:" + user,
                            "membership:" + user,
                            "cache/auth:" + session,
                            "refresh:" + app.refreshToken(),
                            quota);
            isAuthentication(session, user, profile);
            isQuota(quota);
            isRefresh(app.refreshToken(), session, user);
            isSpent(app);

            app.license().isOk();
            app.renew().isOk();
            lives(session, 30 * DAY);
            lives("usertoken:" + user, 31 * DAY);
            assertThat(json("usertoken:" + user).text("accessToken"))
                    .isEqualTo(json(session).text("accessToken"));
            app.send("POST", exit, session, "").isOk();
            assertThat(keys()).noneMatch(key -> key.contains(session) || key.contains(user));
            assertThat(keys()).allMatch(key -> key.startsWith("refresh:") || key.equals(quota));
        }
    }

    private void isSession(PatreonSite site, String key, String user) {
        lives(key, 30 * DAY);
        Document stored = json(key);
        assertThat(stored.names())
                .containsExactly("accessToken", "refreshToken", "expiresAt", "userId", "supabaseUuid");
        assertThat(site.patreon().issued())
                .containsExactly(
                        stored.text("accessToken").orElseThrow(),
                        stored.text("refreshToken").orElseThrow());
        assertThat(stored.text("userId")).contains(user);
        assertThat(stored.text("supabaseUuid")).isEqualTo(site.patrons().profile(user));
        assertThat(stored.number("expiresAt").getAsLong() - System.currentTimeMillis())
                .isBetween(2_678_400_000L - 60_000, 2_678_400_000L);
    }

    private void isUser(PatreonSite site, String session, String user) {
        String key = "usertoken:" + user;
        lives(key, 31 * DAY);
        Document stored = json(key);
        assertThat(stored.names())
                .containsExactly(
                        "accessToken", "refreshToken", "expiresAt", "email", "fullName", "sessionTokens", "updatedAt");
        assertThat(stored.texts("sessionTokens")).containsExactly(session);
        assertThat(stored.text("email")).contains("patron" + user + "@example.com");
        assertThat(stored.text("accessToken")).contains(site.patreon().issued().getFirst());
    }

    private void isMembership(String user) {
        String key = "membership:" + user;
        lives(key, 3600);
        Document stored = json(key);
        assertThat(stored.names()).containsExactly("membership", "cachedAt");
        Document membership = stored.document("membership").orElseThrow();
        assertThat(membership.names())
                .containsExactlyInAnyOrder(
                        "userId",
                        "email",
                        "fullName",
                        "plan",
                        "hasBonusTokens",
                        "pledgeAmountCents",
                        "campaignLifetimeSupportCents",
                        "nextChargeDate",
                        "isActive",
                        "tierId",
                        "patronStatus");
        assertThat(membership.text("plan")).contains("Premium");
    }

    private void isAuthentication(String session, String user, String profile) {
        String key = "cache/auth:" + session;
        lives(key, 60);
        assertThat(json(key).text("userId")).contains(user);
        assertThat(json(key).text("plan")).contains("Premium");
        assertThat(json(key).text("supabaseUuid")).contains(profile);
    }

    private void isQuota(String key) {
        lives(key, 300);
        assertThat(json(key).names()).containsExactly("tokensUsed", "bonusTokens", "cachedAt");
    }

    private void isRefresh(String token, String session, String user) {
        String key = "refresh:" + token;
        lives(key, 30 * DAY);
        Document stored = json(key);
        assertThat(stored.names())
                .containsExactly("userId", "sessionToken", "createdAt", "expiresAt", "isUsed", "familyId");
        assertThat(stored.text("userId")).contains(user);
        assertThat(stored.text("sessionToken")).contains(session);
        assertThat(stored.flag("isUsed")).contains(false);
        assertThat(stored.number("expiresAt").getAsLong()
                        - stored.number("createdAt").getAsLong())
                .isEqualTo(30 * DAY * 1000);
    }

    /** A spent token is remembered for a minute longer than the grace. */
    private void isSpent(PatronApp app) throws Exception {
        String spent = app.refreshToken();
        app.refresh().isOk();
        lives("refresh:" + spent, 70);
        assertThat(json("refresh:" + spent).flag("isUsed")).contains(true);
        lives("refresh:" + app.refreshToken(), 30 * DAY);
    }

    @Test
    void countersLieUnderTheAddressOrTheUser() throws Exception {
        try (PatreonSite site = site(Storage.DOCUMENTED)) {
            String user = site.user(300);
            PatronApp app = new PatronApp(site.server().server().url(), "10.9.8.7");
            app.signIn(user).isOk();
            app.quota(app.session()).isOk();
            app.quota(app.session()).isOk();
            app.post(
                            PatronApp.CRASH,
                            PatronApp.json(Map.of(
                                    "report_id",
                                    UUID.randomUUID().toString(),
                                    "crash_timestamp",
                                    "2026-11-16T12:00:00Z",
                                    "error_message",
                                    "m",
                                    "app_version",
                                    "1",
                                    "os_version",
                                    "1")))
                    .isOk();

            assertThat(redis.cli("keys", "ratelimit/exchange-10.9.8.7/*").strip())
                    .matches("ratelimit/exchange-10\\.9\\.8\\.7/\\d{13}");
            String quota = redis.cli("keys", "ratelimit/quota-" + user + "/*")
                    .strip()
                    .lines()
                    .toList()
                    .getLast();
            lives(quota, 120);
            lives("crashreport:ratelimit:10.9.8.7", 60);
            assertThat(json("crashreport:ratelimit:10.9.8.7").names()).containsExactly("count", "windowStart");
            assertThat(json("crashreport:ratelimit:10.9.8.7").number("count")).hasValue(1);
        }
    }

    @Test
    void sessionsOfTheEarlierProgramWorkAsTheyAre() throws Exception {
        try (PatreonSite site = site(Storage.DOCUMENTED)) {
            String user = site.user(900);
            PatronApp before = site.app(user);
            String access = site.patreon().issued().getFirst();
            before.revoke().isOk();
            String uuid = UUID.randomUUID().toString();
            long end = System.currentTimeMillis() + 1_000_000;
            redis.cli(
                    "set",
                    uuid,
                    "{\"accessToken\":\"%s\",\"refreshToken\":\"%s\",\"expiresAt\":%d,\"userId\":\"%s\"}"
                            .formatted(access, site.patreon().issued().get(1), end, user));
            PatronApp app = site.app().holding(uuid, "", "");

            assertThat(app.validate().isOk().text("plan")).isEqualTo("Ultimate");
            app.token().isOk();
            app.quota(app.access()).isOk();
            app.renew().isOk();
            site.app(user).validate().isOk();
            app.renew().isError(401, "SESSION_INVALID");
        }
    }

    @Test
    void hardenedStorageHoldsNothingThatLetsAnybodyIn() throws Exception {
        try (PatreonSite site = site(Storage.HARDENED)) {
            String user = site.user(500);
            PatronApp app = site.app(user);
            app.validate().isOk();
            app.token().isOk();
            String spent = app.refreshToken();
            app.refresh().isOk();
            app.quota(app.access()).isOk();
            String dump = dump();

            assertThat(dump).contains("usertoken:" + user, "membership:" + user, "cache/auth:", "refresh:");
            assertThat(dump).doesNotContain(app.session(), app.access(), app.refreshToken(), spent, "10.");
            assertThat(site.patreon().issued())
                    .isNotEmpty()
                    .noneSatisfy(token -> assertThat(dump).contains(token));
            app.revoke().isOk();
            assertThat(keys()).allMatch(key -> key.startsWith("refresh:") || key.startsWith("cache/quota:"));
        }
    }

    /** Every key with its value, as text. */
    private String dump() {
        StringBuilder dump = new StringBuilder();
        for (String key : keys()) {
            dump.append(key).append('\n').append(redis.cli("get", key));
        }
        return dump.toString();
    }
}
