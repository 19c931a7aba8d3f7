package dev.yorozu.server.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.yorozu.server.pages.widgets.Embedding.script;
import static dev.yorozu.server.pages.widgets.Embedding.tabTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.yorozu.server.pages.widgets.Embedding;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The widgets with the real program behind them, on a page of another origin, without a mouse. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NostalgicBrowserTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String TOKEN = "owner-token-0815";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Embedding embedding = new Embedding();
    private Program.Serving server;

    @BeforeAll
    void start(@TempDir Path directory) {
        Written.secret(TOKEN);
        server = Program.Serving.start(directory);
    }

    @AfterAll
    void stop() {
        embedding.close();
        server.close();
    }

    @AfterEach
    void nothingWasBlockedOrBroken() {
        embedding.end();
    }

    /** Asks as a visitor of this name, who is another one than the browser. */
    private String ask(String visitor, String service, String action, Map<String, Object> parameters)
            throws IOException, InterruptedException {
        String address =
                server.url().resolve("/api/" + service + "?action=" + action).toString();
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/json")
                .header("User-Agent", visitor)
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(parameters)))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private String make(String service, String url, Map<String, Object> more) throws Exception {
        Map<String, Object> all = new HashMap<>(more);
        all.putAll(Map.of("url", url, "token", TOKEN));
        return JSON.readTree(ask("owner", service, "create", all)).get("id").asString();
    }

    private String scripts() {
        return List.of("visit", "like", "ranking", "bbs").stream()
                .map(name -> script(
                        server.url().resolve("/components/" + name + ".js").toString()))
                .collect(Collectors.joining());
    }

    @Test
    void aJapaneseReaderVisitsLikesScoresWritesEditsAndDeletes() throws Exception {
        String url = "https://homepage.example/";
        String content = scripts()
                + "<nostalgic-counter id=%s digits=5></nostalgic-counter> <nostalgic-like id=%s></nostalgic-like>"
                        .formatted(make("visit", url, Map.of()), make("like", url, Map.of("icon", "star")))
                + "<nostalgic-ranking id=%s submit-form></nostalgic-ranking>".formatted(make("ranking", url, Map.of()))
                + "<nostalgic-bbs id=%s></nostalgic-bbs>".formatted(make("bbs", url, Map.of("enableIcons", true)));
        Page page = embedding.open("ja", content);
        assertThat(page.locator("nostalgic-counter .digits")).hasText("00001");
        page.reload();
        assertThat(page.locator("nostalgic-counter .digits")).hasText("00001");
        likeAndUnlike(page);
        score(page);
        write(page);
        edit(page);
        delete(page);
    }

    private static void likeAndUnlike(Page page) {
        assertThat(page.locator(".like-count")).hasText("0");
        tabTo(page, ".like-button");
        page.keyboard().press("Space");
        assertThat(page.locator(".like-count")).hasText("1");
        assertThat(page.locator(".like-button")).hasAttribute("aria-pressed", "true");
        page.keyboard().press("Space");
        assertThat(page.locator(".like-count")).hasText("0");
        assertThat(page.locator(".like-button")).hasAttribute("aria-pressed", "false");
    }

    private static void score(Page page) {
        assertThat(page.locator(".ranking-item")).hasCount(0);
        tabTo(page, "#score-name");
        page.keyboard().type("はな");
        tabTo(page, "#score-value");
        page.keyboard().type("1200");
        page.keyboard().press("Enter");
        assertThat(page.locator(".ranking-item .name")).hasText("はな");
        assertThat(page.locator(".submit-form #form-message")).hasText("スコアを送信しました。1位です！");
    }

    private static void write(Page page) {
        tabTo(page, "#message-icon");
        page.keyboard().press("ArrowDown");
        tabTo(page, "#message-content");
        page.keyboard().type("はじめまして <b>太字</b>");
        tabTo(page, "#post-button");
        page.keyboard().press("Enter");
        assertThat(page.locator(".message-content")).hasText("はじめまして <b>太字</b>");
        assertThat(page.locator(".message-author")).hasText("名無しさん");
        assertThat(page.locator(".message-icon")).hasText("😀");
        Object secret = page.evaluate("Object.values(JSON.parse(Object.values(localStorage)[0]))[0]");
        Written.secret((String) secret);

        page.keyboard().press("Shift+Tab");
        page.keyboard().type("もう一度");
        tabTo(page, "#post-button");
        page.keyboard().press("Enter");
        assertThat(page.locator(".post-form #form-message")).containsText("秒ほど待ってから、もう一度お試しください。");
        assertThat(page.locator("#message-content")).hasValue("もう一度");
    }

    private static void edit(Page page) {
        tabTo(page, ".edit-btn");
        page.keyboard().press("Enter");
        page.keyboard().press("Control+A");
        page.keyboard().type("書き直しました");
        tabTo(page, "#post-button");
        page.keyboard().press("Enter");
        assertThat(page.locator(".message-content")).hasText("書き直しました");
        assertThat(page.locator(".post-form #form-message")).hasText("書き込みを更新しました。");
    }

    private static void delete(Page page) {
        tabTo(page, ".delete-btn");
        page.keyboard().press("Enter");
        tabTo(page, ".confirm-btn");
        page.keyboard().press("Enter");
        assertThat(page.locator(".message-item")).hasCount(0);
        assertThat(page.locator(".post-form #form-message")).hasText("書き込みを削除しました。");
    }

    @Test
    void anEnglishReaderTurnsPagesAndIsToldToWait() throws Exception {
        String id = make("bbs", "https://guests.example/", Map.of("title", "Guests", "messagesPerPage", 2));
        for (int i = 1; i <= 5; i++) {
            ask("visitor " + i, "bbs", "post", Map.of("id", id, "message", "Message " + i, "author", "Guest " + i));
        }
        Page page = embedding.open("en", scripts() + "<nostalgic-bbs id=" + id + " theme=kawaii></nostalgic-bbs>");
        assertThat(page.locator(".message-content")).hasText(new String[] {"Message 5"});
        assertThat(page.locator(".edit-btn")).hasCount(0);

        tabTo(page, ".pagination .previous");
        page.keyboard().press("Enter");
        assertThat(page.locator(".message-content")).hasText(new String[] {"Message 3", "Message 4"});
        tabTo(page, ".pagination button:not(.previous)");
        page.keyboard().press("Enter");
        assertThat(page.locator(".current-page")).hasText("1–2");

        for (String text : List.of("Hello", "Hello again")) {
            tabTo(page, "#message-content");
            page.keyboard().type(text);
            tabTo(page, "#post-button");
            page.keyboard().press("Enter");
            assertThat(page.locator("#form-message")).not().isEmpty();
        }
        assertThat(page.locator(".message-content")).hasText(new String[] {"Message 5", "Hello"});
        assertThat(page.locator("#form-message")).containsText("seconds, then try again.");
    }
}
