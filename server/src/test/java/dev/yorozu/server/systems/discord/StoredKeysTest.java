package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What redis-cli shows of this system: exactly the documented keys, types, fields and lives. */
class StoredKeysTest {
    private static final String USER = "80351110224678912";

    private final RedisProcess redis = RedisProcess.start();

    @AfterEach
    void stop() {
        redis.close();
    }

    private TestSite site(Storage storage) {
        RedisStore store = RedisStore.open(
                RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
        return new TestSite(store, InstantSource.system(), storage, Map.of());
    }

    /** All keys but the counters of rates, which are beside every request. */
    private List<String> keys() {
        return Arrays.stream(redis.cli("keys", "*").split("\\n", -1))
                .filter(key -> !key.isEmpty() && !key.startsWith("rl:"))
                .sorted()
                .toList();
    }

    private Document json(String key) {
        return Document.parse(redis.cli("get", key)).orElseThrow();
    }

    private long life(String key) {
        return Long.parseLong(redis.cli("ttl", key).strip());
    }

    private String type(String key) {
        return redis.cli("type", key).strip();
    }

    @Test
    void aSignInLeavesTheDocumentedKeysAndASignOutNothing() throws Exception {
        try (TestSite site = site(Storage.DOCUMENTED)) {
            Browser browser = site.browser();
            String state = browser.start("returnTo=/room");
            String auth = "discord:auth:" + state;
            assertThat(keys()).containsExactly(auth);
            assertThat(type(auth)).isEqualTo("string");
            assertThat(life(auth)).isBetween(590L, 600L);
            assertThat(json(auth).names()).containsExactly("verifier", "loginContext", "returnTo");
            assertThat(json(auth).text("verifier")).contains(browser.cookie("d_verifier"));

            browser.callback(state, USER);
            String session = "sess:" + browser.cookie("sid");
            String index = "user:" + USER + ":sessions";
            assertThat(keys()).containsExactly(session, index);
            assertThat(type(session)).isEqualTo("string");
            assertThat(type(index)).isEqualTo("set");
            assertThat(life(session)).isBetween(2_591_990L, 2_592_000L);
            assertThat(life(index)).isBetween(2_591_990L, 2_592_000L);
            assertThat(redis.cli("smembers", index).strip()).isEqualTo(browser.cookie("sid"));
            Document stored = json(session);
            assertThat(stored.names())
                    .containsExactly(
                            "uid",
                            "name",
                            "avatar",
                            "access_token",
                            "refresh_token",
                            "scope",
                            "token_type",
                            "access_expires_at",
                            "created_at",
                            "last_seen_at",
                            "ver");
            assertThat(stored.text("uid")).contains(USER);
            assertThat(stored.text("name")).contains("nelly");
            assertThat(stored.text("scope")).contains("identify guilds");
            assertThat(stored.text("token_type")).contains("Bearer");
            assertThat(stored.number("ver")).hasValue(1);
            long created = stored.number("created_at").orElseThrow();
            assertThat(stored.number("last_seen_at")).hasValue(created);
            assertThat(stored.number("access_expires_at").orElseThrow() - created)
                    .isBetween(604_790_000L, 604_800_000L);

            browser.logout("");
            assertThat(keys()).isEmpty();
        }
    }

    @Test
    void countersLiveForSeventySecondsUnderADigestOfTheAddress() throws Exception {
        try (TestSite site = site(Storage.DOCUMENTED)) {
            site.browser().me();
            site.browser().me();
            String counter = redis.cli("keys", "rl:*").strip();
            String digest = java.util.HexFormat.of()
                    .formatHex(Digests.sha256(new byte[] {'s', 'a', 'l', 't', 127, 0, 0, 1}))
                    .substring(0, 16);

            assertThat(counter).matches("rl:me:\\d+:" + digest);
            assertThat(redis.cli("get", counter).strip()).isEqualTo("2");
            assertThat(life(counter)).isBetween(60L, 70L);
        }
    }

    @Test
    void aHandedOverSessionWaitsUnderItsState() throws Exception {
        try (TestSite site = site(Storage.DOCUMENTED)) {
            Browser app = site.browser();
            String state = app.start("context=pwa");
            String digest = Digests.base64(app.cookie("d_pwa_bridge"));
            assertThat(json("discord:auth:" + state).names())
                    .containsExactly("verifier", "loginContext", "claimTokenDigest");
            assertThat(json("discord:auth:" + state).text("claimTokenDigest")).contains(digest);
            site.browser().callback(state, USER);
            String handover = "discord:pwa-session:" + state;

            assertThat(keys()).hasSize(3).contains(handover);
            assertThat(life(handover)).isBetween(590L, 600L);
            Document stored = json(handover);
            assertThat(stored.names()).containsExactly("sid", "userId", "loginContext", "issuedAt", "claimTokenDigest");
            assertThat(stored.text("claimTokenDigest")).contains(digest);
            assertThat(stored.text("sid").orElseThrow()).matches(TestSite.SID);
            app.claim("{\"state\":\"" + state + "\"}");
            assertThat(keys()).hasSize(2).doesNotContain(handover);
        }
    }

    @Test
    void aShareLinkLiesUnderItsShortTokenUntilItEnds() throws Exception {
        try (TestSite site = site(Storage.DOCUMENTED)) {
            Browser maker = site.browser();
            maker.signIn(USER);
            Document link = maker.post(
                            Browser.API + "/receive/token",
                            "{\"csrf\":\"" + maker.csrf() + "\",\"url\":\"https://a.blob.vercel-storage.com/f\"}")
                    .json();
            String key = "receive:token:" + link.text("shortToken").orElseThrow();

            assertThat(type(key)).isEqualTo("string");
            assertThat(redis.cli("get", key).strip())
                    .isEqualTo(link.text("token").orElseThrow());
            assertThat(life(key)).isBetween(604_790L, 604_800L);
        }
    }

    @Test
    void hardenedStorageHoldsNothingThatLetsAnybodyIn() throws Exception {
        try (TestSite site = site(Storage.HARDENED)) {
            Browser browser = site.browser();
            Browser app = site.browser();
            String waiting = app.start("context=pwa");
            String verifier = app.cookie("d_verifier");
            browser.signIn(USER);
            String claimable = app.start("context=pwa");
            site.browser().callback(claimable, USER);
            Document link = browser.post(
                            Browser.API + "/receive/token",
                            "{\"csrf\":\"" + browser.csrf() + "\",\"url\":\"https://a.blob.vercel-storage.com/f\"}")
                    .json();
            String dump = dump();

            assertThat(dump).contains("user:" + USER + ":sessions", "discord:pwa-session:", "receive:token:", "nelly");
            assertThat(dump).doesNotContain(browser.cookie("sid"), waiting, claimable, verifier);
            assertThat(dump)
                    .doesNotContain(
                            link.text("shortToken").orElseThrow(),
                            link.text("token").orElseThrow());
            assertThat(site.discord().issued())
                    .hasSize(4)
                    .noneSatisfy(token -> assertThat(dump).contains(token));
            site.sessions()
                    .list(USER)
                    .forEach(session -> assertThat(session.sid()).isEmpty());
            browser.logout("?all=1");
            assertThat(keys()).noneMatch(key -> key.startsWith("sess:") || key.startsWith("user:"));
        }
    }

    /** Every key with its value, as text. */
    private String dump() {
        StringBuilder dump = new StringBuilder();
        for (String key : redis.cli("keys", "*").split("\\n", -1)) {
            dump.append(key).append('\n');
            dump.append(
                    switch (type(key)) {
                        case "string" -> redis.cli("get", key);
                        case "set" -> redis.cli("smembers", key);
                        case "zset" -> redis.cli("zrange", key, "0", "-1");
                        default -> "";
                    });
        }
        return dump.toString();
    }
}
