package dev.yorozu.server.systems.nostalgic;

import static dev.yorozu.server.systems.nostalgic.NostalgicSite.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What lies in Redis through the whole life of each kind of service: names, types, values and lives as documented. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoredKeysTest {
    private static final String URL = "https://example.com";
    private static final String ID = "example-100680ad";
    private static final String USER = "[0-9a-f]{16}";

    private final RedisProcess redis = RedisProcess.start();
    private final NostalgicSite site = new NostalgicSite(open(), InstantSource.system(), Map.of());
    private final Page owner = site.page();
    private final Page visitor = site.page();

    private Store open() {
        return RedisStore.open(
                RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(5)), Limits.DEFAULT, StoreObserver.NONE);
    }

    @AfterAll
    void stop() {
        site.close();
        redis.close();
    }

    @AfterEach
    void clear() {
        redis.cli("FLUSHALL");
    }

    /** The list of those who left a mark today. */
    private static String list(Kind kind) {
        return new Marks(kind).list(ID, Instant.now()).name();
    }

    /** All keys with their types, but for those of rates and tries. */
    private Map<String, String> keys() {
        Map<String, String> keys = new TreeMap<>();
        for (String key : redis.cli("--scan").split("\n")) {
            if (!key.isBlank() && !key.matches("(limit|tries|pending|familiar):.*")) {
                keys.put(key.strip(), redis.cli("TYPE", key.strip()).strip());
            }
        }
        return keys;
    }

    private String value(String key) {
        return redis.cli("GET", key).strip();
    }

    private JsonNode json(String key) {
        return JsonMapper.shared().readTree(value(key));
    }

    private long life(String key) {
        return Long.parseLong(redis.cli("PTTL", key).strip());
    }

    private String only(String pattern) {
        List<String> found =
                keys().keySet().stream().filter(key -> key.matches(pattern)).toList();
        assertThat(found).as(pattern).hasSize(1);
        return found.getFirst();
    }

    private void create(String path, String... more) throws Exception {
        assertThat(owner.post(path, Page.with(more, "action", "create", "url", URL, "token", TOKEN))
                        .isOk()
                        .text("id"))
                .isEqualTo(ID);
    }

    /** What all kinds have alike. */
    private void assertMade(String svc, String index) {
        assertThat(value("url:" + svc + ":https%3A%2F%2Fexample.com")).isEqualTo(ID);
        long created =
                Instant.parse(json(svc + ":" + ID).get("created").asString()).toEpochMilli();
        assertThat(redis.cli("ZRANGE", index, "0", "-1", "WITHSCORES").split("\n"))
                .containsExactly(ID, "" + created);
        assertThat(value(svc + ":" + ID + ":owner")).startsWith("$argon2id$");
        JsonNode record = json(svc + ":" + ID);
        assertThat(record.get("service").asString()).isEqualTo(svc);
        assertThat(record.get("id").asString()).isEqualTo(ID);
        assertThat(record.get("url").asString()).isEqualTo(URL);
        assertThat(record.get("owner").asString()).isEqualTo(value(svc + ":" + ID + ":owner"));
        for (String key : List.of(
                "url:" + svc + ":https%3A%2F%2Fexample.com", index, svc + ":" + ID, svc + ":" + ID + ":owner")) {
            assertThat(life(key)).as(key).isEqualTo(-1);
        }
    }

    private void assertNothingIsLeft(String path) throws Exception {
        owner.post(path, "action", "delete", "url", URL, "token", TOKEN).isOk();
        assertThat(keys()).isEmpty();
    }

    private static Duration restOfDay() {
        return Duration.between(
                Instant.now(), LocalDate.now(ZoneOffset.UTC).plusDays(1).atStartOfDay(ZoneOffset.UTC));
    }

    private void assertEndsWithTheDay(String key) {
        assertThat(Duration.ofMillis(life(key))).isCloseTo(restOfDay(), Duration.ofSeconds(30));
    }

    @Test
    void aCounter() throws Exception {
        create("/visit");
        assertMade("counter", "counters:index");
        assertThat(value("counter:" + ID + ":total")).isEqualTo("0");
        visitor.get("/visit", "action", "increment", "id", ID).isOk();
        visitor.get("/visit", "action", "increment", "id", ID).isOk();

        String day = "counter:" + ID + ":daily:" + LocalDate.now(ZoneOffset.UTC);
        String mark = only("counter:" + ID + ":visit:" + USER);
        assertThat(keys())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "counter:" + ID,
                        "string",
                        "counter:" + ID + ":owner",
                        "string",
                        "counter:" + ID + ":total",
                        "string",
                        day,
                        "string",
                        mark,
                        "string",
                        only("counter:" + ID + ":address:" + USER),
                        "string",
                        list(Kind.COUNTER),
                        "hash",
                        "counters:index",
                        "zset",
                        "url:counter:https%3A%2F%2Fexample.com",
                        "string"));
        assertThat(value("counter:" + ID + ":total")).isEqualTo("1");
        assertThat(value(day)).isEqualTo("1");
        assertThat(Duration.ofMillis(life(day))).isBetween(Duration.ofDays(399), Duration.ofDays(400));
        assertThat(Long.parseLong(value(mark))).isCloseTo(System.currentTimeMillis(), offset(60_000L));
        assertEndsWithTheDay(mark);
        assertThat(json("counter:" + ID).get("totalCount").asLong()).isEqualTo(1);
        assertThat(Instant.parse(json("counter:" + ID).get("lastVisit").asString()))
                .isBeforeOrEqualTo(Instant.now());
        assertNothingIsLeft("/visit");
        create("/visit");
        assertThat(visitor.get("/visit", "action", "increment", "id", ID).isOk().number("total"))
                .isEqualTo(1);
    }

    @Test
    void aLike() throws Exception {
        create("/like", "icon", "star");
        assertMade("like", "likes:index");
        visitor.get("/like", "action", "toggle", "id", ID).isOk();

        String mark = only("like:" + ID + ":users:" + USER);
        assertThat(keys())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "like:" + ID,
                        "string",
                        "like:" + ID + ":owner",
                        "string",
                        "like:" + ID + ":total",
                        "string",
                        mark,
                        "string",
                        only("like:" + ID + ":address:" + USER),
                        "string",
                        list(Kind.LIKE),
                        "hash",
                        "likes:index",
                        "zset",
                        "url:like:https%3A%2F%2Fexample.com",
                        "string"));
        assertThat(value(mark)).isEqualTo("true");
        assertEndsWithTheDay(mark);
        assertThat(value("like:" + ID + ":total")).isEqualTo("1");
        visitor.get("/like", "action", "toggle", "id", ID).isOk();
        assertThat(value(mark)).isEqualTo("false");
        assertEndsWithTheDay(mark);
        assertThat(value("like:" + ID + ":total")).isEqualTo("0");
        assertThat(json("like:" + ID).get("totalLikes").asLong()).isZero();
        assertThat(json("like:" + ID).get("settings").get("icon").asString()).isEqualTo("star");
        assertNothingIsLeft("/like");
    }

    @Test
    void aRanking() throws Exception {
        create("/ranking", "title", "Best", "max", "5");
        assertMade("ranking", "rankings:index");
        visitor.get("/ranking", "action", "submit", "id", ID, "name", "Ann", "score", "120", "displayScore", "2:00")
                .isOk();

        String mark = only("ranking:" + ID + ":submit:" + USER);
        assertThat(keys())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "ranking:" + ID,
                        "string",
                        "ranking:" + ID + ":owner",
                        "string",
                        "ranking:" + ID + ":scores",
                        "zset",
                        "ranking:" + ID + ":details",
                        "hash",
                        "ranking:" + ID + ":meta",
                        "string",
                        mark,
                        "string",
                        only("ranking:" + ID + ":address:" + USER),
                        "string",
                        list(Kind.RANKING),
                        "hash",
                        "rankings:index",
                        "zset",
                        "url:ranking:https%3A%2F%2Fexample.com",
                        "string"));
        String[] scores = redis.cli("ZRANGE", "ranking:" + ID + ":scores", "0", "-1", "WITHSCORES")
                .split("\n");
        assertThat(scores[0]).matches("Ann:[0-9a-f]{8}");
        assertThat(scores[1]).isEqualTo("120");
        assertThat(json("ranking:" + ID + ":meta").get("title").asString()).isEqualTo("Best");
        assertThat(life(mark)).isBetween(30_000L, 60_000L);
        assertThat(json("ranking:" + ID).get("totalEntries").asLong()).isEqualTo(1);
        assertThat(json("ranking:" + ID).get("maxEntries").asLong()).isEqualTo(5);
        assertNothingIsLeft("/ranking");
    }

    @Test
    void aBoard() throws Exception {
        create("/bbs", "enableSelects", "true");
        assertMade("bbs", "bbss:index");
        visitor.post("/bbs", "action", "post", "id", ID, "message", "やあ", "icon", "😀", "select1", "大阪")
                .isOk();

        String mark = only("bbs:" + ID + ":post:" + USER);
        List<String> addresses = keys().keySet().stream()
                .filter(key -> key.matches("bbs:" + ID + ":address:" + USER))
                .sorted(Comparator.comparing(this::life))
                .toList();
        assertThat(life(addresses.getFirst())).isBetween(1L, 10_000L);
        assertEndsWithTheDay(addresses.getLast());
        assertThat(keys())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "bbs:" + ID,
                        "string",
                        "bbs:" + ID + ":owner",
                        "string",
                        "bbs:" + ID + ":messages",
                        "list",
                        "bbs:" + ID + ":edits",
                        "hash",
                        mark,
                        "string",
                        addresses.getFirst(),
                        "string",
                        addresses.getLast(),
                        "string",
                        list(Kind.BOARD),
                        "hash",
                        "bbss:index",
                        "zset",
                        "url:bbs:https%3A%2F%2Fexample.com",
                        "string"));
        JsonNode message = JsonMapper.shared()
                .readTree(redis.cli("LINDEX", "bbs:" + ID + ":messages", "0").strip());
        assertThat(message.propertyNames())
                .containsExactly("id", "timestamp", "author", "message", "icon", "selects", "userHash");
        assertThat(message.get("id").asString()).matches(ID + "_[0-9a-z]+_[0-9a-z]+");
        assertThat(message.get("message").asString()).isEqualTo("やあ");
        assertThat(life(mark)).isBetween(1L, 10_000L);
        assertThat(json("bbs:" + ID).get("totalMessages").asLong()).isEqualTo(1);
        assertThat(mark).endsWith(message.get("userHash").asString());
        assertNothingIsLeft("/bbs");
    }

    @Test
    void aTokenThatTheEarlierProgramKeptIsAcceptedAndKeptBetter() throws Exception {
        create("/visit");
        String bare = Digests.hex("old secret");
        redis.cli("SET", "counter:" + ID + ":owner", bare);
        owner.post("/visit", "action", "set", "url", URL, "token", "new secret", "total", "5")
                .isError(403, "UNAUTHORIZED");
        owner.post("/visit", "action", "set", "url", URL, "token", "old secret", "total", "5")
                .isOk();
        assertThat(value("counter:" + ID + ":owner")).startsWith("$argon2id$");
        owner.post("/visit", "action", "set", "url", URL, "token", "old secret", "total", "6")
                .isOk();
    }
}
