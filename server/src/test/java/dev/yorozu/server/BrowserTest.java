package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The pages in a real Chromium, with nothing but what this server sends. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserTest {
    private final RunningServer server = new RunningServer();
    private final Browser browser = Chromium.browser();

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    void aReaderChangesTheLanguageWithTheKeyboardAlone() {
        try (Page page = browser.newPage()) {
            page.navigate(server.uri("/").toString());
            assertThat(page.locator(".state .name").textContent()).isEqualTo("Open for business");

            page.locator(".languages a[lang=ja]").focus();
            page.keyboard().press("Enter");
            page.waitForURL("**/?lang=ja");

            assertThat(page.locator("html").getAttribute("lang")).isEqualTo("ja");
            assertThat(page.locator(".state .name").textContent()).isEqualTo("営業中");
        }
    }

    @Test
    void nothingIsBlockedMissingOrLoadedFromElsewhere() {
        List<String> trouble = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        try (Page page = browser.newPage()) {
            page.onConsoleMessage(message -> trouble.add(message.text()));
            page.onPageError(trouble::add);
            page.onResponse(response -> {
                addresses.add(response.url());
                if (response.status() >= 400) {
                    trouble.add(response.status() + " " + response.url());
                }
            });
            for (String path : List.of("/", "/?lang=ja", "/docs/settings")) {
                page.navigate(server.uri(path).toString());
            }
        }
        assertThat(trouble).isEmpty();
        assertThat(addresses)
                .isNotEmpty()
                .allMatch(address -> address.startsWith(server.uri("/").toString()));
    }

    @Test
    void darkIsDarkAndAPhoneNeedsNoScrollingSideways() {
        Browser.NewPageOptions phone =
                new Browser.NewPageOptions().setViewportSize(360, 720).setColorScheme(ColorScheme.DARK);
        try (Page page = browser.newPage(phone)) {
            for (String path : List.of("/", "/?lang=ja")) {
                page.navigate(server.uri(path).toString());
                assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                        .isEqualTo(true);
                Object brightness = page.evaluate(
                        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every(c => c < 64)");
                assertThat(brightness).isEqualTo(true);
            }
        }
    }
}
