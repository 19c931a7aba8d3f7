package dev.yorozu.server.systems.nostalgic;

import static dev.yorozu.server.systems.nostalgic.NostalgicSite.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.systems.nostalgic.Page.Answer;
import dev.yorozu.server.systems.nostalgic.Page.Way;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Every action, by GET and by POST, through the whole life of a service of each kind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallsTest {
    /** Which services there are is known to sums within half a minute. */
    private static final Duration SUM_AGE = Duration.ofSeconds(31);

    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(clock, Map.of());

    @AfterAll
    void stop() {
        site.close();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aCounterLives(Way way) throws Exception {
        String url = NostalgicSite.url();
        Page owner = site.page();
        Page visitor = site.page();
        Answer created = owner.call(way, "/api/visit", "action", "create", "url", url, "token", TOKEN)
                .isOk();
        String id = created.text("id");
        assertThat(created.json().get("id").asString()).isEqualTo(id);
        assertThat(created.json().get("url").asString()).isEqualTo(url);
        assertThat(created.data().propertyNames())
                .containsExactly("id", "url", "total", "today", "yesterday", "week", "month", "duplicate", "settings");

        Answer counted =
                visitor.call(way, "/visit", "action", "increment", "id", id).isOk();
        assertThat(counted.number("total")).isEqualTo(1);
        assertThat(counted.data().get("duplicate").asBoolean()).isFalse();
        assertThat(counted.text("lastVisit")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        Answer again =
                visitor.call(way, "/api/visit", "action", "increment", "id", id).isOk();
        assertThat(again.number("total")).isEqualTo(1);
        assertThat(again.data().get("duplicate").asBoolean()).isTrue();

        assertThat(visitor.call(way, "/visit", "action", "get", "id", id).isOk().number("month"))
                .isEqualTo(1);
        assertThat(owner.call(way, "/visit", "action", "set", "url", url, "token", TOKEN, "total", "999999999")
                        .isOk()
                        .number("total"))
                .isEqualTo(999_999_999);
        assertThat(owner.call(way, "/visit", "action", "updateSettings", "url", url, "token", TOKEN)
                        .isOk()
                        .number("today"))
                .isEqualTo(1);
        clock.advance(SUM_AGE);
        Answer sum = visitor.call(way, "/visit", "action", "sumByPrefix", "prefix", id)
                .isOk();
        assertThat(sum.json().get("total").asLong()).isEqualTo(999_999_999);
        assertThat(sum.number("total")).isEqualTo(999_999_999);
        assertDeletes(way, "/visit", url, id, "Counter");
    }

    private void assertDeletes(Way way, String path, String url, String id, String title) throws Exception {
        Answer deleted = site.page()
                .call(way, path, "action", "delete", "url", url, "token", TOKEN)
                .isOk();
        assertThat(deleted.json().get("message").asString()).isEqualTo(title + " deleted successfully");
        assertThat(deleted.json().get("id").asString()).isEqualTo(id);
        site.page().call(way, path, "action", "get", "id", id).isError(404, "NOT_FOUND");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aLikeLives(Way way) throws Exception {
        String url = NostalgicSite.url();
        Page owner = site.page();
        Page visitor = site.page();
        String id = owner.call(way, "/like", "action", "create", "url", url, "token", TOKEN, "icon", "peta")
                .isOk()
                .text("id");

        Answer liked =
                visitor.call(way, "/api/like", "action", "toggle", "id", id).isOk();
        assertThat(liked.data().propertyNames())
                .containsExactly("id", "url", "total", "userLiked", "liked", "lastLike", "icon", "settings");
        assertThat(liked.number("total")).isEqualTo(1);
        assertThat(liked.json().get("userLiked").asBoolean()).isTrue();
        assertThat(liked.data().get("liked").asBoolean()).isTrue();
        assertThat(site.page()
                        .call(way, "/like", "action", "get", "id", id)
                        .isOk()
                        .data()
                        .get("userLiked")
                        .asBoolean())
                .isFalse();
        assertThat(visitor.call(way, "/like", "action", "toggle", "id", id)
                        .isOk()
                        .number("total"))
                .isZero();
        assertThat(owner.call(way, "/like", "action", "set", "url", url, "token", TOKEN, "value", "41")
                        .isOk()
                        .number("total"))
                .isEqualTo(41);
        assertThat(owner.call(way, "/like", "action", "updateSettings", "url", url, "token", TOKEN, "icon", "star")
                        .isOk()
                        .text("icon"))
                .isEqualTo("star");
        clock.advance(SUM_AGE);
        assertThat(visitor.call(way, "/like", "action", "sumByPrefix", "prefix", id)
                        .isOk()
                        .number("total"))
                .isEqualTo(41);
        assertDeletes(way, "/like", url, id, "Like");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aRankingLives(Way way) throws Exception {
        String url = NostalgicSite.url();
        Page owner = site.page();
        String id = owner.call(
                        way, "/ranking", "action", "create", "url", url, "token", TOKEN, "max", "3", "title", "Top 🏆")
                .isOk()
                .text("id");
        for (int i = 1; i <= 4; i++) {
            site.page()
                    .call(way, "/api/ranking", "action", "submit", "id", id, "name", "P" + i, "score", "" + i * 10)
                    .isOk();
        }
        Answer shown = site.page()
                .call(way, "/ranking", "action", "display", "id", id, "limit", "2")
                .isOk();
        assertThat(shown.data().propertyNames())
                .containsExactly(
                        "id",
                        "url",
                        "title",
                        "entries",
                        "totalEntries",
                        "maxEntries",
                        "sortOrder",
                        "lastSubmit",
                        "settings");
        assertThat(names(shown)).containsExactly("P4", "P3");
        assertThat(shown.number("totalEntries")).isEqualTo(3);
        assertThat(shown.data().get("settings").get("title").asString()).isEqualTo("Top 🏆");
        JsonNode first = shown.data().get("entries").get(0);
        assertThat(first.propertyNames()).containsExactly("rank", "name", "score", "displayScore", "createdAt");
        assertThat(first.get("displayScore").asString()).isEqualTo("40");

        Answer rank = site.page()
                .call(way, "/ranking", "action", "myRank", "id", id, "name", "P3", "neighbours", "1")
                .isOk();
        assertThat(rank.number("rank")).isEqualTo(2);
        assertThat(names(rank)).containsExactly("P4", "P3", "P2");

        Answer worse = owner.call(
                        way, "/ranking", "action", "update", "url", url, "token", TOKEN, "name", "P4", "score", "1")
                .isOk();
        assertThat(names(worse)).containsExactly("P3", "P2", "P4");
        Answer sorted = owner.call(
                        way,
                        "/ranking",
                        "action",
                        "updateSettings",
                        "url",
                        url,
                        "token",
                        TOKEN,
                        "sortOrder",
                        "asc",
                        "title",
                        "")
                .isOk();
        assertThat(names(sorted)).containsExactly("P4", "P2", "P3");
        assertThat(sorted.data().has("title")).isFalse();
        assertThat(names(owner.call(way, "/ranking", "action", "remove", "url", url, "token", TOKEN, "name", "P2")
                        .isOk()))
                .containsExactly("P4", "P3");
        assertThat(names(owner.call(way, "/ranking", "action", "clear", "url", url, "token", TOKEN)
                        .isOk()))
                .isEmpty();
        assertDeletes(way, "/ranking", url, id, "Ranking");
    }

    private static List<String> names(Answer answer) {
        return answer.data()
                .get("entries")
                .valueStream()
                .map(entry -> entry.get("name").asString())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aBoardLives(Way way) throws Exception {
        String url = NostalgicSite.url();
        Page owner = site.page();
        Page author = site.page();
        String id = owner.call(
                        way,
                        "/bbs",
                        "action",
                        "create",
                        "url",
                        url,
                        "token",
                        TOKEN,
                        "messagesPerPage",
                        "2",
                        "enableSelects",
                        "true")
                .isOk()
                .text("id");
        Answer posted = author.call(
                        way,
                        "/api/bbs",
                        "action",
                        "post",
                        "id",
                        id,
                        "message",
                        "  <b>hi</b>\n",
                        "icon",
                        "😎",
                        "select2",
                        "雨")
                .isOk();
        JsonNode message = posted.data().get("messages").get(0);
        assertThat(message.get("author").asString()).isEqualTo("名無しさん");
        assertThat(message.get("message").asString()).isEqualTo("  <b>hi</b>");
        assertThat(message.get("selects").get("天気").asString()).isEqualTo("雨");
        assertThat(message.get("incrementalValue").asString()).isEqualTo("雨");
        assertThat(message.get("authorHash")).isEqualTo(message.get("userHash"));
        assertThat(posted.text("currentUserHash"))
                .isEqualTo(message.get("userHash").asString());
        String messageId = posted.json().get("messageId").asString();
        String editToken = posted.json().get("editToken").asString();
        assertThat(posted.text("messageId"))
                .isEqualTo(messageId)
                .isEqualTo(message.get("id").asString());
        assertThat(posted.text("editToken")).isEqualTo(editToken);

        author.call(way, "/bbs", "action", "post", "id", id, "message", "too soon")
                .isError(429, "RATE_LIMITED");
        clock.advance(Duration.ofSeconds(11));
        author.call(way, "/bbs", "action", "post", "id", id, "message", "second")
                .isOk();
        site.page()
                .call(way, "/bbs", "action", "post", "id", id, "message", "third")
                .isOk();

        Answer page = site.page()
                .call(way, "/api/bbs", "action", "get", "id", id, "page", "1")
                .isOk();
        assertThat(page.data().get("pagination").toString())
                .isEqualTo("{\"page\":1,\"totalPages\":2,\"hasPrev\":false,\"hasNext\":true,\"perPage\":2}");
        assertThat(page.number("totalMessages")).isEqualTo(3);
        assertThat(messages(page)).containsExactly("  <b>hi</b>", "second");
        assertThat(page.body()).doesNotContain(editToken);

        site.page()
                .call(way, "/bbs", "action", "editMessageById", "id", id, "messageId", messageId, "message", "mine?")
                .isError(403, "UNAUTHORIZED");
        site.page()
                .call(
                        way,
                        "/bbs",
                        "action",
                        "editMessageById",
                        "id",
                        id,
                        "messageId",
                        messageId,
                        "editToken",
                        editToken,
                        "message",
                        "edited")
                .isOk();
        author.call(way, "/bbs", "action", "update", "id", id, "messageId", messageId, "message", "by hash")
                .isOk();
        owner.call(
                        way,
                        "/bbs",
                        "action",
                        "editMessage",
                        "url",
                        url,
                        "token",
                        TOKEN,
                        "messageId",
                        messageId,
                        "message",
                        "by owner")
                .isOk();
        assertThat(messages(site.page()
                        .call(way, "/api/bbs", "action", "get", "id", id, "page", "1")
                        .isOk()))
                .containsExactly("by owner", "second");
        site.page()
                .call(
                        way,
                        "/bbs",
                        "action",
                        "deleteMessageById",
                        "id",
                        id,
                        "messageId",
                        messageId,
                        "editToken",
                        editToken)
                .isOk();
        Answer left = owner.call(
                        way,
                        "/bbs",
                        "action",
                        "updateSettings",
                        "url",
                        url,
                        "token",
                        TOKEN,
                        "max",
                        "1",
                        "title",
                        "One",
                        "enableIcons",
                        "false")
                .isOk();
        assertThat(messages(left)).containsExactly("third");
        assertThat(left.data().get("settings").get("icons").size()).isZero();
        assertThat(messages(owner.call(way, "/bbs", "action", "clear", "url", url, "token", TOKEN)
                        .isOk()))
                .isEmpty();
        assertDeletes(way, "/bbs", url, id, "BBS");
    }

    private static List<String> messages(Answer answer) {
        return answer.data()
                .get("messages")
                .valueStream()
                .map(message -> message.get("message").asString())
                .toList();
    }

    @Test
    void manyAreMadeAndReadAtOnce() throws Exception {
        String one = NostalgicSite.url();
        String two = NostalgicSite.url();
        Map<String, Object> body = Map.of("token", TOKEN, "items", List.of(Map.of("url", one), Map.of("url", two)));
        for (String path : List.of("/visit", "/like")) {
            Answer made = site.page().json(path + "?action=batchCreate", body).isOk();
            assertThat(made.json().get("created").asInt()).isEqualTo(2);
            assertThat(site.page()
                            .json(path + "?action=batchCreate", body)
                            .isOk()
                            .number("skipped"))
                    .isEqualTo(2);
            String third = NostalgicSite.url();
            assertThat(site.page()
                            .get(
                                    path,
                                    "action",
                                    "batchCreate",
                                    "token",
                                    TOKEN,
                                    "items",
                                    "[{\"url\":\"" + third + "\"}]")
                            .isOk()
                            .number("created"))
                    .isEqualTo(1);
            String id = made.data().get("items").get(1).get("id").asString();
            Answer many = site.page()
                    .json(path + "?action=batchGet", Map.of("ids", List.of(id, "nobody-00000000", "no id")))
                    .isOk();
            assertThat(many.data().propertyNames()).containsExactly(id, "nobody-00000000");
            assertThat(many.data().get("nobody-00000000").get("total").asLong()).isZero();
            assertThat(site.page()
                            .get(path, "action", "batchGet", "ids", id + "," + id)
                            .isOk()
                            .data()
                            .size())
                    .isEqualTo(1);
        }
    }

    @Test
    void onlyOwnersSeeWhomWebhooksGoTo() throws Exception {
        String hook = "https://hooks.example/x";
        for (String path : List.of("/visit", "/like", "/ranking", "/bbs")) {
            String url = NostalgicSite.url();
            String id = site.made(path, url, "webhookUrl", hook);
            Page owner = site.page();

            assertThat(owner.post(path, "action", "get", "url", url, "token", TOKEN)
                            .isOk()
                            .data()
                            .get("settings")
                            .get("webhookUrl")
                            .asString())
                    .isEqualTo(hook);
            assertThat(site.page().get(path, "action", "get", "id", id).isOk().body())
                    .doesNotContain("hooks");
            assertThat(site.page()
                            .get(path, "action", "display", "id", id, "format", "json")
                            .body())
                    .doesNotContain("hooks");
            assertThat(owner.post(path, "action", "updateSettings", "url", url, "token", TOKEN, "webhookUrl", "")
                            .isOk()
                            .data()
                            .get("settings")
                            .has("webhookUrl"))
                    .isFalse();
        }
    }

    @Test
    void everyServiceHasAKeyOfItsOwnForWebhooks() throws Exception {
        String url = NostalgicSite.url();
        site.made("/visit", url);
        site.made("/like", url);
        Answer counter = site.page()
                .post("/visit", "action", "webhookSecret", "url", url, "token", TOKEN)
                .isOk();
        Answer like = site.page()
                .post("/like", "action", "webhookSecret", "url", url, "token", TOKEN)
                .isOk();

        assertThat(counter.text("webhookSecret")).matches("[0-9a-f]{64}").isNotEqualTo(like.text("webhookSecret"));
        assertThat(counter.json().get("webhookSecret").asString()).isEqualTo(counter.text("webhookSecret"));
    }
}
