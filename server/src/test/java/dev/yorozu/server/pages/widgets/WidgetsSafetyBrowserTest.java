package dev.yorozu.server.pages.widgets;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.yorozu.server.pages.widgets.Embedding.script;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.yorozu.server.pages.widgets.PretendNostalgic.Answer;
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
        return Widgets.scripts().keySet().stream()
                .sorted()
                .map(name -> script(server.script(name)))
                .collect(Collectors.joining());
    }

    private static String elements(String attributes) {
        return List.of("counter digits=6", "like", "ranking submit-form", "bbs page=2").stream()
                .map(each -> "<nostalgic-" + each + " id=a-00000001 " + attributes + "></nostalgic-"
                        + each.split(" ", -1)[0] + "> ")
                .collect(Collectors.joining());
    }

    private void answerWith(String text) {
        server.answer("visit increment", asked -> Answer.of(Map.of("total", text, "today", text)));
        server.answer("like get", asked -> Answer.of(Map.of("total", text, "liked", true, "icon", text)));
        Map<String, Object> best = Map.of("rank", 1, "name", text, "score", text, "displayScore", text);
        server.answer("ranking get", asked -> Answer.of(Map.of("title", text, "entries", List.of(best))));
        Map<String, Object> select = Map.of("label", text, "options", List.of(text));
        Map<String, Object> settings = Map.of("icons", List.of(text), "selects", List.of(select));
        Map<String, Object> board = Map.ofEntries(
                entry("title", text),
                entry("messages", List.of(message(text, "another"), message(text, "reader"))),
                entry("totalMessages", 22),
                entry("pagination", Map.of("page", 2, "totalPages", 3, "perPage", 10)),
                entry("settings", settings),
                entry("currentUserHash", "reader"));
        server.answer("bbs get", asked -> Answer.of(board));
    }

    private static Map<String, Object> message(String text, String hash) {
        return Map.ofEntries(
                entry("id", text),
                entry("author", text),
                entry("message", text),
                entry("timestamp", "2026-11-16T05:13:46.000Z"),
                entry("icon", text),
                entry("selects", List.of(text)),
                entry("authorHash", hash));
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
        assertThat(page.locator("img, body script, nostalgic-bbs script")).hasCount(0);
    }

    @Test
    void frameworksSetAttributesBecauseNoPropertyHasTheirName() {
        answerWith("1");
        Page page = embedding.open("en", scripts() + elements(""));
        Object taken = page.evaluate("""
                () => ["counter", "like", "ranking", "bbs"].map((name) => document.querySelector("nostalgic-" + name))
                  .flatMap((element) => element.constructor.observedAttributes.filter((name) => name in element))
                  .filter((name) => !(name in document.body))
                """);
        assertThat((List<?>) taken).isEmpty();
        Object pollution = page.evaluate(
                "() => Object.getOwnPropertyNames(window).filter((name) => /^(Nostalgic|Widget|node|ask|BASE|STYLE)/.test(name)).sort()");
        assertThat(pollution)
                .isEqualTo(List.of("NostalgicBBS", "NostalgicCounter", "NostalgicLike", "NostalgicRanking"));
    }

    @Test
    void whatCannotBeShownIsExplained() {
        server.answer(
                "ranking get", asked -> Answer.refused(404, "NOT_FOUND", "ranking with id 'a-00000001' not found"));
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
            page.locator(last + " :is(.message-item, .ranking-item, .liked)")
                    .last()
                    .waitFor();
        }
        // The last of each kind may be there before another theme's is.
        assertThat(page.locator(".loading")).hasCount(0);
        assertThat((List<?>) page.evaluate(FAINT)).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
    }

    /** Finds the texts whose contrast to the colours behind them is below 4.5. */
    private static final String FAINT = """
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
