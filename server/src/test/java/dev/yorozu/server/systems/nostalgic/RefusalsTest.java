package dev.yorozu.server.systems.nostalgic;

import static dev.yorozu.server.systems.nostalgic.NostalgicSite.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.systems.nostalgic.Page.Answer;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every error that this system knows, in its form. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsTest {
    private static final String URL = "https://refusals.example/";

    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(clock, Map.of());

    @AfterAll
    void stop() {
        site.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/visit", "/api/like?action=", "/ranking?action=fly", "/bbs?action=%3Cscript%3E"})
    void aMissingOrUnknownActionIsRefused(String target) throws Exception {
        site.page().get(target).isInvalid("action");
    }

    @ParameterizedTest
    @CsvSource({
        "/visit?action=get, id",
        "/visit?action=get&id=Example-100680ad, id",
        "/visit?action=create, url",
        "/visit?action=create&url=http://example.com&token=12345678, url",
        "/visit?action=create&url=https://localhost:99999&token=12345678, url",
        "/visit?action=create&url=https://example.com, token",
        "/visit?action=create&url=https://example.com&token=1234567, token",
        "/visit?action=create&url=https://example.com&token=12345678&webhookUrl=http://example.com/, webhookUrl",
        "/visit?action=create&url=https://example.com&token=12345678&webhookUrl=https://127.0.0.1/, webhookUrl",
        "/visit?action=create&url=https://example.com&token=12345678&webhookUrl=https://[::1]/, webhookUrl",
        "/visit?action=set&url=https://example.com&token=12345678, total",
        "/visit?action=set&url=https://example.com&token=12345678&total=-1, total",
        "/visit?action=set&url=https://example.com&token=12345678&total=1000000000, total",
        "/visit?action=set&url=https://example.com&token=12345678&total=1e3, total",
        "/visit?action=set&url=https://example.com&token=12345678&total=5.0, total",
        "/visit?action=set&url=https://example.com&token=12345678&total=99999999999999999999999, total",
        "/visit?action=sumByPrefix, prefix",
        "/visit?action=sumByPrefix&prefix=*, prefix",
        "/visit?action=batchGet, ids",
        "/like?action=create&url=https://example.com&token=12345678&icon=bomb, icon",
        "/ranking?action=create&url=https://example.com&token=12345678&max=0, max",
        "/ranking?action=create&url=https://example.com&token=12345678&max=10001, max",
        "/ranking?action=create&url=https://example.com&token=12345678&sortOrder=up, sortOrder",
        "/ranking?action=submit&id=nobody-00000000&score=1, name",
        "/ranking?action=submit&id=nobody-00000000&name=A, score",
        "/ranking?action=submit&id=nobody-00000000&name=A&score=1000000000, score",
        "/ranking?action=submit&id=nobody-00000000&name=A&score=1&displayScore=%3Cb%3E, displayScore",
        "/ranking?action=get&id=nobody-00000000&limit=101, limit",
        "/bbs?action=create&url=https://example.com&token=12345678&messagesPerPage=101, messagesPerPage",
        "/bbs?action=create&url=https://example.com&token=12345678&enableIcons=perhaps, enableIcons",
        "/bbs?action=create&url=https://example.com&token=12345678&icons=%3Cimg%3E, icons or selects",
        "/bbs?action=post&id=nobody-00000000, message",
        "/bbs?action=get&id=nobody-00000000&page=0, page",
        "/bbs?action=editMessageById&id=nobody-00000000&message=x, messageId",
        "/visit?action=%ff, query",
        "/visit?action=get&id=%C3%28, query"
    })
    void whatIsWrongWithAFieldIsSaid(String target, String field) throws Exception {
        site.page().get(target.replace("[", "%5B").replace("]", "%5D")).isInvalid(field);
    }

    @Test
    void textsThatAreTooLongAreRefused() throws Exception {
        String id = site.made("/bbs", NostalgicSite.url());
        String ranking = site.made("/ranking", NostalgicSite.url());
        Page page = site.page();

        page.post("/bbs", "action", "post", "id", id, "message", "ab".repeat(211))
                .isInvalid("message");
        page.post("/bbs", "action", "post", "id", id, "message", "x", "author", "ab".repeat(11))
                .isInvalid("author");
        page.post("/bbs", "action", "post", "id", id, "message", "x", "icon", "🐈")
                .isInvalid("icon");
        page.post("/bbs", "action", "post", "id", id, "message", "x", "select1", "東京")
                .isInvalid("select");
        page.post("/ranking", "action", "submit", "id", ranking, "name", "a".repeat(51), "score", "1")
                .isInvalid("name");
        page.post("/bbs", "action", "create", "url", URL, "token", TOKEN, "title", "t".repeat(101))
                .isInvalid("title");
        // None of these made anybody wait.
        page.post("/bbs", "action", "post", "id", id, "message", "😀".repeat(4) + "x".repeat(4))
                .isOk();
    }

    @ParameterizedTest
    @CsvSource({
        "see https://example.com/x, URLs are not allowed",
        "hahahaaaaaa, Excessive repeated characters",
        "buy Viagra now, Inappropriate content detected"
    })
    void messagesFollowRules(String message, String sentence) throws Exception {
        String id = site.made("/bbs", NostalgicSite.url());
        Page page = site.page();

        assertThat(page.post("/bbs", "action", "post", "id", id, "message", message)
                        .isError(400, "VALIDATION_ERROR")
                        .error())
                .isEqualTo(sentence);
        page.post("/bbs", "action", "post", "id", id, "message", "fine").isOk();
    }

    @ParameterizedTest
    @CsvSource({"/visit,counter,increment", "/like,like,toggle", "/ranking,ranking,get", "/bbs,bbs,get"})
    void whatIsNotThereIsSaidByName(String path, String kind, String action) throws Exception {
        assertThat(site.page()
                        .get(path, "action", action, "id", "nobody-00000000")
                        .isError(404, "NOT_FOUND")
                        .error())
                .isEqualTo(kind + " with id 'nobody-00000000' not found");
        assertThat(site.page()
                        .get(path, "action", "delete", "url", "https://example.com", "token", TOKEN)
                        .isError(404, "NOT_FOUND")
                        .error())
                .isEqualTo(kind + " with id 'example-100680ad' not found");
    }

    @Test
    void messagesThatAreGoneOrSomebodyElsesAreRefused() throws Exception {
        String id = site.made("/bbs", NostalgicSite.url());
        String messageId = site.page()
                .post("/bbs", "action", "post", "id", id, "message", "mine")
                .isOk()
                .text("messageId");
        Page other = site.page();

        assertThat(other.get("/bbs", "action", "deleteMessageById", "id", id, "messageId", messageId, "editToken", "no")
                        .isError(403, "UNAUTHORIZED")
                        .error())
                .isEqualTo("Permission denied: You can only delete your own posts");
        assertThat(other.get("/bbs", "action", "update", "id", id, "messageId", messageId, "message", "x")
                        .isError(403, "UNAUTHORIZED")
                        .error())
                .isEqualTo("Permission denied: You can only edit your own posts");
        assertThat(other.get("/bbs", "action", "remove", "id", id, "messageId", id + "_0_0")
                        .isError(404, "NOT_FOUND")
                        .error())
                .isEqualTo("Message not found");
    }

    @Test
    void anotherTokenIsRefusedAndGuessesAreFew() throws Exception {
        String url = NostalgicSite.url();
        site.made("/visit", url);
        Page guesser = site.page();

        for (int i = 0; i < 10; i++) {
            String action =
                    List.of("create", "set", "delete", "get", "webhookSecret").get(i % 5);
            assertThat(guesser.get("/visit", "action", action, "url", url, "token", "wrong-token-" + i, "total", "1")
                            .isError(403, "UNAUTHORIZED")
                            .error())
                    .isEqualTo("Invalid token for this URL");
        }
        Answer tooMany = guesser.get("/visit", "action", "get", "url", url, "token", TOKEN)
                .isError(429, "RATE_LIMITED");
        assertThat(Long.parseLong(tooMany.header("Retry-After"))).isBetween(1L, 3600L);
        site.page().get("/visit", "action", "get", "url", url, "token", TOKEN).isOk();
        assertThat(site.metrics()).contains("yorozu_nostalgic_refusals_total{reason=\"token\"}");
    }

    @Test
    void strangersWhoGuessLockNoOwnerOut() throws Exception {
        String url = NostalgicSite.url();
        Page owner = site.page();
        owner.get("/visit", "action", "create", "url", url, "token", TOKEN).isOk();
        int heard = 0;
        for (int i = 0; i < 10; i++) {
            Page guesser = site.page();
            for (int j = 0; j < 10; j++) {
                heard += guesser.get("/visit", "action", "get", "url", url, "token", "wrong-token-" + j)
                                        .status()
                                == 403
                        ? 1
                        : 0;
            }
        }
        // Twenty at once, then one that had failed nowhere, and one that had.
        assertThat(heard).isEqualTo(22);
        owner.get("/visit", "action", "get", "url", url, "token", TOKEN).isOk();
        clock.advance(Duration.ofSeconds(10));
        site.page().get("/visit", "action", "get", "url", url, "token", TOKEN).isOk();
    }

    @Test
    void anAddressWritesOnlySoMuchWhateverItsBrowsersAreCalled() throws Exception {
        try (NostalgicSite strict = NostalgicSite.of(clock, Map.of("systems.nostalgic.rates.write", "3"))) {
            String id = strict.made("/bbs", NostalgicSite.url());
            Page page = strict.page();
            for (int i = 0; i < 3; i++) {
                page.calling("Browser/" + i)
                        .post("/bbs", "action", "post", "id", id, "message", "m" + i)
                        .isOk();
            }
            page.calling("Browser/4")
                    .post("/bbs", "action", "post", "id", id, "message", "m4")
                    .isError(429, "RATE_LIMITED");
        }
    }

    @Test
    void bodiesAreObjectsInUtf8() throws Exception {
        Page page = site.page();
        for (String body : List.of("[]", "null", "{", "{\"id\":1,\"id\":2}", "{} {}", "[[[[[[")) {
            page.body("/visit?action=get", "application/json", body).isInvalid("body");
        }
        page.send(HttpRequest.newBuilder(page.uri("/visit?action=get"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {'{', '"', (byte) 0xff, '"', '}'})))
                .isInvalid("body");
        page.json("/visit?action=get", Map.of("id", List.of("a"))).isInvalid("id");
        page.body("/visit?action=get", "application/json", "{\"x\":\"" + "y".repeat(300_000) + "\"}")
                .isError(413, "TOO_LARGE");
        page.body("/visit?action=get", "application/json", "x".repeat(10 << 20)).isError(413, "TOO_LARGE");
    }

    @Test
    void whatTheServerRefusesHasTheSameForm() throws Exception {
        Page page = site.page();
        page.get("/api/nothing").isError(404, "NOT_FOUND");
        page.get("/visit/further").isError(404, "NOT_FOUND");
        page.send(HttpRequest.newBuilder(page.uri("/bbs")).DELETE()).isError(405, "METHOD_NOT_ALLOWED");
        assertThat(page.get("/nothing").json().propertyNames()).containsExactly("error", "message");
        assertThat(page.get("/nothing").header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void aStoreThatFailsIs503ButCountersAreShownAllTheSame() throws Exception {
        MemoryStore kept = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        try (NostalgicSite failing = new NostalgicSite(kept, clock, Map.of())) {
            String id = failing.made("/visit", NostalgicSite.url());
            failing.store().becomes(FaultyStore.failing(kept, Fault.KILLED_BEFORE, 1));
            Page page = failing.page();

            Answer away = page.get("/visit", "action", "increment", "id", id).isError(503, "STORAGE_ERROR");
            assertThat(away.header("Retry-After")).isEqualTo("1");
            page.get("/like", "action", "toggle", "id", id).isError(503, "STORAGE_ERROR");
            page.get("/ranking", "action", "get", "id", id).isError(503, "STORAGE_ERROR");
            page.get("/bbs", "action", "post", "id", id, "message", "x").isError(503, "STORAGE_ERROR");
            page.get("/visit", "action", "create", "url", URL, "token", TOKEN).isError(503, "STORAGE_ERROR");
            assertThat(page.get("/visit", "action", "display", "id", id, "digits", "3")
                            .isOk()
                            .body())
                    .contains(">---<");
            assertThat(page.get("/like", "action", "display", "id", id, "format", "text")
                            .isOk()
                            .body())
                    .isEqualTo("-");
            failing.store().becomes(FaultyStore.failing(kept, Fault.UNANSWERED, 1));
            page.get("/visit", "action", "increment", "id", id).isError(503, "STORAGE_ERROR");
            failing.store().becomes(kept);
        }
    }
}
