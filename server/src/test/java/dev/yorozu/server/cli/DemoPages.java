package dev.yorozu.server.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import dev.yorozu.server.Chromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

/**
 * Pages of a demonstration, in a real Chromium, on the real program; what is blocked or breaks there fails the test. All tests
 * of a process share one demonstration, so each uses people of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DemoPages {
    private final List<BrowserContext> opened = new ArrayList<>();
    private final List<String> trouble = new ArrayList<>();

    @AfterEach
    void nothingWasBlockedOrBroken() {
        opened.forEach(BrowserContext::close);
        opened.clear();
        List<String> found = List.copyOf(trouble);
        trouble.clear();
        assertThat(found).isEmpty();
    }

    final String at(String path) {
        return Shared.DEMO.url() + path;
    }

    /** Another browser: it shares nothing with those before. */
    final Page open(Browser.NewContextOptions options) {
        BrowserContext context = Chromium.browser().newContext(options);
        opened.add(context);
        return watched(context.newPage());
    }

    final Page open() {
        return open(english());
    }

    /** Another tab of the same browser. */
    final Page tab(Page page) {
        return watched(page.context().newPage());
    }

    static Browser.NewContextOptions english() {
        return new Browser.NewContextOptions().setLocale("en-US");
    }

    static Browser.NewContextOptions japanesePhoneAtNight() {
        return new Browser.NewContextOptions()
                .setLocale("ja-JP")
                .setViewportSize(360, 720)
                .setColorScheme(ColorScheme.DARK);
    }

    private Page watched(Page page) {
        page.onConsoleMessage(message -> trouble.add(message.text()));
        page.onPageError(trouble::add);
        return page;
    }

    /** What was refused so far has a status that says so, which browsers mention. */
    final void only(int... statuses) {
        for (int status : statuses) {
            assertThat(trouble).anyMatch(text -> text.contains(Integer.toString(status)));
            trouble.removeIf(text -> text.contains(Integer.toString(status)));
        }
    }

    static void runsNoScriptButItsOwn(Page page, Response response) {
        assertThat(response.headerValue("content-security-policy"))
                .contains("script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.locator("script:not([src])")).hasCount(0);
        assertThat(page.locator("[style], [onclick]")).hasCount(0);
    }

    static void fitsAndIsDark(Page page) {
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
        Object dark = page.evaluate(
                "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every(c => c < 64)");
        assertThat(dark).isEqualTo(true);
    }

    private static final class Shared {
        static final Program.Serving DEMO = start();

        private static Program.Serving start() {
            try {
                Program.Serving demo = Program.Serving.demo(Files.createTempDirectory("demo-"), Map.of());
                Runtime.getRuntime().addShutdownHook(new Thread(demo::close));
                return demo;
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            }
        }
    }
}
