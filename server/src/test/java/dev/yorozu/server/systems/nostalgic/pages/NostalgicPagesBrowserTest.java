package dev.yorozu.server.systems.nostalgic.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import dev.yorozu.server.written.Written;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of Nostalgic in a real Chromium, with the real system behind them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NostalgicPagesBrowserTest {
    private static final int MOST_TABS = 80;

    private final Shop shop = new Shop();

    @AfterAll
    void stop() {
        shop.close();
    }

    @AfterEach
    void nothingWasBlockedOrBroken() {
        shop.nothingWasBlockedOrBroken();
    }

    /** Goes on with the Tab key until an element of this id has the focus. */
    private static void tabTo(Page page, String id) {
        for (int i = 0; i < MOST_TABS; i++) {
            page.keyboard().press("Tab");
            if (page.evaluate("document.activeElement.id").equals(id)) {
                return;
            }
        }
        throw new AssertionError("The Tab key does not lead to " + id);
    }

    private static void typeAt(Page page, String id, String text) {
        tabTo(page, id);
        page.keyboard().press("Control+A");
        page.keyboard().type(text);
    }

    @Test
    void aCounterLivesItsWholeLifeByTheKeyboard() throws Exception {
        Page page = shop.open("en-US");
        page.navigate(shop.at("/nostalgic"));
        typeAt(page, "make-url", "https://keys.example/");
        tabTo(page, "make-generate");
        page.keyboard().press("Enter");
        String token = page.inputValue("#make-token");
        assertThat(token).matches("[a-z2-9]{16}");
        Written.secret(token);
        page.keyboard().press("Enter");

        assertThat(page.locator("#made")).isVisible();
        assertThat(page.locator("#made")).isFocused();
        assertThat(page.locator("#made-token")).hasText(token);
        assertThat(page.locator("#make-token")).hasValue("");
        String id = page.innerText("#made-id");
        assertThat(id).matches("keys-[0-9a-f]{8}");
        assertThat(page.locator("#code-html"))
                .hasText("<script src=\"" + shop.at("/components/visit.js") + "\"></script>\n<nostalgic-counter id=\""
                        + id + "\" type=\"total\" theme=\"dark\" digits=\"6\"></nostalgic-counter>");
        assertThat(page.locator("#code-img")).containsText("action=display&amp;id=" + id);
        assertThat(page.locator("#preview .digits")).hasText("000001");

        tabTo(page, "made-owner");
        page.keyboard().press("Enter");
        assertThat(page.locator("#door-token")).isFocused();
        assertThat(page.locator("#door-url")).hasValue("https://keys.example/");
        page.keyboard().type(token);
        page.keyboard().press("Enter");
        assertThat(page.locator("#figure-total")).hasText("1");
        typeAt(page, "set-total", "7777");
        page.keyboard().press("Enter");
        assertThat(page.locator("#figure-total")).hasText("7,777");
        assertThat(page.locator("#notice")).hasText("The number was set.");
        assertThat(shop.call("visit", "get", "{\"id\":\"" + id + "\"}")).contains("\"total\":7777", "\"today\":1");

        tabTo(page, "key-show");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(page.locator("#delete-what")).containsText("its 7,777 visits");
        tabTo(page, "delete-id");
        page.keyboard().type("something-else");
        page.keyboard().press("Enter");
        assertThat(page.locator("#delete-id-wrong")).hasText("Type the id exactly as it stands above.");
        page.keyboard().press("Control+A");
        page.keyboard().type(id);
        page.keyboard().press("Enter");
        assertThat(page.locator("#notice")).hasText("It was deleted, with everything that belonged to it.");
        assertThat(page.locator("#desk")).isHidden();
        assertThat(page.url()).doesNotContain(token);
        assertThat(page.evaluate("localStorage.length + sessionStorage.length")).isEqualTo(0);
        assertThat(shop.call("visit", "batchGet", "{\"ids\":[\"" + id + "\"]}")).contains("\"total\":0");
    }

    @Test
    void aFieldThatIsWrongSaysSoInTheReadersLanguage() throws Exception {
        shop.call("like", "create", "{\"url\":\"https://taken.example/\",\"token\":\"somebody else's\"}");
        Page page = shop.open("ja-JP");
        page.navigate(shop.at("/nostalgic"));
        page.click("#make-go");
        assertThat(page.locator("#make-url-wrong")).hasText("https:// で始まるページの URL を入れてください。");
        assertThat(page.locator("#make-url-wrong")).hasAttribute("role", "alert");
        assertThat(page.locator("#make-token-wrong")).hasText("8〜128文字で入れてください。");
        assertThat(page.locator("#make-url")).isFocused();
        assertThat(page.locator("#make-url")).hasAttribute("aria-invalid", "true");

        page.check("#make-form input[value=like]");
        page.fill("#make-url", "https://taken.example/");
        page.fill("#make-token", Shop.TOKEN);
        page.click("#make-go");
        assertThat(page.locator("#make-token-wrong")).hasText("この URL のサービスのトークンと違います。");
        assertThat(page.locator("#make-url-wrong")).isEmpty();
        shop.expected(403);

        page.check("#make-form input[value=ranking]");
        page.fill("#make-rankingMax", "0");
        page.click("#make-go");
        assertThat(page.locator("#make-rankingMax-wrong")).hasText("1〜10,000 の数を入れてください。");
        // What only the server can tell is shown at its field too.
        page.fill("#make-rankingMax", "5");
        page.click("#make-form details.more:not([data-options] *) summary");
        page.fill("#make-webhookUrl", "https://127.0.0.1/hook");
        page.click("#make-go");
        assertThat(page.locator("#make-webhookUrl-wrong")).containsText("インターネットから届く https の URL");
        shop.expected(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"visit", "like", "ranking", "bbs"})
    void everyWidgetIsShownInEveryTheme(String kind) throws Exception {
        shop.call(
                kind,
                "create",
                "{\"url\":\"" + Showcase.SITE + "\",\"token\":\"" + Shop.TOKEN + "\",\"title\":\"Best\"}");
        Page page = shop.open("en-US");
        page.navigate(shop.at("/nostalgic"));
        page.check("#look-form input[value=" + kind + "]");
        assertThat(page.locator("#look-id")).hasValue(Pattern.compile("nostalgic-[0-9a-f]{8}"));
        for (String theme : List.of("light", "dark", "retro", "kawaii", "mom", "final")) {
            page.check("#look-form input[value=" + theme + "]");
            assertThat(page.locator("#preview .frame")).hasClass(Pattern.compile("(^| )" + theme + "( |$)"));
            assertThat(page.locator("#code-html")).containsText("theme=\"" + theme + "\"");
        }
        assertThat(page.locator("#preview > *")).hasCount(1);
        assertThat(page.locator("#picture-preview img")).hasCount(kind.equals("visit") || kind.equals("like") ? 1 : 0);
    }

    @Test
    void anOwnerKeepsARankingInOrder() throws Exception {
        String owner = "\"url\":\"https://games.example/\",\"token\":\"" + Shop.TOKEN + "\"";
        shop.call("ranking", "create", "{" + owner + ",\"title\":\"Snake\"}");
        shop.call("ranking", "update", "{" + owner + ",\"name\":\"<img src=x onerror=alert(1)>\",\"score\":5}");
        shop.call("ranking", "update", "{" + owner + ",\"name\":\"Hana\",\"score\":7}");
        Page page = desk("ranking", "https://games.example/");
        assertThat(page.locator("#entries > li")).hasCount(2);
        assertThat(page.locator("#entries > li:nth-child(2)")).containsText("<img src=x onerror=alert(1)>");

        page.click("#entries > li:nth-child(2) details.ask:not(.mild) summary");
        page.click("#entries > li:nth-child(2) [data-does=remove] button");
        assertThat(page.locator("#entries > li")).hasCount(1);
        page.click("#entries details.mild summary");
        page.fill("#entries [name=score]", "12");
        page.fill("#entries [name=displayScore]", "12 points");
        page.click("#entries [data-does=edit] button");
        assertThat(page.locator("#entries > li .score")).hasText("12 12 points");
        page.fill("#own-rankingTitle", "蛇");
        page.click("#settings-go");
        assertThat(page.locator("#notice")).hasText("The settings were saved.");
        page.click("#clear-entries summary");
        page.click("#clear-entries button");
        assertThat(page.locator("#entries")).hasText("Nobody yet.");
        assertThat(shop.call("ranking", "get", "{" + owner + "}")).contains("\"title\":\"蛇\"", "\"totalEntries\":0");
    }

    @Test
    void anOwnerReadsABoardPageByPageAndModerates() throws Exception {
        String url = "https://talk.example/";
        String answer = shop.call(
                "bbs",
                "create",
                "{\"url\":\"" + url + "\",\"token\":\"" + Shop.TOKEN
                        + "\",\"messagesPerPage\":2,\"enableIcons\":true}");
        String id = answer.replaceFirst(".*?\"id\":\"([^\"]+)\".*", "$1");
        for (int i = 1; i <= 3; i++) {
            shop.call(
                    "bbs",
                    "post",
                    "{\"id\":\"" + id + "\",\"message\":\"  <b>no. " + i + "</b>\",\"author\":\"a" + i + "\"}");
        }
        Page page = desk("bbs", url);
        assertThat(page.locator("#page-now")).hasText("Page 2 of 2");
        assertThat(page.locator("#messages .text")).hasText("<b>no. 3</b>");
        assertThat(page.locator("#page-after")).isDisabled();
        assertThat(looks(page, "#page-after")).isEqualTo("not-allowed dashed 0.6");
        assertThat(looks(page, "#page-before")).isEqualTo("pointer solid 1");
        page.click("#page-before");
        assertThat(page.locator("#page-now")).hasText("Page 1 of 2");
        assertThat(page.locator("#messages > li")).hasCount(2);
        page.click("#messages > li:first-child details.mild summary");
        page.fill("#messages > li:first-child textarea", "  (owner: please be kind)");
        page.click("#messages > li:first-child [data-does=edit] button");
        assertThat(page.locator("#messages > li:first-child .text")).containsText("please be kind");
        page.click("#messages > li:nth-child(2) details.ask:not(.mild) summary");
        page.click("#messages > li:nth-child(2) [data-does=remove] button");
        assertThat(page.locator("#messages-count")).hasText("2 in all; the newest are on the last page");
        page.click("#key-show");
        assertThat(page.locator("#key-text")).hasText(Pattern.compile("[0-9a-f]{64}"));
        Written.secret(page.innerText("#key-text"));
        page.click("#close");
        assertThat(page.locator("#key-text")).isEmpty();
        assertThat(page.locator("#messages > li")).hasCount(0);
    }

    private static Object looks(Page page, String button) {
        return page.locator(button)
                .evaluate("button => { const look = getComputedStyle(button);"
                        + " return [look.cursor, look.borderTopStyle, look.opacity].join(' '); }");
    }

    private Page desk(String kind, String url) {
        Page page = shop.open("en-US");
        page.navigate(shop.at("/nostalgic/owner"));
        page.check("#door-form input[value=" + kind + "]");
        page.fill("#door-url", url);
        page.fill("#door-token", Shop.TOKEN);
        page.click("#door-go");
        assertThat(page.locator("#desk")).isVisible();
        assertThat(page.locator("#door-token")).hasValue("");
        return page;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nostalgic", "/nostalgic/owner", "/nostalgic/docs"})
    void pagesRunNoScriptButTheirOwnAndFitAPhoneAtNight(String path) {
        Page page = shop.open(new Browser.NewContextOptions()
                .setLocale("ja-JP")
                .setViewportSize(360, 720)
                .setColorScheme(ColorScheme.DARK));
        Response response = page.navigate(shop.at(path));
        assertThat(response.headerValue("content-security-policy"))
                .contains("script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.locator("script:not([src]), [style], [onclick]")).hasCount(0);
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
        assertThat(
                        page.evaluate(
                                "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every(c => c < 64)"))
                .isEqualTo(true);
    }
}
