package dev.yorozu.server.openapi;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.Chromium;
import dev.yorozu.server.cli.ServedInTest;
import dev.yorozu.server.upgrade.AllSystems;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that shows the documents, in a real Chromium, on a server with its own security headers. */
class ApiDocsBrowserTest {
    /** Where pictures of the page are put, for people who want to look at it. */
    private static final Optional<Path> PICTURES =
            Optional.ofNullable(System.getProperty("yorozu.test.pictures")).map(Path::of);

    private final List<String> trouble = new ArrayList<>();

    @Test
    void operationsAreShownAndCanBeTriedInLightAndDarkAndOnAPhone(@TempDir Path data) throws InterruptedException {
        Map<String, String> flags =
                Map.of("data", data.toString(), "store.url", "memory:", "statistics.every", "off", "log.access", "off");
        ServedInTest.use(
                AllSystems.settings(flags), RandomTokens.secure(), InstantSource.system(), (url, store, modules) -> {
                    tryOut(url + "/api-docs");
                    look(url + "/api-docs?api=apps&lang=ja", ColorScheme.DARK);
                });
        assertThat(trouble).isEmpty();
    }

    private Page open(Browser.NewPageOptions options) {
        Page page = Chromium.browser().newPage(options);
        page.onConsoleMessage(message -> trouble.add(message.text()));
        page.onPageError(trouble::add);
        return page;
    }

    private void tryOut(String address) {
        try (Page page = open(new Browser.NewPageOptions().setColorScheme(ColorScheme.LIGHT))) {
            page.navigate(address);
            assertThat(page.locator(".opblock-tag").first()).containsText("Apps: ");
            picture(page, "light");
            page.selectOption("#interface", "/openapi/server.json");
            page.waitForURL("**/api-docs?api=server");
            page.locator(".opblock-tag", new Page.LocatorOptions().setHasText("Server: status"))
                    .click();
            Locator live = page.locator(".opblock", new Page.LocatorOptions().setHasText("/livez"));
            live.locator(".opblock-summary-control").click();
            live.locator(".execute").click();
            assertThat(live.locator(".live-responses-table .response-col_status")
                            .last())
                    .containsText("200");
            assertThat(live.locator(".live-responses-table .microlight").first())
                    .containsText("\"status\": \"ok\"");
            picture(page, "tried");
        }
    }

    private void look(String address, ColorScheme scheme) {
        Browser.NewPageOptions phone =
                new Browser.NewPageOptions().setViewportSize(390, 844).setColorScheme(scheme);
        try (Page page = open(phone)) {
            page.navigate(address);
            Locator tag = page.locator(".opblock-tag").first();
            assertThat(tag).containsText("Apps: sessions");
            tag.click();
            page.locator(".opblock-summary-control").first().click();
            assertThat(page.locator(".opblock-body").first()).isVisible();
            assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                    .isEqualTo(true);
            assertThat(page.locator("html")).hasClass("dark-mode");
            picture(page, "phone");
        }
    }

    private static void picture(Page page, String name) {
        PICTURES.ifPresent(
                folder -> page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png"))));
    }
}
