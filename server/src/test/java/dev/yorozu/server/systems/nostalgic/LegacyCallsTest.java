package dev.yorozu.server.systems.nostalgic;

import static dev.yorozu.server.systems.nostalgic.NostalgicSite.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.systems.nostalgic.Page.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Calls in the form in which widgets of the earlier versions make them, and the fields that those read. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LegacyCallsTest {
    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(clock, Map.of());

    @AfterAll
    void stop() {
        site.close();
    }

    @Test
    void theFirstCounterCountsAndShows() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());

        site.page().get("/api/count?id=" + id).isOk();
        site.page().get("/api/counter?action=increment&id=" + id).isOk();
        Answer shown = site.page()
                .get("/api/counter?id=" + id + "&type=total&style=classic&digits=6&format=image")
                .isOk();
        assertThat(shown.header("Content-Type")).isEqualTo("image/svg+xml; charset=utf-8");
        assertThat(shown.body()).contains(">000002<");
    }

    @Test
    void attributesThatWereLeftOutCountAsNone() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());
        site.page().get("/api/visit?action=increment&id=" + id).isOk();

        Answer shown = site.page()
                .get("/api/visit?action=display&id=" + id + "&type=null&theme=null&digits=undefined&format=null")
                .isOk();
        assertThat(shown.header("Content-Type")).startsWith("image/svg+xml");
        assertThat(shown.body()).contains(">1<").contains("width=\"32\"");
        assertThat(site.page()
                        .get("/api/visit?action=display&id=" + id + "&format=text")
                        .isOk()
                        .body())
                .isEqualTo("1");
    }

    @Test
    void theFirstOfRepeatedNamesCountsAndUnknownOnesDoNot() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());

        assertThat(site.page()
                        .get("/visit?action=get&action=delete&id=" + id + "&id=nobody-00000000&page=1&x=%3Cb%3E")
                        .isOk()
                        .text("id"))
                .isEqualTo(id);
    }

    @Test
    void theLaterCounterShowsItsPictureOnItsWay() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());

        assertThat(site.page()
                        .get("/visit?action=increment&id=" + id + "&format=image&theme=ff")
                        .isOk()
                        .body())
                .contains(">1<");
        assertThat(site.page()
                        .get("/visit?action=get&id=" + id + "&format=svg&theme=dark&digits=3")
                        .isOk()
                        .body())
                .contains(">001<");
        assertThat(site.page()
                        .get("/like?action=get&id=" + id + "&format=text")
                        .isOk()
                        .body())
                .isEqualTo("0");
    }

    @Test
    void likesAreFoundWhereverWidgetsLook() throws Exception {
        String id = site.made("/like", NostalgicSite.url());
        Page page = site.page();

        Answer toggled = page.get("/api/like?action=toggle&id=" + id).isOk();
        for (JsonNode place : new JsonNode[] {toggled.json(), toggled.data()}) {
            assertThat(place.get("total").asLong()).isEqualTo(1);
            assertThat(place.get("userLiked").asBoolean()).isTrue();
            assertThat(place.get("liked").asBoolean()).isTrue();
        }
        assertThat(page.json("/like?action=batchGet", Map.of("ids", new String[] {id}))
                        .isOk()
                        .data()
                        .get(id)
                        .get("liked")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void theOldestRankingSubmitsWithTheAddress() throws Exception {
        String url = NostalgicSite.url();
        site.made("/ranking", url);

        Answer submitted = site.page()
                .get("/api/ranking", "action", "submit", "url", url, "token", TOKEN, "name", "Ann", "score", "7")
                .isOk();
        assertThat(submitted.data().get("entries").get(0).get("rank").isNumber())
                .isTrue();
        assertThat(submitted.number("totalEntries")).isEqualTo(1);
    }

    @Test
    void boardsTakeBothNamesOfWhatIsChosen() throws Exception {
        String url = NostalgicSite.url();
        Answer created = site.page()
                .get(
                        "/bbs",
                        "action",
                        "create",
                        "url",
                        url,
                        "token",
                        TOKEN,
                        "maxMessages",
                        "5",
                        "perPage",
                        "3",
                        "icons",
                        "🐈, 🐕",
                        "standardSelectLabel",
                        "地域",
                        "standardSelectOptions",
                        "東京,大阪",
                        "select2Label",
                        "天気",
                        "select2Values",
                        "晴れ,雨",
                        "emoteSelectLabel",
                        "",
                        "emoteSelectOptions",
                        "")
                .isOk();
        JsonNode settings = created.data().get("settings");
        assertThat(settings.get("icons").get(1).asString()).isEqualTo("🐕");
        assertThat(settings.get("selects").size()).isEqualTo(2);
        assertThat(settings.get("standardSelect").get("options").get(1).asString())
                .isEqualTo("大阪");
        assertThat(settings.get("emoteSelect").isNull()).isTrue();
        String id = created.text("id");

        Answer posted = site.page()
                .get(
                        "/bbs",
                        "action",
                        "post",
                        "id",
                        id,
                        "author",
                        "",
                        "message",
                        "x",
                        "icon",
                        "🐈",
                        "standardValue",
                        "大阪",
                        "incrementalValue",
                        "",
                        "emoteValue",
                        "")
                .isOk();
        JsonNode message = posted.data().get("messages").get(0);
        assertThat(message.get("standardValue").asString()).isEqualTo("大阪");
        assertThat(message.has("incrementalValue")).isFalse();
        assertThat(posted.data().get("pagination").get("page").isNumber()).isTrue();
    }

    /** The later widgets ask without {@code /api}, number from the total down, and turn pages by what they are told. */
    @Test
    void boardsAreNewestFirstAndWholeWithoutApi() throws Exception {
        String url = NostalgicSite.url();
        String id = site.made("/bbs", url, "messagesPerPage", "2");
        for (String text : List.of("one", "two", "three")) {
            site.page().get("/bbs", "action", "post", "id", id, "message", text).isOk();
        }
        for (String page : List.of("1", "2")) {
            Answer later = site.page()
                    .get("/bbs", "action", "get", "id", id, "page", page)
                    .isOk();
            assertThat(texts(later)).containsExactly("three", "two", "one");
            assertThat(later.number("totalMessages")).isEqualTo(3);
            assertThat(later.number("messagesPerPage")).isEqualTo(3);
            assertThat(later.data().get("settings").get("messagesPerPage").asInt())
                    .isEqualTo(2);
        }
        assertThat(texts(site.page()
                        .post("/bbs", "action", "get", "url", url, "token", TOKEN)
                        .isOk()))
                .containsExactly("three", "two", "one");
        assertThat(texts(site.page()
                        .get("/bbs", "action", "get", "id", id, "limit", "2")
                        .isOk()))
                .containsExactly("three", "two");
        assertThat(texts(site.page()
                        .get("/api/bbs", "action", "get", "id", id, "page", "1")
                        .isOk()))
                .containsExactly("one", "two");
    }

    private static List<String> texts(Answer answer) {
        return answer.data()
                .get("messages")
                .valueStream()
                .map(message -> message.get("message").asString())
                .toList();
    }

    @Test
    void whoMustWaitGetsTheOldStatusOnRequest() throws Exception {
        String id = site.made("/ranking", NostalgicSite.url());
        Page page = site.page();
        page.get("/ranking", "action", "submit", "id", id, "name", "Ann", "score", "1")
                .isOk();

        Answer now = page.get("/ranking", "action", "submit", "id", id, "name", "Bob", "score", "2")
                .isError(429, "RATE_LIMITED");
        assertThat(now.header("Retry-After")).isEqualTo("60");
        Answer then = page.get("/ranking", "action", "submit", "id", id, "name", "Bob", "score", "2", "legacy", "1")
                .isError(400, "RATE_LIMITED");
        assertThat(then.error())
                .isEqualTo("Please wait before submitting another score (60 seconds cooldown)")
                .isEqualTo(now.error());
        try (NostalgicSite old = NostalgicSite.of(clock, Map.of("systems.nostalgic.legacyCooldownStatus", "on"))) {
            String board = old.made("/bbs", NostalgicSite.url());
            Page writer = old.page();
            writer.get("/bbs", "action", "post", "id", board, "message", "one").isOk();
            assertThat(writer.get("/bbs", "action", "post", "id", board, "message", "two")
                            .isError(400, "RATE_LIMITED")
                            .error())
                    .isEqualTo("Please wait before posting another message (10 seconds cooldown)");
        }
    }

    @Test
    void formsAndBearersAndMislabelledJsonAreTaken() throws Exception {
        String url = NostalgicSite.url();
        site.made("/visit", url);

        site.page()
                .body(
                        "/visit",
                        "application/x-www-form-urlencoded",
                        Page.query("action", "set", "url", url, "token", TOKEN, "total", "007")
                                .substring(1))
                .isOk();
        Answer set = site.page()
                .send(HttpRequest.newBuilder(site.page().uri("/visit?action=set&token=wrong-wrong"))
                        .header("Authorization", "Bearer " + TOKEN)
                        .header("Content-Type", "text/plain;charset=UTF-8")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + url + "\",\"value\":8}")))
                .isOk();
        assertThat(set.number("total")).isEqualTo(8);
        site.page()
                .json("/visit", Map.of("action", "get", "url", url, "token", TOKEN))
                .isOk();
    }

    @Test
    void browsersMayAskBeforehand() throws Exception {
        for (String path : new String[] {"/visit", "/api/like", "/ranking", "/api/bbs"}) {
            Answer answer = site.page()
                    .send(HttpRequest.newBuilder(site.page().uri(path + "?action=post"))
                            .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                            .header("Origin", "https://elsewhere.example")
                            .header("Access-Control-Request-Method", "POST"));
            assertThat(answer.status()).isEqualTo(204);
            assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
            assertThat(answer.header("Access-Control-Allow-Methods")).isEqualTo("GET, POST, OPTIONS");
            assertThat(answer.header("Access-Control-Allow-Headers")).isEqualTo("Content-Type, Authorization");
        }
    }
}
