package dev.yorozu.server.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings;
import dev.yorozu.app.Apps;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.command.call.Reply;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.Chromium;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.token.Login;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's way through the console in a real Chromium, without any script. */
class ConsoleBrowserTest {
    private static final String USER = "80351110224678912";

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private ConsoleUnderTest console;

    @BeforeEach
    void start(@TempDir Path directory) {
        console = new ConsoleUnderTest(directory);
        Event event = Event.of(console.clock().instant(), Kind.LINK, "discord", "issue")
                .by(Optional.of(USER))
                .from("0123456789abcdef");
        console.audit().append(event.about("abcd…", "reference-1"));
        console.clock().advance(Duration.ofMinutes(5));
        Event refused = Event.of(console.clock().instant(), Kind.LINK, "discord", "refuse")
                .from("fedcba9876543210")
                .about("wxyz…", "reference-2")
                .ending("host_not_allowed");
        console.audit().append(refused);
        console.clock().advance(Duration.ofHours(3));
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private static void signIn(Page page) {
        page.fill("#token", ConsoleUnderTest.TOKEN);
        page.press("#token", "Enter");
        page.waitForSelector("nav.console");
    }

    @Test
    void anOperatorReadsTheLogAndEndsASession() throws Exception {
        Session first = console.signedIn("discord", USER);
        Session second = console.signedIn(
                "discord",
                USER,
                Document.empty()
                        .with("user_agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0"));
        List<String> trouble = new ArrayList<>();
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setLocale("en-US").setJavaScriptEnabled(false);
        try (BrowserContext context = Chromium.browser().newContext(options)) {
            Page page = context.newPage();
            page.onConsoleMessage(message -> trouble.add(message.text()));
            page.navigate(console.server().uri("/").toString());
            page.click("a[href='/console']");
            signIn(page);
            assertThat(page.locator("tbody tr")).hasCount(2);
            page.fill("#user", USER);
            page.click("#show");
            assertThat(page.locator("tbody tr")).hasCount(1);
            assertThat(page.locator("tbody time")).hasText("3 h ago");
            assertThat(page.locator("tbody time")).hasAttribute("title", "2026-03-01 12:00:00 UTC");
            Download download = page.waitForDownload(() -> page.click("#download"));
            assertThat(Files.readAllLines(download.path())).hasSize(1);

            page.click("nav.console a[href='/console/sessions']");
            page.fill("#user", USER);
            page.press("#user", "Enter");
            assertThat(page.locator(".sessions > li")).hasCount(2);
            assertThat(page.locator("#session-" + second.publicId() + " .name")).hasText("discordFirefox on Windows");
            assertThat(page.locator(".sessions")).not().containsText(first.publicId());
            page.click("#session-" + first.publicId() + " summary");
            page.click("#session-" + first.publicId() + " button");
            assertThat(page.locator(".notice.good")).hasText("The session was ended. Its browser is signed out.");
            assertThat(page.locator(".sessions > li")).hasCount(1);

            page.click("nav.console a[href='/console/statistics']");
            page.click("#count");
            assertThat(page.locator("#categories tbody th").first()).isVisible();
            assertThat(page.locator("#patterns")).containsText("sess:{sid}");
            page.click("#sign-out");
            assertThat(page.locator(".notice.good")).hasText("You are signed out.");
            assertThat(page.locator("#token")).isVisible();
        }
        assertThat(trouble).isEmpty();
        assertThat(console.lives("discord", first)).isFalse();
        assertThat(console.lives("discord", second)).isTrue();
    }

    @Test
    void anOperatorEndsALoginByTokensAndThenAllOfThem() {
        Login kitchen = console.signedInWithTokens("hana", "Kitchen");
        Login phone = console.signedInWithTokens("hana", "Phone");
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setLocale("en-US").setJavaScriptEnabled(false);
        try (BrowserContext context = Chromium.browser().newContext(options)) {
            Page page = context.newPage();
            page.navigate(console.server().uri("/console").toString());
            signIn(page);
            page.click("nav.console a[href='/console/sessions']");
            page.fill("#user", "hana@example.com");
            page.press("#user", "Enter");
            assertThat(page.locator("#logins > li")).hasCount(2);
            assertThat(page.locator("#login-" + kitchen.id())).containsText("Kitchen");
            assertThat(page.locator("#login-" + kitchen.id())).containsText("one access token lives");
            page.click("#login-" + kitchen.id() + " summary");
            page.click("#login-" + kitchen.id() + " button");
            assertThat(page.locator(".notice.good")).hasText("The login was ended. Its device is signed out.");
            assertThat(console.logins(phone)).containsExactly(phone.id());

            page.click("#all summary");
            page.click("#all button");
            assertThat(page.locator(".notice.good")).hasText("All sessions of this user were ended.");
            assertThat(page.locator("#logins")).hasCount(0);
        }
        assertThat(console.logins(phone)).isEmpty();
    }

    @Test
    void anOperatorLooksAfterCredentialsAndSeesWhatTheirClientsDo() {
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setLocale("en-US").setJavaScriptEnabled(false);
        try (BrowserContext context = Chromium.browser().newContext(options)) {
            Page page = context.newPage();
            page.navigate(console.server().uri("/console").toString());
            signIn(page);
            page.click("nav.console a[href='/console/doors']");
            assertThat(page.locator("#doors tbody tr:first-child"))
                    .containsText("closed: doors.redis.enabled opens it");
            page.fill("#name", "shop");
            page.fill("#keys", "sess:* mine:*");
            page.click("#make");
            String secret = page.textContent("#secret");
            Visitor visitor = console.host().visitors().visitor("redis", InetAddress.getLoopbackAddress());
            assertThat(visitor.signIn("shop", secret)).isEqualTo(Visitor.SignIn.RIGHT);
            visit(visitor);
            console.host().doors().opened("redis", "127.0.0.1:6380", () -> 1);

            page.click("nav.console a[href='/console/doors']");
            assertThat(page.locator("#doors tbody tr:first-child")).containsText("127.0.0.1:6380");
            assertThat(page.locator("#violations tbody tr")).containsText("sess:{sid}life done1just now");
            assertThat(page.locator("#undeclared tbody tr")).hasText("mine1");
            assertThat(page.locator("#credential-shop")).containsText("sess:* mine:*");
            assertThat(page.content()).doesNotContain(secret);
            page.click("#credential-shop summary:has-text('Rights')");
            page.click("#credential-shop details[open] button");
            assertThat(page.locator(".notice.good")).hasText("The credential was changed.");
            page.click("#credential-shop summary:has-text('New secret')");
            page.click("#credential-shop details[open] button[value=hour]");
            assertThat(page.locator("#secret")).not().hasText(secret);
            assertThat(page.locator("#credential-shop")).containsText("The one before counts until");
            page.click("#credential-shop summary:has-text('Remove')");
            page.click("#credential-shop details[open] button");
            assertThat(page.locator("#credentials")).hasCount(0);
        }
    }

    @Test
    void anOperatorLooksAfterApps() {
        Apps apps = new Apps(console.store(), Keyspace.schema(), console.clock());
        apps.declare(Map.of("declared", AppSettings.STANDARD));
        Browser.NewContextOptions options =
                new Browser.NewContextOptions().setLocale("en-US").setJavaScriptEnabled(false);
        try (BrowserContext context = Chromium.browser().newContext(options)) {
            Page page = context.newPage();
            page.navigate(console.server().uri("/console").toString());
            signIn(page);
            page.click("nav.console a[href='/console/apps']");
            page.click("#app-declared summary:has-text('Settings')");
            assertThat(page.locator("#app-declared details[open]")).containsText("The settings file declares this app");
            assertThat(page.locator("#app-declared form[action$='delete']")).hasCount(0);

            page.fill("#name", "shop");
            page.fill("#settings", "{\"sessions\": {\"max_per_user\": 0}}");
            page.click("#make");
            assertThat(page.locator("#wrong")).containsText("In settings,");
            assertThat(page.locator("#settings")).hasValue("{\"sessions\": {\"max_per_user\": 0}}");
            page.fill("#name", "shop");
            page.fill("#settings", "{\"sessions\": {\"max_per_user\": 3}}");
            page.click("#make");
            String secret = page.textContent("#secret");
            assertThat(secret).startsWith("yrz_shop_");

            page.click("nav.console a[href='/console/apps']");
            assertThat(page.content()).doesNotContain(secret);
            page.click("#app-shop summary:has-text('Settings')");
            page.fill("#app-shop details[open] textarea", "{\"session\": 3}");
            page.click("#app-shop details[open] button");
            assertThat(page.locator("#wrong")).containsText("session is no setting");
            assertThat(page.locator("#app-shop details[open] textarea")).hasValue("{\"session\": 3}");
            assertThat(page.locator("#settings")).hasValue("");
            page.fill("#app-shop details[open] textarea", "{\"sessions\": {\"max_per_user\": 4}}");
            page.click("#app-shop details[open] button");
            assertThat(page.locator(".notice.good")).hasText("The settings were changed.");
            assertThat(apps.find("shop").orElseThrow().settings().sessions().maxPerUser())
                    .isEqualTo(4);
            page.click("#app-shop summary:has-text('New secret')");
            page.click("#app-shop details[open] button[value=day]");
            assertThat(page.locator("#secret")).not().hasText(secret);
            page.click("#app-shop summary:has-text('New key')");
            page.click("#app-shop details[open] button");
            assertThat(apps.find("shop").orElseThrow().keys()).hasSize(2);
            page.click("#app-shop summary:has-text('Delete')");
            assertThat(page.locator("#app-shop details[open]")).containsText("It cannot be undone.");
            page.click("#app-shop details[open] button");
            assertThat(page.locator(".notice.good")).containsText("The app was deleted");
            assertThat(apps.list()).extracting(App::name).containsExactly("declared");
        }
    }

    private void visit(Visitor visitor) {
        dev.yorozu.command.Session client = console.host().doors().session(visitor, Durability.DURABLE);
        for (String call : List.of("SET sess:0123456789abcdef0123456789abcdef {}", "SET mine:1 x")) {
            assertThat(client.execute(Stream.of(call.split(" ")).map(Bytes::of).toList()))
                    .isEqualTo(Reply.OK);
        }
    }

    @Test
    void aPhoneNeedsNoScrollingSidewaysInEitherLanguage() {
        Browser.NewPageOptions phone =
                new Browser.NewPageOptions().setViewportSize(360, 720).setColorScheme(ColorScheme.DARK);
        console.signedIn("discord", "1");
        new Apps(console.store(), Keyspace.schema(), console.clock())
                .create("an-app-with-the-longest-of-names", AppSettings.STANDARD);
        new Credentials(console.store(), RandomTokens.secure(), console.clock())
                .create(
                        "a-credential-with-a-name-that-is-as-long-as-they-come-0123456789".substring(0, 63),
                        new Rights(
                                List.of("counter:*", "a-pattern-without-any-blank-in-it:*"), Set.of(Permission.READ)));
        console.signedInWithTokens("a.login-id.that-is-as-long-as-they-come.0123456789", "A device with a long name");
        try (Page page = Chromium.browser().newPage(phone)) {
            page.navigate(console.server().uri("/console?lang=ja").toString());
            signIn(page);
            for (String path : List.of(
                    "?lang=ja",
                    "?lang=en",
                    "/sessions?user=1&lang=ja",
                    "/sessions?user=2&lang=en",
                    "/apps?lang=ja",
                    "/apps?lang=en",
                    "/doors?lang=ja",
                    "/doors?lang=en",
                    "/statistics?lang=ja")) {
                page.navigate(console.server().uri("/console" + path).toString());
                assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                        .isEqualTo(true);
            }
        }
    }
}
