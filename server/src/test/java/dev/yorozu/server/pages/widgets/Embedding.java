package dev.yorozu.server.pages.widgets;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.yorozu.server.Chromium;
import java.util.ArrayList;
import java.util.List;

/** A real Chromium that reads pages which embed widgets from another origin. */
public final class Embedding implements AutoCloseable {
    private final Site site = new Site();
    private final List<BrowserContext> opened = new ArrayList<>();
    private final List<String> trouble = new ArrayList<>();

    public Page open(String language, String content) {
        return open(new Browser.NewContextOptions().setLocale("en-US"), language, content);
    }

    public Page open(Browser.NewContextOptions options, String language, String content) {
        BrowserContext context = Chromium.browser().newContext(options);
        opened.add(context);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            // The browser itself tells of every answer that is an error, also where the widget tells the reader.
            if (!message.location().contains("/api/")) {
                trouble.add(message.text());
            }
        });
        page.onPageError(trouble::add);
        show(page, language, content);
        return page;
    }

    /** Goes on to another page of the site. */
    public void show(Page page, String language, String content) {
        page.navigate(site.page(language, content));
    }

    public static String script(String address) {
        return "<script src=" + address + "></script>";
    }

    /** Goes on with Tab, as one without a mouse does, until the focus is on what the selector names. */
    public static void tabTo(Page page, String selector) {
        for (int i = 0; i < 40; i++) {
            page.keyboard().press("Tab");
            Object there = page.evaluate(
                    "selector => { let at = document.activeElement;"
                            + " while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;"
                            + " return Boolean(at?.matches(selector)); }",
                    selector);
            if (Boolean.TRUE.equals(there)) {
                return;
            }
        }
        throw new AssertionError("Tab never comes to " + selector);
    }

    /** Ends a test: whatever was blocked, missing or broken fails it. */
    public void end() {
        opened.forEach(BrowserContext::close);
        opened.clear();
        List<String> found = List.copyOf(trouble);
        trouble.clear();
        assertThat(found).isEmpty();
    }

    @Override
    public void close() {
        site.close();
    }
}
