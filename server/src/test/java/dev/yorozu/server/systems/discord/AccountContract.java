package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Query;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of this system: what they show, and that only their own reader acts through them. */
abstract class AccountContract {
    private static final String ACCOUNT = "/discord/account";
    private static final String USER = "80351110224678912";
    private static final String FILE = "https://abc.public.blob.vercel-storage.com/f.zip";

    private final HeldClock clock = HeldClock.start();
    private final Storage storage;
    private final TestSite site;
    private final Browser browser;
    private final Browser other;

    AccountContract(Storage storage) {
        this.storage = storage;
        site = TestSite.of(clock, storage, Map.of("systems.discord.receive.page", "on", "audit.kinds", "link,session"));
        browser = site.browser();
        other = site.browser();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private static String token(Page page) {
        Matcher token = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"").matcher(page.body());
        assertThat(token.find()).as(page.body()).isTrue();
        return token.group(1);
    }

    private static List<String> devices(Page page) {
        return Pattern.compile("id=\"session-([0-9a-f]{16})\"")
                .matcher(page.body())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private Page act(Browser by, String path, Map<String, String> fields) throws Exception {
        Map<String, String> form = new HashMap<>(fields);
        form.put("csrf", token(by.get(ACCOUNT)));
        return by.submit(ACCOUNT + path, form);
    }

    private List<Event> events() {
        return new AuditLog(site.store(), AuditPolicy.STANDARD, RandomTokens.secure(), clock)
                .page(Query.ALL, "", 100)
                .events();
    }

    @Test
    void theMountLeadsToThePage() throws Exception {
        for (String path : List.of("/discord", "/discord/")) {
            Page page = browser.get(path);
            assertThat(page.status()).isEqualTo(308);
            assertThat(page.header("Location")).contains(ACCOUNT);
        }
    }

    @Test
    void whoeverIsNotSignedInIsInvited() throws Exception {
        Page page = browser.get(ACCOUNT + "?lang=ja");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body())
                .contains("/discord/api/auth/discord/start?returnTo=%2Fdiscord%2Faccount%3Flang%3Dja")
                .doesNotContain("<form");
    }

    @Test
    void aSessionShowsItsTimesAndNoSecret() throws Exception {
        String sid = browser.signIn(USER);
        clock.advance(Duration.ofMinutes(59));
        other.signIn(USER);
        Page page = browser.get(ACCOUNT);

        assertThat(devices(page)).hasSize(2);
        assertThat(page.body())
                .contains("This device", "59 min ago", "just now", "in 30 d")
                .contains("title=\"" + clock.instant().toString().substring(0, 10))
                .doesNotContain(sid, other.cookies().get("sid"));
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(page.header("Referrer-Policy")).isEqualTo("same-origin");
    }

    @Test
    void oneIsEndedByItsPublicIdAndTheRestStays() throws Exception {
        browser.signIn(USER);
        String own = devices(browser.get(ACCOUNT)).getFirst();
        other.signIn(USER);
        String theirs = devices(other.get(ACCOUNT)).stream()
                .filter(id -> !id.equals(own))
                .findFirst()
                .orElseThrow();

        Page ended = act(browser, "/end", Map.of("session", theirs));

        assertThat(ended.status()).isEqualTo(303);
        assertThat(ended.header("Location")).isEqualTo(ACCOUNT + "?notice=ended");
        assertThat(other.me().status()).isEqualTo(401);
        assertThat(browser.me().status()).isEqualTo(200);
        assertThat(act(browser, "/end", Map.of("session", theirs)).header("Location"))
                .isEqualTo(ACCOUNT + "?notice=notEnded");
        assertThat(events())
                .anyMatch(event ->
                        event.action().equals("revoke") && event.subject().equals(theirs));
    }

    @Test
    void nobodyEndsTheSessionsOfAnother() throws Exception {
        browser.signIn(USER);
        String own = devices(browser.get(ACCOUNT)).getFirst();
        other.signIn("42");

        assertThat(act(other, "/end", Map.of("session", own)).header("Location"))
                .isEqualTo(ACCOUNT + "?notice=notEnded");
        act(other, "/end-others", Map.of());

        assertThat(browser.me().status()).isEqualTo(200);
        assertThat(other.me().status()).isEqualTo(200);
    }

    @Test
    void allOthersEndAndThenOneself() throws Exception {
        browser.signIn(USER);
        other.signIn(USER);

        assertThat(act(browser, "/end-others", Map.of()).header("Location")).isEqualTo(ACCOUNT + "?notice=endedOthers");
        assertThat(other.me().status()).isEqualTo(401);
        Page out = act(browser, "/sign-out", Map.of());

        assertThat(out.setting("sid").getFirst()).contains("Max-Age=0");
        assertThat(browser.cookies()).doesNotContainKey("sid");
        assertThat(browser.get(ACCOUNT + "?notice=signedOut").body()).contains("You are signed out.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sign-out", "/end", "/end-others", "/links", "/links/delete"})
    void aFormOfAnotherSiteDoesNothing(String path) throws Exception {
        browser.signIn(USER);
        String token = token(browser.get(ACCOUNT));
        long events = events().size();

        Page without = browser.submit(ACCOUNT + path, Map.of("url", FILE));
        Page wrong = browser.submit(ACCOUNT + path, Map.of("url", FILE, "csrf", "A".repeat(43)));
        Page foreign =
                browser.submit(ACCOUNT + path, Map.of("url", FILE, "csrf", token), "Origin", "https://evil.example");
        Page hidden = browser.submit(ACCOUNT + path, Map.of("url", FILE, "csrf", token), "Origin", "null");

        assertThat(List.of(without, wrong, foreign, hidden))
                .allSatisfy(page -> assertThat(page.status()).isEqualTo(403));
        assertThat(without.body()).contains("nothing was done");
        assertThat(browser.me().status()).isEqualTo(200);
        assertThat(events()).hasSize((int) events);
    }

    @Test
    void aFormOfSomebodyWhoIsNotSignedInDoesNothing() throws Exception {
        String token = browser.csrf();
        Page page = browser.submit(ACCOUNT + "/links", Map.of("url", FILE, "csrf", token));

        assertThat(page.status()).isEqualTo(303);
        assertThat(page.header("Location")).isEqualTo(ACCOUNT + "?notice=signInFirst");
    }

    @Test
    void tooManyFormsWait() throws Exception {
        browser.signIn(USER);
        String token = token(browser.get(ACCOUNT));
        Page last = browser.get(ACCOUNT);
        for (int i = 0; i <= 30; i++) {
            last = browser.submit(ACCOUNT + "/end", Map.of("session", "none", "csrf", token));
        }

        assertThat(last.status()).isEqualTo(429);
        assertThat(last.body()).contains("wait a minute");
    }

    @Test
    void whatAPersonIsCalledIsShownAndNotRun() throws Exception {
        browser.signIn(USER);
        Page page = browser.get(ACCOUNT + "?url=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&notice=%3Cb%3E&link=%3Cb%3E");

        assertThat(page.body()).doesNotContain("<script>", "<b>").contains("&#34;>&lt;script>alert(1)");
    }

    private String make() throws Exception {
        return make("f.zip");
    }

    private String make(String name) throws Exception {
        Page made = act(browser, "/links", Map.of("url", FILE, "name", name, "life", "1h"));
        assertThat(made.status()).as(made.body()).isEqualTo(303);
        Matcher link = Pattern.compile("\\?link=([A-Za-z0-9_-]{10})#made").matcher(made.header("Location"));
        assertThat(link.find()).as(made.header("Location")).isTrue();
        return link.group(1);
    }

    @Test
    void aLinkIsMadeShownOpenedAndDeleted() throws Exception {
        browser.signIn(USER);
        String link = make();
        Page shown = browser.get(ACCOUNT + "?link=" + link);
        Page opened = other.get("/receive?t=" + link);

        assertThat(shown.body()).contains("/receive?t=" + link, "f.zip", "in 1 h");
        assertThat(opened.status()).isEqualTo(200);
        assertThat(opened.body()).contains("f.zip", "abc.public.blob.vercel-storage.com", FILE + "?download=1");
        assertThat(act(browser, "/links/delete", Map.of("link", link)).header("Location"))
                .isEqualTo(ACCOUNT + "?notice=deleted");
        assertThat(other.get("/receive?t=" + link).status()).isEqualTo(404);
        assertThat(events())
                .extracting(Event::action)
                .containsExactlyInAnyOrder("sign-in", "issue", "resolve", "delete", "refuse");
        assertThat(events().toString()).doesNotContain(link);
    }

    @Test
    void theLinksThatSomebodyMadeAreListedWithTheirFullNamesAndCanBeCopied() throws Exception {
        browser.signIn(USER);
        String link = make("旅行の写真 & <b>.zip");
        clock.advance(Duration.ofSeconds(1));
        String newer = make("2.pdf");
        Page page = browser.get(ACCOUNT);
        Matcher ids = Pattern.compile("id=\"link-([A-Za-z0-9_-]{43})\"").matcher(page.body());
        List<String> listed = ids.results().map(each -> each.group(1)).toList();

        assertThat(listed).hasSize(2);
        assertThat(page.body())
                .containsSubsequence("/receive?t=" + newer, "旅行の写真 &amp; &lt;b&gt;.zip", "/receive?t=" + link)
                .contains("data-copies=\"address-" + listed.getLast() + "\"")
                .doesNotContain("<b>");
        assertThat(other.get("/receive?t=" + link).body()).contains("旅行の写真 &amp; &lt;b&gt;.zip");
        assertThat(act(browser, "/links/delete", Map.of("id", listed.getLast())).header("Location"))
                .isEqualTo(ACCOUNT + "?notice=deleted");
        assertThat(browser.get(ACCOUNT).body()).contains(newer).doesNotContain(link, "旅行");
        assertThat(other.get("/receive?t=" + link).status()).isEqualTo(404);
        other.signIn("42");
        assertThat(other.get(ACCOUNT).body()).doesNotContain("id=\"yours\"", newer);
        assertThat(act(other, "/links/delete", Map.of("id", listed.getFirst())).header("Location"))
                .isEqualTo(ACCOUNT + "?notice=notDeleted");
    }

    @Test
    void anotherSessionOfTheMakerListsTheLinkWithItsAddressOnlyWhereTheStoreHoldsIt() throws Exception {
        browser.signIn(USER);
        String link = make();
        other.signIn(USER);
        boolean kept = storage == Storage.DOCUMENTED;

        String body = other.get(ACCOUNT).body();
        assertThat(body.contains("/receive?t=" + link)).isEqualTo(kept);
        assertThat(body.contains("Made in another session")).isEqualTo(!kept);
        assertThat(body).contains(kept ? "f.zip" : link.substring(0, 4) + "…", "name=\"id\"");
    }

    @Test
    void nobodyDeletesTheLinksOfAnother() throws Exception {
        browser.signIn(USER);
        String link = make();
        other.signIn("42");

        assertThat(act(other, "/links/delete", Map.of("link", link)).header("Location"))
                .isEqualTo(ACCOUNT + "?notice=notDeleted");
        assertThat(other.get("/receive?t=" + link).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "'', Give the address",
        "nonsense, whole https address",
        "http://abc.public.blob.vercel-storage.com/f, cannot be shared here",
        "https://evil.example/f, cannot be shared here"
    })
    void whatCannotBeSharedStaysInTheForm(String url, String said) throws Exception {
        browser.signIn(USER);
        Page page = act(browser, "/links", Map.of("url", url, "name", "kept.zip"));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.body()).contains(said, "value=\"kept.zip\"");
    }

    @Test
    void aLinkThatLeadsNowhereSaysSo() throws Exception {
        browser.signIn(USER);
        String link = make();
        String json = "{\"csrf\":\"" + browser.csrf() + "\",\"url\":\"" + FILE + "\"}";
        String longToken = browser.post(Browser.API + "/receive/token", json)
                .json()
                .text("token")
                .orElseThrow();
        clock.advance(Duration.ofDays(8));

        assertThat(other.get("/receive").status()).isEqualTo(404);
        assertThat(other.get("/receive?t=nonsense").body()).contains("There is no such link");
        assertThat(other.get("/receive?t=" + "A".repeat(5000)).status()).isEqualTo(404);
        assertThat(other.get("/receive?t=" + link).status()).isEqualTo(404);
        assertThat(other.get("/receive?t=" + longToken).status()).isEqualTo(410);
    }
}
