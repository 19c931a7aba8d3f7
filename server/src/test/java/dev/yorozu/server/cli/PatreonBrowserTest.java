package dev.yorozu.server.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import dev.yorozu.server.written.Written;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of the Patreon relay, in a real Chromium, with the practice Patreon of a demonstration. */
class PatreonBrowserTest extends DemoPages {
    /** Signs in with one click, as one of the four. */
    private void be(Page page, String name) {
        page.navigate(at("/patreon/"));
        person(page, name).click();
        isSignedIn(page);
    }

    private static Locator person(Page page, String name) {
        return page.locator("#practice [data-person]").filter(new Locator.FilterOptions().setHasText(name));
    }

    private static void isSignedIn(Page page) {
        assertThat(page.locator("#notice")).containsText("You are signed in.");
        assertThat(page.locator("#signed-in")).isVisible();
        assertThat(page).not().hasURL(Pattern.compile(".*(code|state)=.*"));
        Written.secret(session(page));
    }

    private static String session(Page page) {
        return (String) page.evaluate("JSON.parse(localStorage.getItem('yorozu.patreon /patreon')).access");
    }

    /** By name, and with the name as what one types, who has no pledge at first. */
    private void beStranger(Page page, String name, String temper) {
        page.navigate(at("/patreon/"));
        page.click("#sign-in");
        page.check("input[value=" + temper + "]");
        page.fill("#name", name);
        page.press("#name", "Enter");
    }

    private static void focus(Page page) {
        page.bringToFront();
        page.evaluate("window.dispatchEvent(new Event('focus'))");
    }

    private static void happen(Page page, String happening) {
        page.click("[data-happening=" + happening + "]");
        assertThat(page.locator("#practice-said")).containsText("and this server took it");
    }

    @ParameterizedTest
    @CsvSource({
        "Hana, Pro, Active, 3.4M, of 10M used, 0",
        "Ren, Premium, Active, 14.9M, of 22M used, 2M",
        "Sora, Ultimate, Active, 51.2M, of 55M used, 5M",
        "Mio, Free, Not a member, 120K, of 500K used, 500K"
    })
    void everyPlanIsShownWithWhatIsLeftOfIt(
            String name, String plan, String status, String used, String limit, String bonus) {
        Page page = open();
        be(page, name);
        assertThat(page.locator("#who")).hasText(name);
        assertThat(page.locator("#plan")).hasText(plan);
        assertThat(page.locator("#status")).hasText(status);
        assertThat(page.locator("#email")).containsText("@example.com");
        assertThat(page.locator("#used")).hasText(used);
        assertThat(page.locator("#limit")).hasText(limit);
        assertThat(page.locator("#quota-of-bonus")).hasText(bonus);
        assertThat(page.locator("#quota")).hasAttribute("aria-valuetext", used + " " + limit);
        assertThat(page.locator("#session-end")).hasText(Pattern.compile("in 30 days"));
        page.reload();
        assertThat(page.locator("#plan")).hasText(plan);
        assertThat(page.locator("#notice")).isHidden();
    }

    @Test
    void anotherBrowserTakesOverAndTheFirstSaysSoAndTakesItBack() {
        Page first = open();
        Page second = open();
        be(first, "Hana");
        be(second, "Hana");
        focus(first);
        assertThat(first.locator("#notice")).hasText("You were signed out on this device.");
        assertThat(first.locator("#signed-in")).isHidden();
        assertThat(first.locator("h1:visible")).hasText("Your account is in use elsewhere");
        assertThat(first.evaluate("localStorage.length")).isEqualTo(0);
        only(401);

        assertThat(first.locator("#take-back")).isFocused();
        first.keyboard().press("Enter");
        isSignedIn(first);
        assertThat(first.locator("#who")).hasText("Hana");
        focus(second);
        assertThat(second.locator("#take-back")).isVisible();
        only(401);
    }

    @Test
    void aDeclinedCardEndsTheSessionAndWhoPaysAgainComesBack() {
        Page page = open();
        beStranger(page, "Aki", "steady");
        isSignedIn(page);
        happen(page, "ultimate");
        assertThat(page.locator("#plan")).hasText("Ultimate");
        assertThat(page.locator("#notice")).containsText("Your plan is now Ultimate");
        happen(page, "decline");
        assertThat(page.locator("#notice")).containsText("your payment at Patreon was declined");
        assertThat(page.locator("h1:visible")).hasText("Sign in with Patreon");
        only(401);

        beStranger(page, "Aki", "steady");
        isSignedIn(page);
        assertThat(page.locator("#plan")).hasText("Free");
        assertThat(page.locator("#status")).hasText("Payment declined");
        happen(page, "premium");
        assertThat(page.locator("#plan")).hasText("Premium");
        assertThat(page.locator("#next-charge")).hasText("in 30 days");
        happen(page, "leave");
        assertThat(page.locator("#plan")).hasText("Free");
        assertThat(page.locator("#signed-out")).isHidden();
    }

    @Test
    void whatIsSpentShowsAtOnce() {
        Page page = open();
        beStranger(page, "Yuki", "steady");
        isSignedIn(page);
        assertThat(page.locator("#plan")).hasText("Free");
        page.click("[data-happening=leave]");
        assertThat(page.locator("#practice-said")).containsText("cannot happen now");
        only(409);
        happen(page, "pro");
        assertThat(page.locator("#limit")).hasText("of 10M used");
        page.click("#practice-spend");
        assertThat(page.locator("#used")).hasText("1M");
        assertThat(page.locator("#quota-left")).hasText("9M");
        page.click("#sync");
        assertThat(page.locator("#notice")).containsText("Your plan: Pro.");
    }

    @Test
    void anAccessTokenIsGotUsedAndRefreshedAndNeverShown() {
        Page page = open();
        be(page, "Sora");
        page.click("#token-get");
        assertThat(page.locator("#notice")).containsText("the server has just accepted it");
        assertThat(page.locator("#token-begins")).hasText(Pattern.compile("eyJ.{9}…"));
        assertThat(page.locator("#token-plan")).hasText("Ultimate");
        assertThat(page.locator("#token-end")).hasText("in 1 hour");
        String before = page.locator("#token-id").textContent();
        page.click("#token-refresh");
        assertThat(page.locator("#notice")).containsText("Both tokens are new");
        assertThat(page.locator("#token-id")).not().hasText(before);
        page.click("#renew");
        assertThat(page.locator("#notice")).hasText("The session was renewed.");
        assertThat(page.content()).doesNotContain(session(page));
    }

    @Test
    void refusedConsentAndARefusedRenewalAreTold() {
        Page page = open();
        page.navigate(at("/patreon/"));
        page.click("#sign-in");
        page.click("button[name=refuse]");
        assertThat(page.locator("#notice")).containsText("You did not agree at Patreon.");
        beStranger(page, "Kai", "withdrawn");
        isSignedIn(page);
        page.click("#renew");
        assertThat(page.locator("#notice")).containsText("Patreon does not accept this sign-in any longer");
        assertThat(page.locator("#signed-out")).isVisible();
        only(401);
    }

    @Test
    void aSignInThatThisWindowDidNotBeginIsNotUsed() {
        Page page = open();
        page.navigate(at("/patreon/?code=planted&state=planted"));
        assertThat(page.locator("#notice")).containsText("not begun in this window");
        assertThat(page.evaluate("localStorage.length")).isEqualTo(0);
        assertThat(page).hasURL(at("/patreon/"));
    }

    @Test
    void everythingWorksWithTheKeyboardAloneAlsoTheEnd() {
        Page page = open();
        page.navigate(at("/patreon/"));
        page.focus("#sign-in");
        page.keyboard().press("Enter");
        page.waitForURL(Pattern.compile(".*/practice/patreon/oauth2/authorize.*"));
        page.focus("button[name=person]:has-text('Mio')");
        page.keyboard().press("Enter");
        isSignedIn(page);
        page.focus("#sync");
        page.keyboard().press("Enter");
        assertThat(page.locator("#notice")).containsText("Your plan: Free.");

        Page tab = tab(page);
        tab.navigate(at("/patreon/"));
        assertThat(tab.locator("#who")).hasText("Mio");
        page.focus("#everywhere summary");
        page.keyboard().press("Enter");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(page.locator("#notice")).hasText("You are signed out everywhere. Sessions that ended: 1.");
        assertThat(tab.locator("#signed-out")).isVisible();
        be(page, "Mio");
        page.click("#sign-out");
        assertThat(page.locator("#notice")).hasText("You are signed out.");
        assertThat(page.evaluate("localStorage.length")).isEqualTo(0);
    }

    @Test
    void thePageRunsNoScriptButItsOwn() {
        Page page = open();
        Response response = page.navigate(at("/patreon"));
        assertThat(page.url()).endsWith("/patreon/");
        runsNoScriptButItsOwn(page, response);
        person(page, "Hana").click();
        isSignedIn(page);
        runsNoScriptButItsOwn(page, page.reload());
    }

    @Test
    void darkIsDarkAndAPhoneNeedsNoScrollingSideways() {
        Page page = open(japanesePhoneAtNight());
        page.navigate(at("/patreon/"));
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        fitsAndIsDark(page);
        person(page, "Sora").click();
        assertThat(page.locator("#notice")).hasText("サインインしました。いまはこの端末だけが使えます。");
        assertThat(page.locator("#limit")).hasText("/ 5500万 を使用");
        page.click("#token-get");
        page.click("#everywhere summary");
        fitsAndIsDark(page);
    }

    /** Patreon's way back has no place for a language. */
    @Test
    void whoChoseALanguageComesBackInIt() {
        Page page = open();
        page.navigate(at("/patreon/?lang=ja"));
        page.click("#sign-in");
        page.click("button[name=person]:has-text('Mio')");
        assertThat(page.locator("#notice")).containsText("サインインしました");
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        assertThat(page).hasURL(at("/patreon/?lang=ja"));
    }

    @Test
    void aServerWithoutSettingsSaysWhichAreMissingAndHasNoControls(@TempDir Path directory) {
        try (Program.Serving server = Program.Serving.start(directory)) {
            Page page = open();
            page.navigate(server.url() + "/patreon/");
            assertThat(page.locator("h1:visible")).hasText("Sign-in is not set up yet");
            assertThat(page.locator("#missing dt")).hasText(new String[] {
                "systems.patreon.clientId", "systems.patreon.clientSecret", "systems.patreon.redirectUris"
            });
            assertThat(page.locator("#practice")).hasCount(0);
        }
    }
}
