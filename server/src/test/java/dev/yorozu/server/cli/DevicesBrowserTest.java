package dev.yorozu.server.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import dev.yorozu.server.written.Written;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of one's devices, in a real Chromium, with the practice accounts of a demonstration. */
class DevicesBrowserTest extends DemoPages {
    /** Reads the password on the start page, as a person would, and goes on from there. */
    private String signIn(Page page, String loginId, String device) {
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
        return password;
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
        assertThat(second.locator("#list > li:first-child [data-part=name]")).hasText("Phone");
        assertThat(second.locator("#list > li:first-child [data-part=device]")).hasText("Chrome on Linux");

        second.focus("#others summary");
        second.keyboard().press("Enter");
        second.keyboard().press("Tab");
        second.keyboard().press("Enter");
        assertThat(second.locator("#notice")).hasText("All other devices were signed out.");

        first.reload();
        assertThat(first.locator("#signed-out")).isVisible();
        assertThat(first.locator("#notice")).containsText("You are signed out");
        // Whoever asks with a dead token is told so by the status, which browsers mention.
        only(401);
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

        Page tab = tab(page);
        tab.navigate(at("/tokens/"));
        assertThat(tab.locator("#who")).hasText("Ren");
        page.click("#list .ask summary");
        page.click("#list .ask button");
        assertThat(page.locator("#notice")).hasText("You are signed out.");
        assertThat(tab.locator("#signed-out")).isVisible();
    }

    @Test
    void aPasswordIsChangedAndSignsOutEveryOtherDevice() {
        Page first = open();
        Page second = open();
        signIn(first, "sora", "");
        String before = signIn(second, "sora", "Phone");
        assertThat(first.locator("#list > li .name").first()).containsText("Chrome on Linux");

        changePassword(second, "not the password", "another good password");
        assertThat(second.locator("#notice")).hasText("The current password is wrong. Nothing was changed.");
        assertThat(second.locator("#current-password")).isFocused();
        only(400);
        changePassword(second, before, "another good password");
        assertThat(second.locator("#notice"))
                .hasText(Pattern.compile("Your password is changed\\. Other devices that were signed out: [1-9]\\."));
        assertThat(second.locator("#password-form")).isHidden();
        assertThat(second.inputValue("#new-password")).isEmpty();
        first.reload();
        assertThat(first.locator("#signed-out")).isVisible();
        only(401);
        assertThat(changePassword(second, "another good password", before)).isEqualTo(200);
    }

    private static int changePassword(Page page, String current, String next) {
        if (!page.isVisible("#password-form")) {
            page.click("#password-change summary");
        }
        page.fill("#current-password", current);
        page.fill("#new-password", next);
        return page.waitForResponse("**/api/profile/password", () -> page.press("#new-password", "Enter"))
                .status();
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
        only(401);
    }

    @Test
    void thePageRunsNoScriptButItsOwn() {
        Page page = open();
        Response response = page.navigate(at("/tokens/"));
        runsNoScriptButItsOwn(page, response);
    }

    @Test
    void darkIsDarkAndAPhoneNeedsNoScrollingSideways() {
        Page page = open(japanesePhoneAtNight());
        page.navigate(at("/tokens/"));
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        fitsAndIsDark(page);
        signIn(page, "sora", "とても長い名前の端末・居間に置いてある共用のタブレット");
        page.click("#list .ask summary");
        page.click("#password-change summary");
        assertThat(page.locator("#list [data-part=device]").first()).hasText("Linux の Chrome");
        fitsAndIsDark(page);
    }
}
