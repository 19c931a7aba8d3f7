package dev.yorozu.server.components;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.yorozu.server.components.Embedding.script;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.yorozu.server.components.PretendNostalgic.Answer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** That words stay words, and that everybody can read them in every theme. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WidgetsSafetyBrowserTest {
    private static final String EVIL =
            "\"'><img src=x onerror=window.hacked=1><script>window.hacked=1</script>\u202e${window.hacked=1}";
    /** Makes the browser refuse every text that a script wants to have parsed. */
    private static final String NO_PARSING =
            "<meta http-equiv=Content-Security-Policy content=\"require-trusted-types-for 'script'\">";

    private static final List<String> THEMES = List.of("light", "dark", "retro", "kawaii", "mom", "final");

    private final PretendNostalgic server = new PretendNostalgic();
    private final Embedding embedding = new Embedding();

    @AfterAll
    void close() {
        embedding.close();
        server.close();
    }

    @AfterEach
    void nothingWasBlockedOrBroken() {
        server.forget();
        embedding.end();
    }

    private String scripts() {
        return Widgets.names().stream().sorted().map(name -> script(server.script(name))).collect(Collectors.joining());
    }

    private static String elements(String attributes) {
        return "<p><nostalgic-counter id=a-00000001 digits=6 %1$s></nostalgic-counter> <nostalgic-like id=a-00000001 %1$s></nostalgic-like></p>"
                .concat("<nostalgic-ranking id=a-00000001 submit-form %1$s></nostalgic-ranking>")
                .concat("<nostalgic-bbs id=a-00000001 page=2 %1$s></nostalgic-bbs>")
                .formatted(attributes);
    }

    private void answerWith(Object text) {
        server.answer("visit increment", asked -> Answer.of(Map.of("total", text, "today", text)));
        server.answer("like get", asked -> Answer.of(Map.of("total", text, "liked", true, "icon", text)));
        Map<String, Object> entry = Map.of("rank", 1, "name", text, "score", text, "displayScore", text);
        server.answer("ranking get", asked -> Answer.of(Map.of("title", text, "entries", List.of(entry))));
        Map<String, Object> select = Map.of("label", text, "options", List.of(text));
        server.answer("bbs get", asked -> Answer.of(Map.of(
                "title", text,
                "messages", List.of(message(text, "a"), message(text, "reader")),
                "totalMessages", 22,
                "pagination", Map.of("page", 2, "totalPages", 3, "perPage", 10),
                "settings", Map.of("icons", List.of(text), "selects", List.of(select)),
                "currentUserHash", "reader")));
    }

    private static Map<String, Object> message(Object text, String hash) {
        return Map.of(
                "id", text, "author", text, "message", text, "timestamp", "2026-11-16T05:13:46.000Z", "icon", text,
                "selects", List.of(text), "authorHash", hash);
    }

    @Test
    void scriptInEveryFieldShowsAsText() {
        answerWith(EVIL);
        server.answer("like toggle", asked -> Answer.refused(400, "VALIDATION_ERROR", EVIL));
        server.answer("bbs remove", asked -> Answer.refused(400, "VALIDATION_ERROR", EVIL));
        Page page = embedding.open("en", NO_PARSING + scripts() + elements(""));
        for (String place : List.of(".ranking-header", ".name", ".score", ".bbs-header")) {
            assertThat(page.locator(place)).hasText(EVIL);
        }
        for (String place : List.of(".message-author", ".message-content", ".message-icon", ".message-meta")) {
            assertThat(page.locator(place).last()).hasText(EVIL);
        }
        page.click(".like-button");
        assertThat(page.locator("nostalgic-like .voice")).hasText(EVIL);
        page.click(".delete-btn");
        page.click(".confirm-btn");
        assertThat(page.locator("nostalgic-bbs #form-message")).hasText(EVIL);
        page.click(".edit-btn");
        assertThat(page.locator("#message-content")).hasValue(EVIL);
        assertThat(page.evaluate("window.hacked === undefined")).isEqualTo(true);
        assertThat(page.locator("img, p script, nostalgic-bbs script")).hasCount(0);
    }

    @Test
    void whatCannotBeShownIsExplained() {
        server.answer("ranking get", asked -> Answer.refused(404, "NOT_FOUND", "ranking with id 'a-00000001' not found"));
        server.answer("bbs get", asked -> Answer.refused(503, "STORAGE_ERROR", "Internal"));
        Page page = embedding.open("ja", scripts() + elements("") + "<nostalgic-like lang=en></nostalgic-like>");
        assertThat(page.locator("nostalgic-ranking .error-container")).hasText("この id のものは見つかりません。");
        assertThat(page.locator("nostalgic-bbs .error-container")).containsText("サーバーが少し休んでいます。");
        assertThat(page.locator("nostalgic-like[lang] .error-container")).hasText("This widget needs an id.");
        assertThat(page.locator("nostalgic-counter .digits")).hasText("------");
    }

    @Test
    void everyThemeCanBeReadAndFitsOnAPhone() {
        answerWith("a1");
        String all = THEMES.stream().map(theme -> elements("theme=" + theme)).collect(Collectors.joining());
        Page page = embedding.open(new Browser.NewContextOptions().setViewportSize(340, 700), "ja", scripts() + all);
        for (String last : List.of("nostalgic-bbs", "nostalgic-ranking", "nostalgic-like")) {
            page.locator(last + " :is(.message-item, .ranking-item, .liked)").last().waitFor();
        }
        assertThat((List<?>) page.evaluate(FAINT)).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).isEqualTo(true);
    }

    /** Finds the texts whose contrast to the colours behind them is below 4.5. */
    private static final String FAINT =
            """
            () => {
              const parts = (colour) => {
                const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
                return { rgb: [r, g, b], a };
              };
              const over = (top, below) => top.rgb.map((c, i) => c * top.a + below[i] * (1 - top.a));
              const behind = (element) => {
                if (!element) return [255, 255, 255];
                const below = behind(element.parentElement ?? element.getRootNode().host);
                return over(parts(getComputedStyle(element).backgroundColor), below);
              };
              const light = (rgb) => {
                const [r, g, b] = rgb.map((c) => c / 255).map((c) => (c <= 0.04 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const faint = [];
              let seen = 0;
              for (const host of document.querySelectorAll("nostalgic-counter, nostalgic-like, nostalgic-ranking, nostalgic-bbs")) {
                for (const element of host.shadowRoot.querySelectorAll("*")) {
                  const text = [...element.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
                  if (!text || element.matches(".unseen, option, :disabled")) continue;
                  seen++;
                  const back = behind(element);
                  const front = over(parts(getComputedStyle(element).color), back);
                  const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
                  const contrast = (high + 0.05) / (low + 0.05);
                  if (contrast < 4.5) faint.push(`${host.getAttribute("theme")} ${element.className} ${contrast.toFixed(2)}`);
                }
              }
              return seen > 100 ? faint : ["only " + seen + " texts were looked at"];
            }
            """;
}
