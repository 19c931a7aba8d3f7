package dev.yorozu.server.systems.nostalgic.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.yorozu.server.Chromium;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.systems.nostalgic.NostalgicSystem;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.memory.MemoryStore;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A running server with the whole system and its pages, and a Chromium to look at them. */
final class Shop implements AutoCloseable {
    static final String TOKEN = "a token for tests";

    private static final Map<String, String> FLAGS = Map.of(
            "systems.nostalgic.secret", "a secret of this test",
            "systems.nostalgic.webhooks.enabled", "off",
            "systems.nostalgic.rates.owner", "10000");

    private final List<BrowserContext> opened = new ArrayList<>();
    private final List<String> trouble = new ArrayList<>();
    private final TestHost host;
    private final RunningServer server;

    Shop() {
        Written.secret(TOKEN);
        host = TestHost.of(new MemoryStore(), FLAGS, InstantSource.system());
        server = host.serving(new NostalgicSystem(), FLAGS);
    }

    /** Another browser: it shares nothing with those before. */
    Page open(Browser.NewContextOptions options) {
        BrowserContext context = Chromium.browser().newContext(options);
        opened.add(context);
        Page page = context.newPage();
        page.onConsoleMessage(message -> trouble.add(message.text()));
        page.onPageError(trouble::add);
        return page;
    }

    Page open(String language) {
        return open(new Browser.NewContextOptions().setLocale(language));
    }

    String at(String path) {
        return server.uri(path).toString();
    }

    /** Calls the interface as a page of somebody else would, and gives the answer. */
    String call(String kind, String action, String body) throws Exception {
        HttpResponse<String> response =
                server.send(HttpRequest.newBuilder(server.uri("/api/" + kind + "?action=" + action))
                        .header("Content-Type", "application/json")
                        .header("User-Agent", "visitor " + body.hashCode())
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    /** Statuses of refusals, which browsers mention, are no trouble where a test asks for them. */
    void expected(int status) {
        assertThat(trouble).allMatch(text -> text.contains("status of " + status));
        trouble.clear();
    }

    void nothingWasBlockedOrBroken() {
        opened.forEach(BrowserContext::close);
        opened.clear();
        List<String> all = List.copyOf(trouble);
        trouble.clear();
        assertThat(all).isEmpty();
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
