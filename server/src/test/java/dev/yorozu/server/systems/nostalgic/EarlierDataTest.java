package dev.yorozu.server.systems.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.integrity.Integrity;
import dev.yorozu.nostalgic.integrity.IntegrityPolicy;
import dev.yorozu.nostalgic.integrity.Report;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write.End;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A site moves in with what the earlier program wrote: each service is read, used, owned and deleted over HTTP. */
class EarlierDataTest {
    private static final String TOKEN = "old-token-12";
    private static final String URL = "https://moved.example/";
    private static final String ID = ServiceId.of(SiteUrl.parse(URL, false).orElseThrow());

    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(clock, Map.of());
    private final Store store = site.store();

    @AfterEach
    void stop() {
        site.close();
    }

    private void write(String name, Consumer<Write> write) {
        write.accept(new Write(Keyspace.schema().key(name)));
    }

    private final class Write {
        private final Key key;

        Write(Key key) {
            this.key = key;
        }

        Write put(String value) {
            store.commit(Batch.builder().put(key, value, Expiry.never()).build());
            return this;
        }

        Write mark(String value) {
            store.commit(Batch.builder()
                    .put(key, value, Expiry.after(Duration.ofHours(3)))
                    .build());
            return this;
        }

        Write push(String value) {
            store.commit(
                    Batch.builder().listPush(key, End.HEAD, Bytes.of(value)).build());
            return this;
        }

        Write rank(String name, long score) {
            store.commit(Batch.builder().rankAdd(key, Bytes.of(name), score).build());
            return this;
        }

        Write field(String name, String value) {
            store.commit(Batch.builder()
                    .hashPut(key, Bytes.of(name), Bytes.of(value))
                    .build());
            return this;
        }
    }

    private void service(String kind, String fields) {
        write(
                kind + ":" + ID,
                key -> key.put("{\"id\":\"" + ID + "\",\"url\":\"" + URL
                        + "\",\"created\":\"2025-08-01T02:03:04.567Z\"," + fields + "}"));
        write(kind + ":" + ID + ":owner", key -> key.put("\"" + Digests.hex(TOKEN) + "\""));
        write("url:" + kind + ":" + SiteUrl.encode(URL), key -> key.put(ID));
    }

    /** Nothing but notes, and neither a repair nor a cleanup takes anything away. */
    private void assertSound() {
        Integrity integrity = new Integrity(
                store, IntegrityPolicy.standard(ZoneOffset.UTC, clock).withPause(Duration.ZERO));
        long before = keys();
        Report report = integrity.check(new Integrity.Scope.All(), done -> {});
        assertThat(report.isSound()).as("%s", report.findings()).isTrue();
        assertThat(integrity.clear(done -> {}).repaired()).isEmpty();
        integrity.fix(new Integrity.Scope.All(), done -> {});
        assertThat(keys()).isGreaterThanOrEqualTo(before);
    }

    private long keys() {
        return store.scan(Scan.of("", 1000)).keys().stream()
                .filter(key -> key.name().contains(ID))
                .count();
    }

    private Page.Answer owner(String path, String action, String... more) throws Exception {
        return site.page().post(path, Page.with(more, "action", action, "url", URL, "token", TOKEN));
    }

    private void assertOwnedByTheSame(String path) throws Exception {
        site.page()
                .post(path, "action", "create", "url", URL, "token", "somebody-else")
                .isError(403, "UNAUTHORIZED");
        assertThat(owner(path, "create").isOk().text("id")).isEqualTo(ID);
    }

    private void assertDeletedWhole(String path) throws Exception {
        owner(path, "delete").isOk();
        site.page().get(path, "action", "get", "id", ID).isError(404, "NOT_FOUND");
    }

    @Test
    void aCounter() throws Exception {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        service("counter", "\"totalCount\":41,\"settings\":{}");
        write("counter:" + ID + ":total", key -> key.put("41"));
        write("counter:" + ID + ":daily:" + today.minusDays(1), key -> key.put("4"));
        assertSound();

        Page.Answer read = site.page().get("/visit", "action", "get", "id", ID).isOk();
        assertThat(read.number("total")).isEqualTo(41);
        assertThat(read.number("yesterday")).isEqualTo(4);
        Page visitor = site.page();
        assertThat(visitor.get("/visit", "action", "increment", "id", ID).isOk().number("total"))
                .isEqualTo(42);
        assertThat(visitor.get("/visit", "action", "increment", "id", ID).isOk().number("total"))
                .isEqualTo(42);
        assertOwnedByTheSame("/visit");
        assertThat(owner("/visit", "set", "total", "1000").isOk().number("total"))
                .isEqualTo(1000);
        assertSound();
        assertDeletedWhole("/visit");
        assertThat(keys()).isZero();
    }

    @Test
    void aLike() throws Exception {
        service("like", "\"totalLikes\":7,\"settings\":{}");
        write("like:" + ID + ":total", key -> key.put("7"));
        Page fan = site.page();
        String hash = Digests.hex(fan.address() + ":Test/1.0:" + LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC))
                .substring(0, 16);
        write("like_users:like:" + ID + ":users:" + hash, key -> key.mark("\"true\""));
        assertSound();

        Page.Answer read = fan.get("/like", "action", "get", "id", ID).isOk();
        assertThat(read.number("total")).isEqualTo(7);
        assertThat(read.data().get("userLiked").asBoolean()).isTrue();
        assertThat(fan.get("/like", "action", "toggle", "id", ID).isOk().number("total"))
                .isEqualTo(6);
        assertThat(site.page().get("/like", "action", "toggle", "id", ID).isOk().number("total"))
                .isEqualTo(7);
        assertOwnedByTheSame("/like");
        assertSound();
        assertDeletedWhole("/like");
    }

    @Test
    void aRanking() throws Exception {
        service(
                "ranking",
                "\"totalEntries\":2,\"settings\":{\"title\":\"Laps\",\"maxEntries\":20,\"sortOrder\":\"asc\"}");
        write("ranking:" + ID + ":scores", key -> key.rank("Team: Red", 61234).rank("Team: Blue", 59001));
        write(ID + ":display_scores", key -> key.field("Team: Blue", "59.001 s"));
        assertSound();

        Page.Answer read =
                site.page().get("/ranking", "action", "get", "id", ID).isOk();
        assertThat(read.text("title")).isEqualTo("Laps");
        assertThat(read.text("sortOrder")).isEqualTo("asc");
        JsonNode entries = read.data().get("entries");
        assertThat(entries).hasSize(2);
        assertThat(entries.get(0).get("name").asString()).isEqualTo("Team: Blue");
        assertThat(entries.get(0).get("displayScore").asString()).isEqualTo("59.001 s");
        site.page()
                .get("/ranking", "action", "submit", "id", ID, "name", "Team: Red", "score", "58000")
                .isOk();
        assertThat(site.page()
                        .get("/ranking", "action", "get", "id", ID)
                        .data()
                        .get("entries")
                        .get(0)
                        .get("name")
                        .asString())
                .isEqualTo("Team: Red");
        assertOwnedByTheSame("/ranking");
        assertThat(owner("/ranking", "remove", "name", "Team: Blue").isOk().number("totalEntries"))
                .isEqualTo(1);
        assertSound();
        assertDeletedWhole("/ranking");
        assertThat(keys()).isZero();
    }

    @Test
    void aBoard() throws Exception {
        service(
                "bbs",
                "\"totalMessages\":3,\"settings\":{\"title\":\"Guests\",\"maxMessages\":100,\"messagesPerPage\":10,"
                        + "\"emoteSelect\":{\"label\":\"Mood\",\"options\":[\"glad\",\"sad\"]}}");
        for (int i = 1; i <= 3; i++) {
            int number = i;
            write(
                    "bbs:" + ID + ":messages",
                    key -> key.push(
                            "{\"id\":\"" + ID + "_m" + number + "_abc\",\"author\":\"a\",\"message\":\"m" + number
                                    + "\",\"timestamp\":\"2025-08-0" + number
                                    + "T00:00:00.000Z\",\"emoteValue\":\"glad\",\"authorHash\":\"0123456789abcdef\"}"));
        }
        assertSound();

        Page.Answer read =
                site.page().get("/api/bbs", "action", "get", "id", ID).isOk();
        JsonNode messages = read.data().get("messages");
        assertThat(List.of(0, 1, 2).stream()
                        .map(i -> messages.get(i).get("message").asString()))
                .containsExactly("m1", "m2", "m3");
        assertThat(messages.get(0).get("selects").get("Mood").asString()).isEqualTo("glad");
        assertThat(messages.get(0).get("authorHash").asString()).isEqualTo("0123456789abcdef");
        assertThat(read.data()
                        .get("settings")
                        .get("selects")
                        .get(0)
                        .get("label")
                        .asString())
                .isEqualTo("Mood");
        assertThat(read.data().get("settings").get("emoteSelect").get("label").asString())
                .isEqualTo("Mood");
        assertThat(read.data().get("settings").get("standardSelect").isNull()).isTrue();
        assertThat(messages.get(0).get("emoteValue").asString()).isEqualTo("glad");
        for (String parameter : List.of("emoteValue", "select1")) {
            site.page()
                    .get("/bbs", "action", "post", "id", ID, "message", "new", parameter, "sad")
                    .isOk();
        }
        assertOwnedByTheSame("/bbs");
        owner("/bbs", "deleteMessage", "messageId", ID + "_m1_abc").isOk();
        assertThat(site.page().get("/api/bbs", "action", "get", "id", ID).isOk().number("totalMessages"))
                .isEqualTo(4);
        assertSound();
        assertDeletedWhole("/bbs");
        assertThat(keys()).isZero();
    }

    /** Nobody makes a service beside a record that nobody can read, and nothing is written for one who is told 404. */
    @Test
    void whatNobodyCanRead() throws Exception {
        for (Kind kind : Kind.values()) {
            write(kind.id() + ":" + ID, key -> key.put("{\"version\":9}"));
            write("url:" + kind.id() + ":" + SiteUrl.encode(URL), key -> key.put(ID));
        }
        write("like:" + ID + ":total", key -> key.put("7"));
        long before = keys();
        site.page().get("/like", "action", "toggle", "id", ID).isError(404, "NOT_FOUND");
        site.page().get("/visit", "action", "increment", "id", ID).isError(404, "NOT_FOUND");
        for (String path : List.of("/visit", "/like", "/ranking", "/bbs")) {
            site.page()
                    .post(path, "action", "create", "url", URL, "token", "somebody-else")
                    .isError(403, "UNAUTHORIZED");
        }
        assertThat(keys()).isEqualTo(before);
        assertThat(store.get(Keyspace.schema().key("like:" + ID + ":total")).map(Bytes::text))
                .hasValue("7");
        assertThat(store.get(Keyspace.schema().key("url:like:" + SiteUrl.encode(URL)))
                        .map(Bytes::text))
                .hasValue(ID);
    }
}
