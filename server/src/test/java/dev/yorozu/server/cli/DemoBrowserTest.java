package dev.yorozu.server.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A newcomer's way through the demonstration, in a real Chromium, on the real program. */
class DemoBrowserTest extends DemoPages {
    private static final Pattern ACCOUNT = Pattern.compile(".*/discord/account.*");

    /** Signs in as the first of the sample people, with one click on the start page. */
    private void signIn(Page page) {
        page.navigate(at("/"));
        page.click("#sign-in");
        page.waitForURL(ACCOUNT);
        assertThat(page.locator("h1")).hasText("Hana");
    }

    private void signInAs(Page page, String name, String temper) {
        page.navigate(at("/"));
        page.click(".practice .actions a:not(.button)");
        page.check("input[value=" + temper + "]");
        page.fill("#name", name);
        page.press("#name", "Enter");
        page.waitForURL(ACCOUNT);
    }

    @Test
    void aNewcomerSeesBothTheirBrowsersAndEndsOne() {
        Page first = open();
        signIn(first);
        assertThat(first.locator(".sessions > li")).hasCount(1);
        assertThat(first.locator(".sessions .tag")).hasText("This device");

        // The second one runs no scripts: nothing here needs any.
        Page second = open(english().setJavaScriptEnabled(false));
        signIn(second);
        assertThat(second.locator(".sessions > li")).hasCount(2);
        assertThat(second.locator(".sessions .tag")).hasCount(1);

        second.click(".sessions .ask summary");
        second.click(".sessions .ask button");
        assertThat(second.locator(".notice")).hasText("The session was ended. Its browser is signed out.");
        assertThat(second.locator(".sessions > li")).hasCount(1);

        first.reload();
        assertThat(first.locator("h1")).hasText("You are not signed in");
        second.click("#sign-out");
        assertThat(second.locator(".notice")).hasText("You are signed out.");
    }

    @Test
    void allOthersAreEndedWithTheKeyboardAlone() {
        Page first = open();
        Page second = open();
        signInAs(first, "Yuki", "steady");
        signInAs(second, "Yuki", "steady");
        assertThat(second.locator("h1")).hasText("Yuki");

        second.focus("#others summary");
        second.keyboard().press("Enter");
        second.keyboard().press("Tab");
        second.keyboard().press("Enter");

        assertThat(second.locator(".notice")).hasText("All your other sessions were ended.");
        assertThat(second.locator(".sessions > li")).hasCount(1);
        first.reload();
        assertThat(first.locator("h1")).hasText("You are not signed in");
    }

    @Test
    void whoeverRefusesIsNotSignedIn() {
        Page page = open();
        page.navigate(at("/"));
        page.click(".practice .actions a:not(.button)");
        page.click("button[name=refuse]");
        page.waitForURL(ACCOUNT);

        assertThat(page.locator("h1")).hasText("You are not signed in");
        assertThat(page.locator(".notice")).containsText("You refused at the provider");
    }

    @Test
    void endedTokensAreRenewedUnnoticed() {
        Page page = open();
        signInAs(page, "Aki", "expiring");
        assertThat(page.locator("h1")).hasText("Aki");
        page.reload();
        assertThat(page.locator("h1")).hasText("Aki");
    }

    @Test
    void withdrawnConsentEndsTheSession() {
        Page page = open();
        signInAs(page, "Nao", "withdrawn");

        assertThat(page.locator("h1")).hasText("You are not signed in");
        assertThat(page.locator(".notice")).containsText("your consent was withdrawn");
    }

    @Test
    void aLinkIsMadeOpenedListedCopiedAndDeleted() {
        Page maker = open();
        Page receiver = open();
        signInAs(maker, "Kei", "steady");
        maker.fill("#file", "旅行の写真.zip");
        maker.click("#share .button");
        assertThat(maker.locator("#made")).isVisible();
        String address = maker.inputValue("#address");
        assertThat(address).startsWith(at("/receive?t="));

        receiver.navigate(address);
        assertThat(receiver.locator(".file")).hasText("旅行の写真.zip");
        assertThat(receiver.locator("time")).hasText("in 7 d");
        assertThat(receiver.locator("#download")).hasAttribute("href", "https://example.com/photos.zip?download=1");

        maker.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        maker.navigate(at("/discord/account"));
        assertThat(maker.locator(".shared .name")).hasText("旅行の写真.zip");
        maker.click(".shared button[data-copies]");
        assertThat(maker.locator(".shared button[data-copies]")).hasText("Copied");
        assertThat(maker.evaluate("navigator.clipboard.readText()")).isEqualTo(address);

        maker.click(".shared .ask summary");
        maker.click(".shared .ask button");
        assertThat(maker.locator(".notice")).hasText("The link was deleted. Nobody can open it any more.");
        receiver.reload();
        assertThat(receiver.locator("h1")).hasText("There is no such link");
        // A page that says so has the status to match, which browsers mention.
        only(404);
    }

    @Test
    void darkIsDarkAndAPhoneNeedsNoScrollingSideways() {
        Page page = open(english().setViewportSize(360, 720).setColorScheme(ColorScheme.DARK));
        page.navigate(at("/?lang=ja"));
        fits(page);
        page.click(".practice .actions a:not(.button)");
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        fits(page);
        page.click("button[name=person] >> nth=1");
        page.waitForURL(ACCOUNT);
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        fits(page);
        page.click("#share .button");
        fits(page);
        page.click("#open");
        fits(page);
    }

    private static void fits(Page page) {
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .as(page.url())
                .isEqualTo(true);
        Object dark = page.evaluate(
                "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every(c => c < 64)");
        assertThat(dark).isEqualTo(true);
    }
}
