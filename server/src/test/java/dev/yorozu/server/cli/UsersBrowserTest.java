package dev.yorozu.server.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import dev.yorozu.server.written.Written;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the user API, in a real Chromium, on the real program. */
class UsersBrowserTest extends DemoPages {
    private static final String PASSWORD = "a password for practice";

    @BeforeAll
    void nobodyWritesThePassword() {
        Written.secret(PASSWORD);
    }

    private void signUp(Page page, String email) {
        page.navigate(at("/users/"));
        page.click("#to-sign-up");
        page.fill("#new-email", email);
        page.fill("#new-password", PASSWORD);
        page.press("#new-password", "Enter");
        assertThat(page.locator("#signed-in")).isVisible();
        // Somebody new has no profile, which is told by the status.
        only(404);
    }

    private void signIn(Page page, String email, String password) {
        page.navigate(at("/users/"));
        page.fill("#email", email);
        page.fill("#password", password);
        page.press("#password", "Enter");
    }

    @Test
    void aNewcomerSignsUpAndKeepsAProfile() {
        Page page = open();
        signUp(page, "newcomer@example.com");
        assertThat(page.locator("#notice")).containsText("you are signed in");
        assertThat(page.locator("#who")).hasText("newcomer@example.com");
        assertThat(page.locator("#profile-none")).isVisible();
        assertThat(page.locator("#profile-shown")).isHidden();

        page.fill("#first_name", "Yuki");
        page.fill("#address", "<b>1-2-3</b>");
        page.click("#save");
        assertThat(page.locator("#notice")).hasText("Your profile is saved.");
        assertThat(page.locator("#profile-first_name")).hasText("Yuki");
        assertThat(page.locator("#profile-address")).hasText("<b>1-2-3</b>");
        assertThat(page.locator("#from-directory")).isVisible();

        page.click("#look-again");
        page.click("#look-again");
        assertThat(page.locator("#from-cache")).isVisible();
        assertThat(page.locator("#cached-at")).hasAttribute("title", Pattern.compile("\\d{4}"));

        page.focus("#profile-edit summary");
        page.keyboard().press("Enter");
        page.fill("#first_name", "Yuki Ann");
        page.press("#first_name", "Enter");
        assertThat(page.locator("#profile-first_name")).hasText("Yuki Ann");
        page.reload();
        assertThat(page.locator("#profile-first_name")).hasText("Yuki Ann");
        assertThat(page.locator("#profile-address")).hasText("<b>1-2-3</b>");
    }

    @Test
    void aSessionThatIsEndedElsewhereIsOverAtItsNextAction() {
        Page first = open();
        Page second = open();
        signUp(first, "twice@example.com");
        signIn(second, "twice@example.com", PASSWORD);
        assertThat(second.locator("#signed-in")).isVisible();
        only(404);
        assertThat(second.locator("#list > li")).hasCount(2);
        assertThat(second.locator("#list .tag:visible")).hasCount(1);
        Locator other = second.locator("#list > li")
                .filter(new Locator.FilterOptions().setHasNot(second.locator(".tag:visible")));
        assertThat(other.locator("[data-part=name]")).hasText("Chrome on Linux");
        other.locator("summary").click();
        assertThat(other.locator("form")).containsText("signed out at once");
        other.locator("button").click();
        assertThat(second.locator("#notice")).containsText("The session was ended.");
        assertThat(second.locator("#list > li")).hasCount(1);
        assertThat(second.locator("#others")).isHidden();

        first.fill("#first_name", "Too late");
        first.click("#save");
        assertThat(first.locator("#signed-out")).isVisible();
        assertThat(first.locator("#notice")).containsText("You are signed out");
        assertThat(first.evaluate("localStorage.length")).isEqualTo(0);
        assertThat(first.inputValue("#first_name")).isEmpty();
        only(401);

        second.click("#sign-out");
        assertThat(second.locator("#notice")).hasText("You are signed out.");
        assertThat(second.evaluate("localStorage.length")).isEqualTo(0);
    }

    @Test
    void allOthersEndWithTheKeyboardAloneAndThenAll() {
        Page first = open();
        Page second = open();
        signUp(first, "many@example.com");
        signIn(second, "many@example.com", PASSWORD);
        assertThat(second.locator("#signed-in")).isVisible();
        only(404);
        second.focus("#others summary");
        second.keyboard().press("Enter");
        second.keyboard().press("Tab");
        second.keyboard().press("Enter");
        assertThat(second.locator("#notice")).hasText("All your other sessions were ended.");
        assertThat(second.locator("#list > li")).hasCount(1);

        Page tab = tab(second);
        tab.navigate(at("/users/"));
        assertThat(tab.locator("#who")).hasText("many@example.com");
        second.click("#all summary");
        assertThat(second.locator("#all form")).containsText("this one too");
        second.click("#all button");
        assertThat(second.locator("#notice")).containsText("You are signed out everywhere.");
        assertThat(tab.locator("#signed-out")).isVisible();
        only(404);
    }

    @Test
    void aReloadStaysSignedInAndAnEndedAccessTokenIsRenewedUnnoticed() {
        Page page = open();
        signUp(page, "longer@example.com");
        String before = stored(page);
        page.evaluate("""
                () => {
                  const kept = JSON.parse(localStorage.getItem("yorozu.users /users"));
                  kept.accessEnds = new Date(0).toISOString();
                  localStorage.setItem("yorozu.users /users", JSON.stringify(kept));
                }""");
        page.reload();
        assertThat(page.locator("#who")).hasText("longer@example.com");
        assertThat(page.locator("#list > li")).hasCount(1);
        assertThat(stored(page)).isNotEqualTo(before);
        only(404);
    }

    private static String stored(Page page) {
        String tokens = (String) page.evaluate("localStorage.getItem('yorozu.users /users')");
        Written.secret(tokens.replaceFirst(".*\"refresh\":\"([^\"]*)\".*", "$1"));
        return tokens;
    }

    /** Tries are counted by the hour of the clock, which must not end between two of them. */
    private static void awaitAnHourThatLasts() throws InterruptedException {
        long left = Duration.ofHours(1).toMillis()
                - System.currentTimeMillis() % Duration.ofHours(1).toMillis();
        if (left < Duration.ofSeconds(30).toMillis()) {
            Thread.sleep(left + 1);
        }
    }

    @Test
    void aWrongPasswordSaysHowManyTriesAreLeft() throws InterruptedException {
        awaitAnHourThatLasts();
        Page page = open();
        signUp(page, "forgetful@example.com");
        page.click("#sign-out");
        assertThat(page.locator("#signed-out")).isVisible();
        for (int left = 999; left > 997; left--) {
            signIn(page, "forgetful@example.com", "not the password");
            assertThat(page.locator("#notice")).hasText("E-mail or password is wrong. Tries left: " + left + ".");
        }
        assertThat(page.evaluate("localStorage.length")).isEqualTo(0);
        page.navigate(at("/users/?lang=ja"));
        page.fill("#email", "forgetful@example.com");
        page.fill("#password", "まちがい");
        page.click("#sign-in");
        assertThat(page.locator("#notice")).hasText("メールアドレスまたはパスワードが違います。残り 997 回です。");

        signIn(page, "forgetful@example.com", PASSWORD);
        assertThat(page.locator("#signed-in")).isVisible();
        only(401, 404);
    }

    /** All tries of one machine are counted together, so that these are made at a server of their own. */
    @Test
    void whoeverTriedTooOftenIsToldHowLongToWait(@TempDir Path directory) throws InterruptedException {
        try (Program.Serving server = Program.Serving.start(directory)) {
            awaitAnHourThatLasts();
            Page page = open();
            page.navigate(server.url() + "/users/");
            page.fill("#email", "nobody@example.com");
            for (int left = 4; left >= 0; left--) {
                page.fill("#password", "not the password");
                page.click("#sign-in");
                assertThat(page.locator("#notice")).containsText(left == 0 ? "the last try" : "Tries left: " + left);
            }
            page.click("#sign-in");
            assertThat(page.locator("#notice"))
                    .hasText(Pattern.compile("Too many tries\\. Try again in \\d+ (minutes|seconds)\\."));
            only(401, 429);
        }
    }

    @Test
    void anAddressThatIsTakenIsToldSo() {
        Page page = open();
        page.navigate(at("/users/#sign-up"));
        page.fill("#new-email", "hana@example.com");
        page.fill("#new-password", PASSWORD);
        page.click("#sign-up");
        assertThat(page.locator("#notice")).hasText("There is an account with this e-mail address already.");
        assertThat(page.locator("#signed-in")).isHidden();
        only(409);
    }

    @Test
    void aPracticeAccountHasAProfileAndSessionsToLookAt() {
        Page page = open();
        page.navigate(at("/"));
        String password = page.locator("#accounts tbody tr")
                .filter(new Locator.FilterOptions().setHasText("ren@example.com"))
                .locator("td")
                .innerText();
        Written.secret(password);
        page.click("#users-sign-in");
        page.fill("#email", "ren@example.com");
        page.fill("#password", password);
        page.check("#sign-in-form [name=remember]");
        page.click("#sign-in");
        assertThat(page.locator("#profile-last_name")).hasText("Aoki");
        assertThat(page.locator("#list > li")).hasCount(3);
        assertThat(page.locator("#list")).containsText("Firefox");
        assertThat(page.locator("#list")).containsText("2 days ago");
    }

    @Test
    void thePageRunsNoScriptButItsOwn() {
        Page page = open();
        Response response = page.navigate(at("/users"));
        assertThat(page.url()).endsWith("/users/");
        runsNoScriptButItsOwn(page, response);
    }

    @Test
    void darkIsDarkAndAPhoneNeedsNoScrollingSideways() {
        Page page = open(japanesePhoneAtNight());
        page.navigate(at("/users/"));
        assertThat(page.locator("html")).hasAttribute("lang", "ja");
        fitsAndIsDark(page);
        signUp(page, "a-rather-long-name-for-a-small-screen@example.com");
        fitsAndIsDark(page);
        page.fill("#address", "とても長い住所・".repeat(12));
        page.click("#save");
        assertThat(page.locator("#notice")).hasText("プロフィールを保存しました。");
        page.click("#list .ask summary");
        page.click("#profile-edit summary");
        fitsAndIsDark(page);
    }
}
