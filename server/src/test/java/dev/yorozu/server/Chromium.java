package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A real Chromium, in the form that has no window and needs half the processor for it. All tests of a process share it, one
 * after the other and in the same thread; each opens contexts of its own, which share nothing. It ends with the process.
 */
public final class Chromium {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium-headless-shell");

    /** How long a page may take to show what a test waits for, on a machine that is busy with other tests. */
    private static final double LONGEST_WAIT_MILLIS = 60_000;

    private Chromium() {}

    public static Browser browser() {
        return Shared.BROWSER;
    }

    private static Browser launch() {
        assertThat(PROGRAM)
                .as("Chromium is needed for this test: install Debian's package chromium-headless-shell")
                .matches(Files::isExecutable);
        PlaywrightAssertions.setDefaultAssertionTimeout(LONGEST_WAIT_MILLIS);
        return Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(PROGRAM)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--no-first-run")));
    }

    private static final class Shared {
        static final Browser BROWSER = launch();
    }
}
