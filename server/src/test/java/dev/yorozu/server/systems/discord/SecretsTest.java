package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whatever happens, nothing that lets anybody in reaches the log or the metrics. */
class SecretsTest {
    private static final String USER = "80351110224678912";

    @Test
    void theLogAndTheMetricsHoldNoSecret() throws Exception {
        TestSite site = TestSite.of(
                InstantSource.system(), Storage.DOCUMENTED, Map.of("log.level", "debug", "log.access", "on"));
        List<String> secrets = new ArrayList<>(List.of(DiscordStandIn.CLIENT_SECRET, TestSite.RECEIVE_KEY));
        String metrics;
        String log;
        try (site) {
            everythingThatCanHappen(site, secrets);
            metrics = site.server().get("/metrics").body();
            log = site.server().stopAndReadLog();
        }
        secrets.addAll(site.discord().issued());

        assertThat(secrets).hasSizeGreaterThan(15);
        assertThat(log).contains("/discord/api/discord/me").contains("Tokens were not renewed");
        for (String secret : secrets) {
            assertThat(log).doesNotContain(secret);
            assertThat(metrics).doesNotContain(secret);
        }
    }

    private static void everythingThatCanHappen(TestSite site, List<String> secrets) throws Exception {
        Browser browser = site.browser();
        site.discord().expiresIn(10);
        String state = browser.start("returnTo=/room");
        secrets.addAll(browser.secrets().subList(0, 2));
        secrets.add(state);
        browser.callback(state, USER);
        secrets.add(browser.cookie("sid"));
        site.discord().tokenAnswers(500, "no");
        browser.me();
        String csrf = browser.csrf();
        secrets.add(csrf);
        Document link = browser.post(
                        Browser.API + "/receive/token",
                        "{\"csrf\":\"" + csrf + "\",\"url\":\"https://a.blob.vercel-storage.com/f\"}")
                .json();
        secrets.add(link.text("token").orElseThrow());
        secrets.add(link.text("shortToken").orElseThrow());
        browser.get(Browser.API + "/receive/resolve?t=" + link.text("token").orElseThrow());
        browser.get(
                Browser.API + "/receive/resolve?t=" + link.text("shortToken").orElseThrow());
        browser.get("/discord/api/unknown/" + browser.cookie("sid"));
        Browser app = site.browser();
        String other = app.start("context=pwa");
        app.callback(other, "code-that-fails");
        secrets.addAll(app.secrets());
        secrets.add(other);
        site.discord().tokenAnswers(400, "{\"error\":\"invalid_grant\"}");
        browser.me();
        site.discord().tokenAnswers(0, "");
        Browser asked = site.browser();
        asked.callback(site.browser().start(""), USER);
        secrets.addAll(asked.secrets());
        browser.logout("?all=1");
        secrets.addAll(List.of("code~" + USER, "code-that-fails"));
    }
}
