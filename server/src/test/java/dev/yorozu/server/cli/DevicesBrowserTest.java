package dev.yorozu.server.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import dev.yorozu.server.Chromium;
import dev.yorozu.server.written.Written;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of one's devices, in a real Chromium, with the practice accounts of a demonstration. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DevicesBrowserTest {
    private final Chromium chromium = new Chromium();
    private final List<BrowserContext> opened = new ArrayList<>();
    private final List<String> trouble = new ArrayList<>();
    private Program.Serving demo;

    @BeforeAll
    void start(@TempDir Path directory) {
        demo = Program.Serving.demo(directory, Map.of());
    }

    @AfterAll
    void stop() {
        chromium.close();
        demo.close();
    }

    @AfterEach
    void nothingWasBlockedOrBroken() {
        opened.forEach(BrowserContext::close);
        opened.clear();
        assertThat(trouble).isEmpty();
    }

    /** Another browser: it shares nothing with those before. */
    private Page open(Browser.NewContextOptions options) {
        BrowserContext context = chromium.browser().newContext(options);
        opened.add(context);
        return watched(context.newPage());
    }

    private Page watched(Page page) {
        page.onConsoleMessage(message -> trouble.add(message.text()));
        page.onPageError(trouble::add);
        return page;
    }

    private Page open() {
        return open(new Browser.NewContextOptions().setLocale("en-US"));
    }

    private String at(String path) {
        return demo.url() + path;
    }

    /** Reads the password on the start page, as a person would, and goes on from there. */
    private void signIn(Page page, String loginId, String device) {
        page.navigate(at("/"));
        String password = page.locator("#accounts tbody tr")
                .filter(new com.microsoft.playwright.Locator.FilterOptions().setHasText(loginId))
                .locator("td")
                .innerText();
        Written.secret(password);
        page.click("#password-sign-in");
        page.fill("#identifier", loginId);
        page.fill("#password", password);
        page.fill("#device-name", device);
        page.press("#password", "Enter");
        assertThat(page.locator("#signed-in")).isVisible();
    }

    @Test
    void othersAreSignedOutAndNoticeIt() {
        Page first = open();
        Page second = open();
        signIn(first, "hana", "Kitchen");
        assertThat(first.locator("#who")).hasText("Hana");
        assertThat(first.locator("#list > li")).hasCount(1);
        signIn(second, "hana", "Phone");
        assertThat(second.locator("#list > li")).hasCount(2);
        assertThat(second.locator("#list > li:first-child .tag")).isVisible();
        assertThat(second.locator("#list > li:first-child")).containsText("Phone");

        second.focus("#others summary");
        second.keyboard().press("Enter");
        second.keyboard().press("Tab");
        second.keyboard().press("Enter");
        assertThat(second.locator("#notice")).hasText("All other devices were signed out.");

        first.reload();
        assertThat(first.locator("#signed-out")).isVisible();
        assertThat(first.locator("#notice")).containsText("You are signed out");
        // Whoever asks with a dead token is told so by the status, which browsers mention.
        assertThat(trouble).allMatch(text -> text.contains("401"));
        trouble.clear();
        second.click("#sign-out");
        assertThat(second.locator("#notice")).hasText("You are signed out.");
        assertThat(second.evaluate("localStorage.length")).isEqualTo(0);
    }

    @Test
    void aReloadStaysSignedInAndRenewingChangesBothTokens() {
        Page page = open();
        signIn(page, "ren", "Desk");
        String before = stored(page);
        page.reload();
        assertThat(page.locator("#who")).hasText("Ren");
        assertThat(stored(page)).isEqualTo(before);
        page.click("#renew");
        assertThat(page.locator("#notice")).containsText("Both tokens are new.");
        assertThat(stored(page)).isNotEqualTo(before);
        assertThat(page.locator("#refresh-end")).hasText("in 30 days");

        Page tab = watched(page.context().newPage());
        tab.navigate(at("/tokens/"));
        assertThat(tab.locator("#who")).hasText("Ren");
        page.click("#list .ask summary");
        page.click("#list .ask button");
        assertThat(page.locator("#notice")).hasText("You are signed out.");
        assertThat(tab.locator("#signed-out")).isVisible();
    }

    private static String stored(Page page) {
        String tokens = (String) page.evaluate("localStorage.getItem('yorozu.tokens /tokens')");
        Written.secret(tokens.replaceFirst(".*\"refresh\":\"([^\"]*)\".*", "$1"));
        return tokens;
    }

    @Test
    void aWrongPasswordIsToldAndNothingIsKept() {
        Page page = open();
        page.navigate(at("/tokens"));
        page.fill("#identifier", "sora");
        page.fill("#password", "not the password");
        page.click("#sign-in");
        assertThat(page.locator("#notice")).hasText("Login id or password is wrong.");
        assertThat(page.evaluate("localStorage.length")).isEqualTo(0);
        assertThat(trouble).allMatch(text -> text.contains("401"));
        trouble.clear();
    }

    @Test
    void thePageRunsNoScriptButItsOwn() {
        Page page = open();
        Response response = page.navigate(at("/tokens/"));
        assertThat(response.headerValue("content-security-policy"))
                .contains("script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.locator("script:not([src])")).hasCount(0);
        assertThat(page.locator("[style], [onclick]")).hasCount(0);
    }

    @Test
    void darkIsDarkAndAPhoneNeedsNoScrollingSideways() {
        Page page = open(new Browser.NewContextOptions()
                .setLocale("ja-JP")
                .setViewportSize(360, 720)
                .setColorScheme(ColorScheme.DARK));
        page.navigate(at("/tokens/"));
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        fits(page);
        signIn(page, "sora", "とても長い名前の端末・居間に置いてある共用のタブレット");
        page.click("#list .ask summary");
        fits(page);
    }

    private static void fits(Page page) {
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
        Object dark = page.evaluate(
                "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every(c => c < 64)");
        assertThat(dark).isEqualTo(true);
    }
}
