package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Coming back in another browser than the one that started: apps claim their session, people are asked. */
abstract class HandoverContract {
    private static final String CALLBACK = Browser.AUTH + "/discord/callback";
    private static final String CLAIM = Browser.AUTH + "/discord/claim-session";
    private static final String USER = "80351110224678912";

    private final HeldClock clock = HeldClock.start();
    private final TestSite site;
    private final Browser app;
    private final Browser other;

    HandoverContract(Storage storage) {
        site = TestSite.of(clock, storage, Map.of());
        app = site.browser();
        other = site.browser();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private static String body(String state) {
        return "{\"state\":\"" + state + "\"}";
    }

    /** The app started and another browser came back. */
    private String handedOver() throws Exception {
        String state = app.start("context=pwa&returnTo=/room");
        Page page = other.callback(state, USER);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.setting("sid")).isEmpty();
        assertThat(other.cookies()).doesNotContainKey("sid");
        return state;
    }

    @Test
    void anAppClaimsTheSessionThatAnotherBrowserCameBackWith() throws Exception {
        String state = handedOver();
        Page page = app.claim(body(state));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).isEqualTo("{\"ok\":true,\"claimed\":true}");
        assertThat(page.setting("sid")).singleElement().asString().contains("; Max-Age=2592000;");
        assertThat(page.setting("d_pwa_bridge")).singleElement().asString().contains("Max-Age=0");
        assertThat(app.me().status()).isEqualTo(200);
        assertThat(other.me().status()).isEqualTo(401);
    }

    @Test
    void theStoredVerifierIsUsedWhereTheCookiesAreLost() throws Exception {
        String state = app.start("context=pwa");
        String verifier = app.cookie("d_verifier");
        other.callback(state, USER);

        assertThat(site.discord().tokenForms())
                .singleElement()
                .satisfies(form -> assertThat(form).containsEntry("code_verifier", verifier));
    }

    @Test
    void aClaimWithoutAStateIsRefused() throws Exception {
        for (String body : List.of("", "{}", "{\"state\":\"\"}", "{\"state\":7}", "[]", "{", "nonsense")) {
            Page page = app.with("d_pwa_bridge", "b".repeat(43)).claim(body);
            assertThat(page.status()).as(body).isEqualTo(400);
            assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"State is required\"}");
        }
    }

    @Test
    void aClaimWithoutABridgeIsRefused() throws Exception {
        String state = handedOver();
        Page page = other.claim(body(state));

        assertThat(page.status()).isEqualTo(401);
        assertThat(page.error()).isEqualTo("Missing claim token");
    }

    @Test
    void aClaimOfNothingFindsNothing() throws Exception {
        String started = app.start("context=pwa");
        for (String state : List.of(started, "A".repeat(22), "x", "a:b", "A".repeat(10_000))) {
            Page page = app.claim(body(state));
            assertThat(page.status()).isEqualTo(404);
            assertThat(page.error()).isEqualTo("Session not found");
        }
    }

    @Test
    void aWrongBridgeIsRefusedAndTheSessionStillWaits() throws Exception {
        String state = handedOver();
        Page wrong = other.with("d_pwa_bridge", "b".repeat(43)).claim(body(state));

        assertThat(wrong.status()).isEqualTo(403);
        assertThat(wrong.error()).isEqualTo("Invalid claim token");
        assertThat(app.claim(body(state)).status()).isEqualTo(200);
    }

    @Test
    void ofManyClaimsOneWins() throws Exception {
        String state = handedOver();
        String bridge = app.cookie("d_pwa_bridge");
        Callable<Page> claim = () -> site.browser().with("d_pwa_bridge", bridge).claim(body(state));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Page> pages = threads.invokeAll(java.util.Collections.nCopies(16, claim)).stream()
                    .map(Future::resultNow)
                    .toList();

            assertThat(pages).filteredOn(page -> page.status() == 200).hasSize(1);
            assertThat(pages)
                    .filteredOn(page -> page.status() != 200)
                    .allSatisfy(page -> assertThat(page.status() + " " + page.error())
                            .isIn("409 Session already claimed", "404 Session not found"));
        }
    }

    @Test
    void aSessionThatEndedMeanwhileIsExpired() throws Exception {
        String state = handedOver();
        site.sessions().endAll(USER);
        Page page = app.claim(body(state));

        assertThat(page.status()).isEqualTo(410);
        assertThat(page.error()).isEqualTo("Session expired");
    }

    @Test
    void afterTenMinutesNothingWaitsAnyMore() throws Exception {
        String state = handedOver();
        clock.advance(Duration.ofMinutes(10));

        assertThat(app.claim(body(state)).status()).isIn(404, 410);
        assertThat(app.cookies()).doesNotContainKey("sid");
    }

    private Map<String, String> form(Page page) {
        Map<String, String> form = new HashMap<>();
        Matcher field = Pattern.compile("<input type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\">")
                .matcher(page.body());
        while (field.find()) {
            form.put(field.group(1), field.group(2).replace("&amp;", "&"));
        }
        return form;
    }

    private String origin() {
        return site.server().server().url().toString();
    }

    @Test
    void aBrowserWithoutTheCookiesIsAskedFirst() throws Exception {
        site.discord().person("<b>O'Nelly</b>", "null");
        String state = app.start("returnTo=/room");
        Page page = other.callback(state, USER);
        Map<String, String> form = form(page);
        form.put("answer", "yes");
        boolean signedInBefore = other.me().status() == 200;
        Page answered = other.submit(CALLBACK, form, "Origin", origin());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.setting("sid")).isEmpty();
        assertThat(page.body()).contains("Continue as &lt;b&gt;O").doesNotContain("<b>O");
        assertThat(page.header("Referrer-Policy")).isEqualTo("same-origin");
        assertThat(signedInBefore).isFalse();
        assertThat(answered.status()).isEqualTo(200);
        assertThat(answered.body()).contains("href=\"/room\"");
        assertThat(answered.setting("sid")).hasSize(1);
        assertThat(other.me().status()).isEqualTo(200);
        assertThat(other.me().body()).contains("\"avatar\":null");
    }

    @Test
    void japaneseReadersAreAskedInJapanese() throws Exception {
        Page page = other.callback(app.start(""), USER, "Accept-Language", "ja");

        assertThat(page.body()).contains("<html lang=\"ja\">", "nelly として続けますか");
    }

    @Test
    void whoeverSaysNoIsNotSignedInAndTheSessionEnds() throws Exception {
        Page page = other.callback(app.start(""), USER);
        Map<String, String> form = form(page);
        form.put("answer", "no");
        Page answered = other.submit(CALLBACK, form, "Origin", origin());

        assertThat(answered.status()).isEqualTo(200);
        assertThat(other.cookies()).doesNotContainKey("sid");
        assertThat(site.sessions().list(USER)).isEmpty();
    }

    @Test
    void onlyAPageOfThisSiteCanAnswerAndOnlyInTheBrowserThatWasAsked() throws Exception {
        Page page = other.callback(app.start(""), USER);
        Map<String, String> form = form(page);
        form.put("answer", "yes");

        assertThat(other.submit(CALLBACK, form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(other.submit(CALLBACK, form, "Origin", "null").status()).isEqualTo(403);
        assertThat(other.submit(CALLBACK, form).status()).isEqualTo(403);
        assertThat(site.browser().submit(CALLBACK, form, "Origin", origin()).status())
                .isEqualTo(401);
        assertThat(site.browser()
                        .with("d_question", "b".repeat(43))
                        .submit(CALLBACK, form, "Origin", origin())
                        .status())
                .isEqualTo(403);
        form.put("returnTo", "https://evil.example/");
        Page answered = other.submit(CALLBACK, form, "Origin", origin());
        assertThat(answered.body()).contains("href=\"/gacha\"").doesNotContain("evil.example");
    }

    /** The attack: a page on another host of the same site brings a code of its own account, then claims the session. */
    @Test
    void aPageOfTheSameSiteSignsItsVisitorInOnlyWithTheirWord() throws Exception {
        Browser victim = site.browser();
        String state = app.start("");
        Page asking = victim.callback(state, "666");
        victim.cookies().computeIfAbsent("d_pwa_bridge", none -> victim.cookie("d_question"));

        for (Page claimed : List.of(
                victim.claim(body(state)),
                victim.sendText(CLAIM, body(state), "Origin", origin()),
                victim.sendText(CLAIM, body(state), "Origin", "https://other.example.com"))) {
            assertThat(claimed.status()).isEqualTo(403);
            assertThat(claimed.body()).isEqualTo("{\"ok\":false,\"error\":\"Invalid claim token\"}");
            assertThat(claimed.setting("sid")).isEmpty();
        }
        assertThat(asking.setting("d_pwa_bridge")).isEmpty();
        Map<String, String> form = form(asking);
        form.put("answer", "yes");
        assertThat(victim.submit(CALLBACK, form, "Origin", origin()).setting("sid"))
                .hasSize(1);
    }

    @Test
    void anAppClaimsWithJsonFromAPageOfTheSiteAndNotOtherwise() throws Exception {
        String state = handedOver();
        List<Page> refused = List.of(
                app.post(CLAIM, body(state)),
                app.post(CLAIM, body(state), "Origin", "null"),
                app.post(CLAIM, body(state), "Origin", "https://evil.example"),
                app.post(CLAIM, body(state), "Referer", "https://evil.example/"),
                app.sendText(CLAIM, body(state), "Origin", origin()),
                app.submit(CLAIM, Map.of("state", state), "Origin", origin()));

        assertThat(refused).allSatisfy(page -> {
            assertThat(page.status()).isEqualTo(403);
            assertThat(page.error()).isEqualTo("Invalid claim token");
        });
        assertThat(app.claim(body(state)).status()).isEqualTo(200);
    }

    /** The person's own answer is no way round for what an app is to have. */
    @Test
    void theFormOfTheQuestionTakesNoSessionOfAnApp() throws Exception {
        String state = handedOver();
        app.with("d_question", app.cookie("d_pwa_bridge"));
        Page page = app.submit(CALLBACK, Map.of("state", state, "answer", "yes"), "Origin", origin());

        assertThat(page.status()).isEqualTo(403);
        assertThat(app.claim(body(state)).status()).isEqualTo(200);
    }

    @Test
    void aStrangersCodeSignsNobodyInWithoutTheirClick() throws Exception {
        Browser victim = site.browser();
        victim.start("");
        Page page = victim.callback(app.start(""), "666");

        assertThat(page.setting("sid")).isEmpty();
        assertThat(page.body()).contains("Continue as");
        assertThat(victim.me().status()).isEqualTo(401);
    }
}
