package dev.yorozu.server.pages.widgets;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.yorozu.server.pages.widgets.Embedding.script;
import static dev.yorozu.server.pages.widgets.Embedding.tabTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.yorozu.server.pages.widgets.PretendNostalgic.Answer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What readers do with the widgets, without a mouse, on a page of another origin that allows little. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WidgetsBrowserTest {
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

    private void count(int total) {
        server.answer("visit increment", asked -> Answer.of(Map.of("total", total, "today", 7, "week", 30)));
    }

    @Test
    void aPageIsOneVisitHoweverManyElementsShowIt() {
        count(1234);
        Page page = embedding.open(
                "ja",
                script(server.script("visit"))
                        + "<nostalgic-counter id=a-00000001 digits=6></nostalgic-counter>"
                        + "<p><nostalgic-counter id=a-00000001 type=today format=text digits=3></nostalgic-counter></p>"
                        + "<nostalgic-counter id=a-00000001 type=week lang=en></nostalgic-counter>"
                        + script(server.script("visit") + "?again"));

        assertThat(page.locator("nostalgic-counter .digits").first()).hasText("001234");
        assertThat(page.locator("nostalgic-counter .digits").first()).hasAttribute("aria-label", "これまでの訪問: 1,234");
        assertThat(page.locator("p")).hasText("007");
        assertThat(page.locator("[lang=en] .digits")).hasAttribute("aria-label", "Visits in 7 days: 30");

        page.evaluate("document.querySelector('nostalgic-counter').setAttribute('type', 'today')");
        assertThat(page.locator("nostalgic-counter .digits").first()).hasText("000007");
        assertThat(server.asked("visit increment")).hasSize(1);
    }

    /** The server counts nobody who reads ahead, so that the counter asks when the page is seen. */
    @Test
    void aPageThatIsMadeAheadOfTimeIsAVisitOnceItIsSeen() {
        count(8);
        Page page = embedding.open(
                "en",
                "<script>Object.defineProperty(document, 'prerendering', {value: true})</script>"
                        + script(server.script("visit"))
                        + "<nostalgic-counter id=a-00000001></nostalgic-counter>");
        assertThat(page.locator("nostalgic-counter .digits")).hasText("-");
        assertThat(server.asked("visit increment")).isEmpty();
        page.evaluate("document.dispatchEvent(new Event('prerenderingchange'))");
        assertThat(page.locator("nostalgic-counter .digits")).hasText("8");
    }

    @Test
    void everyWayToLoadAScriptFindsTheServerItCameFrom() {
        count(5);
        String element = "<nostalgic-counter id=a-00000001></nostalgic-counter>";
        String address = server.script("visit");
        List<String> ways = List.of(
                "<script type=module src=" + address + "></script>" + element,
                element + "<script async src=" + address + "></script>",
                element + "<script>import('" + address + "')</script>",
                element + "<script>document.head.append(Object.assign(document.createElement('script'), {src: '"
                        + address + "?v=2'}))</script>",
                "<script src=" + address + "></script><script>NostalgicCounter.apiBaseUrl += '/'</script>" + element,
                "<script src=" + address + "></script>"
                        + element.replace(" id", " api-base=" + server.origin() + " id"));
        Page page = embedding.open("en", "");
        for (String way : ways) {
            embedding.show(page, "en", way);
            assertThat(page.locator("nostalgic-counter .digits")).hasText("5");
        }
        assertThat(server.asked("visit increment")).hasSize(ways.size());
    }

    @Test
    void aLikeIsGivenAndTakenBackWithTheKeyboard() {
        AtomicBoolean liked = new AtomicBoolean();
        server.answer("like get", asked -> likes(liked.get()));
        server.answer(
                "like toggle", asked -> likes(liked.compareAndSet(false, true) || !liked.compareAndSet(true, false)));
        Page page = embedding.open(
                "en",
                script(server.script("like")) + "<nostalgic-like id=a-00000001></nostalgic-like>"
                        + "<nostalgic-like id=a-00000001 icon=star format=text></nostalgic-like>");
        assertThat(page.locator(".like-button .like-count")).hasText("41");
        assertThat(page.locator(".like-button")).hasAttribute("aria-pressed", "false");

        tabTo(page, ".like-button");
        page.keyboard().press("Space");
        assertThat(page.locator(".like-button")).hasAttribute("aria-pressed", "true");
        assertThat(page.locator(".like-text .like-count")).hasText("42");
        assertThat(page.locator("[role=status]").first()).hasText("Liked. 42 likes.");

        page.keyboard().press("Enter");
        assertThat(page.locator(".like-button")).hasAttribute("aria-pressed", "false");
        assertThat(page.locator(".like-button .like-count")).hasText("41");
    }

    private static Answer likes(boolean liked) {
        return Answer.of(Map.of("total", liked ? 42 : 41, "userLiked", liked));
    }

    @Test
    void aScoreIsSentWithTheKeyboardAndSeen() {
        AtomicBoolean sent = new AtomicBoolean();
        Map<String, Object> ann = Map.of("rank", 1, "name", "Ann", "score", 900, "displayScore", "900 pt");
        Map<String, Object> bob = Map.of("rank", 2, "name", "Bob", "score", 12);
        server.answer(
                "ranking get", asked -> Answer.of(Map.of("entries", sent.get() ? List.of(ann, bob) : List.of(ann))));
        server.answer("ranking submit", asked -> sent.compareAndSet(false, true) ? Answer.of(Map.of()) : wait(429, 60));
        Page page = embedding.open(
                "en",
                script(server.script("ranking"))
                        + "<nostalgic-ranking id=a-00000001 limit=5 submit-form></nostalgic-ranking>");
        assertThat(page.locator(".ranking-item")).hasCount(1);

        tabTo(page, "#score-name");
        page.keyboard().type("Bob");
        tabTo(page, "#score-value");
        page.keyboard().type("12");
        page.keyboard().press("Enter");
        assertThat(page.locator(".ranking-item.mine .name")).hasText("Bob");
        assertThat(page.locator(".ranking-item.mine .score")).hasText("12");
        assertThat(page.locator("#form-message")).hasText("Your score was sent: place 2!");

        Object refused =
                page.evaluate("document.querySelector('nostalgic-ranking').submit('Bob', 13).catch(e => e.kind)");
        assertThat(refused).isEqualTo("cooldown");
        assertThat(server.asked("ranking get").getFirst().parameters()).containsEntry("limit", "5");
    }

    private static Answer wait(int status, int seconds) {
        String code = status == 429 ? "RATE_LIMITED" : "VALIDATION_ERROR";
        return Answer.refused(
                status, code, "Please wait before posting another message (%d seconds cooldown)".formatted(seconds));
    }

    @Test
    void aMessageIsPostedEditedAndDeletedWithTheKeyboard() {
        PretendBoard board = new PretendBoard(server).with("one", "two", "three");
        Page page = embedding.open(
                "ja", script(server.script("bbs")) + "<nostalgic-bbs id=board-0a1b2c3d></nostalgic-bbs>");
        assertThat(page.locator(".message-item")).hasCount(3);
        assertThat(page.locator(".edit-btn")).hasCount(0);

        tabTo(page, "#message-content");
        page.keyboard().type("四つ目");
        tabTo(page, "#post-button");
        page.keyboard().press("Enter");
        assertThat(page.locator("#form-message")).hasText("書き込みました。");
        assertThat(page.locator(".message-item .message-content")).hasText("四つ目");
        assertThat(page.locator(".current-page")).hasText("4");

        page.reload();
        tabTo(page, ".edit-btn");
        page.keyboard().press("Enter");
        page.keyboard().press("End");
        page.keyboard().type("！");
        tabTo(page, "#post-button");
        page.keyboard().press("Space");
        assertThat(page.locator("#form-message")).hasText("書き込みを更新しました。");
        assertThat(page.locator(".message-item .message-content")).hasText("四つ目！");

        tabTo(page, ".delete-btn");
        page.keyboard().press("Enter");
        page.keyboard().press("Escape");
        page.keyboard().press("Enter");
        tabTo(page, ".confirm-btn");
        page.keyboard().press("Enter");
        assertThat(page.locator("#form-message")).hasText("書き込みを削除しました。");
        assertThat(page.locator(".message-item")).hasCount(3);
        assertThat(board.texts()).containsExactly("one", "two", "three");
        assertThat(server.asked("bbs editMessageById").getFirst().method()).isEqualTo("POST");
    }

    @Test
    void aBoardOpensAtTheNewestAndItsPagesAreTurned() {
        new PretendBoard(server).with("1", "2", "3", "4", "5", "6", "7");
        Page page = embedding.open(
                "en", script(server.script("bbs")) + "<nostalgic-bbs id=board-0a1b2c3d></nostalgic-bbs>");
        assertThat(page.locator(".message-content")).hasText("7");
        assertThat(page.locator(".message-number")).hasText("7.");

        tabTo(page, ".pagination button");
        page.keyboard().press("Enter");
        assertThat(page.locator(".message-content")).hasText(new String[] {"4", "5", "6"});
        assertThat(page.locator(".voice")).hasText("Page 2 of 3");
        page.locator("nostalgic-bbs").evaluate("board => board.setAttribute('page', 1)");
        assertThat(page.locator(".current-page")).hasText("1–3");
    }

    /** Boxes that take their width from what is in them, and one that does not. */
    private static final Map<String, String> LAYOUTS = Map.ofEntries(
            Map.entry("block", "display: block"),
            Map.entry("flex", "display: flex"),
            Map.entry("inline-flex", "display: inline-flex"),
            Map.entry("centred-column", "display: flex; flex-direction: column; align-items: center"),
            Map.entry("grid", "display: grid; justify-items: start"),
            Map.entry("inline-block", "display: inline-block"),
            Map.entry("float", "float: left"),
            Map.entry("table-cell", "display: table-cell"),
            Map.entry("fit-content", "width: fit-content"),
            Map.entry("absolute", "position: absolute"));

    private static final String WIDTHS = """
            () => Object.fromEntries([...document.querySelectorAll("[data-layout] > *")].map((widget) => {
              const shown = widget.shadowRoot.querySelector(".window, .digits, .like-button");
              const width = shown?.getBoundingClientRect().width ?? 0;
              return [widget.localName + " in " + widget.parentNode.dataset.layout, width];
            }))""";

    @Test
    void everyWidgetKeepsItsWidthInEveryBox() {
        count(1234);
        server.answer("like get", asked -> likes(false));
        Map<String, Object> ann = Map.of("rank", 1, "name", "Ann", "score", 9);
        server.answer("ranking get", asked -> Answer.of(Map.of("entries", List.of(ann))));
        new PretendBoard(server).with("hi");
        StringBuilder content = new StringBuilder();
        for (String kind : List.of("visit", "like", "ranking", "bbs")) {
            content.append(script(server.script(kind)));
        }
        LAYOUTS.forEach((name, style) -> List.of("counter", "like", "ranking submit-form", "bbs")
                .forEach(
                        widget -> content.append("<section><div data-layout=%s data-style='%s'>".formatted(name, style))
                                .append("<nostalgic-%s id=board-0a1b2c3d></nostalgic-%s>"
                                        .formatted(widget, widget.split(" ")[0]))
                                .append("</div></section>")));
        // By script, because the page forbids styles in its markup. An absolute box takes no room of its own.
        content.append("<script>for (const box of document.querySelectorAll('[data-style]')) {"
                + "box.style.cssText = box.dataset.style;"
                + "box.parentNode.style.cssText = 'position: relative; clear: both; min-height: 600px'; }</script>");
        Page page = embedding.open("en", content.toString());
        page.setViewportSize(1000, 800);
        assertThat(page.locator(".digits")).hasCount(LAYOUTS.size());
        assertThat(page.locator(".like-button")).hasCount(LAYOUTS.size());
        assertThat(page.locator(".ranking-item")).hasCount(LAYOUTS.size());
        assertThat(page.locator(".message-item")).hasCount(LAYOUTS.size());

        Map<String, Number> wide = widths(page);
        assertThat(wide).hasSize(4 * LAYOUTS.size());
        wide.forEach((where, width) -> {
            String widget = where.split(" ")[0];
            assertThat(width.doubleValue())
                    .as(where)
                    .isEqualTo(wide.getOrDefault(widget + " in block", 0).doubleValue())
                    .isGreaterThan(widget.matches(".*(ranking|bbs)") ? 479 : 40);
        });
        page.setViewportSize(390, 800);
        widths(page)
                .forEach((where, width) -> assertThat(width.doubleValue())
                        .as(where + " on a phone")
                        .isBetween(where.matches(".*(ranking|bbs) in.*") ? 340.0 : 40.0, 390.0));
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
    }

    @SuppressWarnings("unchecked") // The script gives an object of numbers.
    private static Map<String, Number> widths(Page page) {
        return (Map<String, Number>) page.evaluate(WIDTHS);
    }

    @Test
    void whoMustWaitIsToldSoInTheirLanguageAndLosesNothing() {
        new PretendBoard(server);
        String board = script(server.script("bbs")) + "<nostalgic-bbs id=board-0a1b2c3d></nostalgic-bbs>";
        Page page = embedding.open("en", "");
        for (int status : new int[] {429, 400}) {
            server.answer("bbs post", asked -> wait(status, 10));
            for (String language : List.of("ja", "en-GB")) {
                embedding.show(page, language, board);
                page.fill("#message-content", "again");
                page.click("#post-button");
                String said =
                        language.equals("ja") ? "10秒ほど待ってから、もう一度お試しください。" : "Please wait 10 seconds, then try again.";
                assertThat(page.locator("#form-message")).hasText(said);
                assertThat(page.locator("#message-content")).hasValue("again");
            }
        }
    }
}
