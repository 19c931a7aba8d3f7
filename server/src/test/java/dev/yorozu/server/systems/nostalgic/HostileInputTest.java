package dev.yorozu.server.systems.nostalgic;

import static dev.yorozu.server.systems.nostalgic.NostalgicSite.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.systems.nostalgic.Page.Answer;
import dev.yorozu.server.systems.nostalgic.Page.Way;
import dev.yorozu.store.testkit.HeldClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Whatever is sent in whatever place: an answer in the form of this system, and nothing that a page could run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {
    private static final List<String> VALUES = List.of(
            "<script>alert(1)</script>",
            "\" onmouseover=\"alert(1)",
            "'><img src=x onerror=alert(1)>",
            "javascript:alert(1)",
            "../../etc/passwd",
            "*",
            "a:b:c",
            "\r\nSet-Cookie: a=b",
            "\u0000",
            "\u202Egnp.exe",
            "\u200F\u05D0",
            "👩‍👩‍👧‍👦🏳️‍🌈",
            "-1",
            "-999999999999999999999999999999",
            "99999999999999999999999999999999",
            "1e309",
            "NaN",
            "0x10",
            "true",
            "null",
            "[]",
            "{}",
            "${jndi:ldap://x}",
            "{{7*7}}",
            "a".repeat(5000));

    private static final Map<String, List<String>> FIELDS = Map.of(
            "/visit",
                    List.of(
                            "id",
                            "url",
                            "token",
                            "total",
                            "webhookUrl",
                            "type",
                            "theme",
                            "digits",
                            "format",
                            "prefix",
                            "ids"),
            "/like", List.of("id", "url", "token", "value", "icon", "theme", "digits", "format", "prefix", "ids"),
            "/ranking",
                    List.of(
                            "id",
                            "url",
                            "token",
                            "name",
                            "score",
                            "displayScore",
                            "limit",
                            "max",
                            "sortOrder",
                            "title"),
            "/bbs",
                    List.of(
                            "id",
                            "url",
                            "token",
                            "message",
                            "author",
                            "icon",
                            "select1",
                            "icons",
                            "select1Label",
                            "messageId",
                            "editToken",
                            "page",
                            "max",
                            "messagesPerPage",
                            "title",
                            "enableIcons"));

    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(clock, Map.of());

    @AfterAll
    void stop() {
        site.close();
    }

    private static final Map<String, List<String>> ACTIONS = Map.of(
            "/visit", List.of("create", "increment", "display", "set", "sumByPrefix", "batchGet"),
            "/like", List.of("create", "toggle", "display", "set", "updateSettings", "sumByPrefix"),
            "/ranking", List.of("create", "submit", "get", "myRank", "update", "remove"),
            "/bbs", List.of("create", "post", "get", "editMessageById", "update", "updateSettings"));

    @ParameterizedTest
    @EnumSource(Way.class)
    void nothingThatIsSentBreaksAnything(Way way) throws Exception {
        for (Map.Entry<String, List<String>> path : FIELDS.entrySet()) {
            String url = NostalgicSite.url();
            String id = site.made(path.getKey(), url);
            for (int i = 0; i < VALUES.size(); i++) {
                for (String field : path.getValue()) {
                    List<String> actions = Objects.requireNonNull(ACTIONS.get(path.getKey()));
                    send(way, path.getKey(), actions.get(i % actions.size()), id, url, field, VALUES.get(i));
                }
            }
        }
    }

    private void send(Way way, String path, String action, String id, String url, String field, String value)
            throws Exception {
        List<String> pairs = new ArrayList<>(List.of("action", action, field, value));
        boolean owners = List.of("create", "set", "updateSettings", "remove").contains(action)
                || (path.equals("/ranking") && action.equals("update"));
        Map<String, String> rest = owners
                ? Map.of("url", url, "token", TOKEN, "name", "N", "score", "1", "total", "5")
                : Map.of("id", id, "name", "N", "score", "1", "message", "m", "messageId", "m_1", "prefix", "a");
        rest.forEach((name, usual) -> {
            if (!name.equals(field)) {
                pairs.addAll(List.of(name, usual));
            }
        });
        Answer answer =
                site.page().call(way, path, pairs.toArray(String[]::new)).isOpenAndUnkept();
        String what = path + " " + pairs;
        assertThat(answer.status()).as(what).isIn(200, 400, 403, 404, 414, 429);
        if (answer.status() != 200) {
            assertThat(answer.json().propertyNames())
                    .as(what)
                    .containsExactly("success", "error", "code", "statusCode");
            assertThat(answer.error()).as(what).doesNotContain("<", ">", "alert", "passwd");
        }
    }

    @Test
    void whatEarlierWidgetsShowUnescapedHoldsNoMarkup() throws Exception {
        String ranking = site.made("/ranking", NostalgicSite.url());
        String boardUrl = NostalgicSite.url();
        String board = site.made("/bbs", boardUrl, "enableSelects", "true");
        for (String markup : List.of("<b>", "a&lt;", "\"x", "'x", "`x`", "<img src=x onerror=alert(1)>")) {
            Page page = site.page();
            page.post("/ranking", "action", "submit", "id", ranking, "name", "N", "score", "1", "displayScore", markup)
                    .isInvalid("displayScore");
            page.post("/bbs", "action", "post", "id", board, "message", "m", "icon", markup)
                    .isInvalid("icon");
            page.post("/bbs", "action", "post", "id", board, "message", "m", "select1", markup)
                    .isInvalid("select");
            page.post("/bbs", "action", "updateSettings", "url", boardUrl, "token", TOKEN, "icons", markup)
                    .isInvalid("icons or selects");
            page.post(
                            "/bbs",
                            "action",
                            "updateSettings",
                            "url",
                            boardUrl,
                            "token",
                            TOKEN,
                            "select1Label",
                            markup,
                            "select1Values",
                            "a,b")
                    .isInvalid("select1");
        }
    }

    @Test
    void scriptStaysTheTextThatItIs() throws Exception {
        String script = "<script>alert(1)</script>";
        String ranking = site.made("/ranking", NostalgicSite.url(), "title", script);
        Answer submitted = site.page()
                .post("/ranking", "action", "submit", "id", ranking, "name", script, "score", "1")
                .isOk();
        JsonNode entry = submitted.data().get("entries").get(0);
        assertThat(submitted.header("Content-Type")).isEqualTo("application/json; charset=utf-8");
        assertThat(submitted.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(entry.get("name").asString()).isEqualTo(script);
        assertThat(entry.get("displayScore").asString()).isEqualTo("1");
    }

    /** Its id differs only behind the eight digits that the shortest name shows. */
    @Test
    void addressesWithTheSameBeginningOfTheirHashAreTwoServices() throws Exception {
        String[] pair = Collisions.find();
        for (String path : List.of("/visit", "/like", "/ranking", "/bbs")) {
            String first = site.made(path, pair[0]);
            Answer second = site.page()
                    .post(path, "action", "create", "url", pair[1], "token", "another owner's token")
                    .isOk();
            assertThat(second.text("id")).startsWith(first + "-").matches("[a-z0-9-]+-[a-f0-9]{8}");
            assertThat(second.text("url")).isEqualTo(pair[1]);
            site.page()
                    .post(path, "action", "delete", "url", pair[0], "token", "another owner's token")
                    .isError(403, "UNAUTHORIZED");
            assertThat(site.page()
                            .get(path, "action", "get", "id", first)
                            .isOk()
                            .text("url"))
                    .isEqualTo(pair[0]);
        }
    }
}
