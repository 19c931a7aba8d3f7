package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Discord refuses, breaks, or takes its time. */
abstract class UpstreamContract {
    private static final String USER = "80351110224678912";

    private final TestSite site;
    private final Browser browser;

    UpstreamContract(Storage storage) {
        site = TestSite.of(storage);
        browser = site.browser();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private Page signIn() throws Exception {
        Page page = browser.callback(browser.start(""), USER);
        assertThat(page.setting("sid")).isEmpty();
        assertThat(site.sessions().list(USER)).isEmpty();
        return page;
    }

    @Test
    void aRefusedCodeIsToldWithoutSecrets() throws Exception {
        site.discord()
                .tokenAnswers(
                        400,
                        "{\"error\": \"invalid_grant\", \"error_description\": \"Invalid \\\"code\\\" in request."
                                + " secret=" + DiscordStandIn.CLIENT_SECRET + "\"}");
        Page page = signIn();

        assertThat(page.status()).isEqualTo(401);
        assertThat(page.header("Content-Type")).startsWith("text/plain");
        assertThat(page.body())
                .startsWith("Token exchange failed: 400 invalid_grant: Invalid \"code\" in request.")
                .doesNotContain(DiscordStandIn.CLIENT_SECRET);
    }

    @Test
    void aBrokenDiscordIsToldShortly() throws Exception {
        for (String body : List.of("", "<html>" + "x ".repeat(50_000), "\u0000\u0001 {", "[1,2,3]")) {
            site.discord().tokenAnswers(500, body);
            Page page = signIn();
            assertThat(page.status()).isEqualTo(401);
            assertThat(page.body()).startsWith("Token exchange failed: 500").hasSizeLessThan(300);
        }
    }

    @Test
    void anAnswerThatGrantsNothingSignsNobodyIn() throws Exception {
        for (String body : List.of("{}", "garbage", "{\"access_token\":7}", "{\"access_token\":\"\"}")) {
            site.discord().tokenAnswers(200, body);
            assertThat(signIn().body()).startsWith("Token exchange failed: 200");
        }
    }

    @Test
    void aHugeAnswerIsNotReadToItsEnd() throws Exception {
        site.discord().tokenAnswers(200, "{\"access_token\":\"" + "x".repeat(3_000_000) + "\"}");
        Page page = signIn();

        assertThat(page.status()).isEqualTo(401);
        assertThat(page.body()).startsWith("Token exchange failed: ").hasSizeLessThan(300);
    }

    @Test
    void anUnknownPersonSignsNobodyIn() throws Exception {
        for (String body : List.of("{}", "{\"id\":\"a:b\",\"username\":\"x\"}", "{\"id\":7}", "garbage")) {
            site.discord().userAnswers(200, body);
            assertThat(signIn().body()).startsWith("Fetch /users/@me failed: 200");
        }
        site.discord().userAnswers(401, "{\"message\": \"401: Unauthorized\", \"code\": 0}");
        Page page = signIn();
        assertThat(page.status()).isEqualTo(401);
        assertThat(page.body()).isEqualTo("Fetch /users/@me failed: 401 401: Unauthorized");
    }

    @Test
    void aDiscordThatTakesTooLongIsNotWaitedFor() throws Exception {
        site.discord().delay(8_000);
        Page page = signIn();

        assertThat(page.status()).isEqualTo(504);
        assertThat(page.body()).isEqualTo("Token exchange failed: Discord did not answer in time");
    }
}
