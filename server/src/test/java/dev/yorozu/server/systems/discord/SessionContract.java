package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import dev.yorozu.session.Session;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@code me} and {@code logout} answer while time passes and Discord has its moods. */
abstract class SessionContract {
    private static final String ME = Browser.API + "/discord/me";
    private static final String USER = "80351110224678912";

    private final HeldClock clock = HeldClock.start();
    private final TestSite site;
    private final Browser browser;

    SessionContract(Storage storage) {
        site = TestSite.of(clock, storage, Map.of());
        browser = site.browser();
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private Session session(String sid) {
        return site.sessions().find(sid).orElseThrow();
    }

    @Test
    void withoutACookieThereIsNoSession() throws Exception {
        assertThat(browser.me().status()).isEqualTo(401);
        assertThat(browser.me().body()).isEqualTo("{\"ok\":false,\"error\":\"no session\"}");
        assertThat(browser.get(ME + "?soft=1").status()).isEqualTo(200);
        assertThat(browser.get(ME + "?soft=1").body()).isEqualTo("{\"ok\":false,\"loggedIn\":false}");
    }

    @Test
    void anUnknownSidIsNoSession() throws Exception {
        for (String sid : List.of("A".repeat(32), "short", "a:b", "A".repeat(4000))) {
            browser.with("sid", sid);
            assertThat(browser.me().status()).isEqualTo(401);
            assertThat(browser.me().error()).isEqualTo("invalid session");
            assertThat(browser.get(ME + "?soft=1").body()).isEqualTo("{\"ok\":false,\"loggedIn\":false}");
        }
    }

    @Test
    void aSessionCheckTakesOneTripToTheStore() throws Exception {
        browser.signIn(USER);
        long before = site.store().trips();
        Page page = browser.me();

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.response().headers().allValues("Set-Cookie")).isEmpty();
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(site.store().trips() - before).isEqualTo(1);
    }

    @Test
    void useIsNotedOnceAMinuteAndRenewsTheCookie() throws Exception {
        String sid = browser.signIn(USER);
        clock.advance(Duration.ofSeconds(59));
        Page early = browser.me();
        clock.advance(Duration.ofSeconds(1));
        Page due = browser.me();

        assertThat(early.setting("sid")).isEmpty();
        assertThat(due.setting("sid"))
                .containsExactly("sid=" + sid + "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax");
        assertThat(session(sid).lastSeenAt()).isEqualTo(clock.instant());
        assertThat(session(sid).version()).isEqualTo(1);
    }

    @Test
    void aSessionEndsAfterItsAbsoluteLifeHoweverMuchItIsUsed() throws Exception {
        String sid = browser.signIn(USER);
        for (int day = 20; day < 180; day += 20) {
            clock.advance(Duration.ofDays(20));
            assertThat(browser.me().status()).as("day " + day).isEqualTo(200);
        }
        assertThat(session(sid).endsAt()).isEqualTo(session(sid).createdAt().plus(Duration.ofDays(180)));
        clock.advance(Duration.ofDays(20));
        assertThat(browser.me().status()).isEqualTo(401);
    }

    @Test
    void whereDiscordDoesNotSayTokensLastAnHour() throws Exception {
        site.discord().expiresIn(-1);
        String sid = browser.signIn(USER);
        long anHourAway = clock.instant().plus(Duration.ofHours(1)).toEpochMilli();

        assertThat(session(sid).number("access_expires_at")).hasValue(anHourAway);
        clock.advance(Duration.ofMinutes(59).plusSeconds(29));
        browser.me();
        assertThat(session(sid).version()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        browser.me();
        assertThat(session(sid).version()).isEqualTo(2);
        assertThat(session(sid).number("access_expires_at"))
                .hasValue(clock.instant().plus(Duration.ofHours(1)).toEpochMilli());
    }

    @Test
    void tokensThatEndSoonAreRenewed() throws Exception {
        site.discord().expiresIn(29);
        String sid = browser.signIn(USER);
        site.discord().expiresIn(604_800);
        Page page = browser.me();

        assertThat(page.status()).isEqualTo(200);
        assertThat(site.discord().tokenForms()).hasSize(2);
        assertThat(site.discord().tokenForms().getLast())
                .containsEntry("grant_type", "refresh_token")
                .containsEntry("refresh_token", "refresh-token-number-1-of-the-test~" + USER);
        assertThat(session(sid).version()).isEqualTo(2);
        assertThat(session(sid).secret("access_token")).contains("access-token-number-2-of-the-test~" + USER);
        assertThat(browser.me().status()).isEqualTo(200);
        assertThat(site.discord().tokenForms()).hasSize(2);
    }

    @Test
    void manyChecksAtOnceRenewOnce() throws Exception {
        site.discord().expiresIn(10);
        String sid = browser.signIn(USER);
        site.discord().expiresIn(604_800);
        site.discord().delay(200);
        Callable<Integer> check = () -> site.browser().with("sid", sid).me().status();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(threads.invokeAll(Collections.nCopies(16, check)))
                    .allSatisfy(done -> assertThat(done.resultNow()).isEqualTo(200));
        }

        assertThat(site.discord().tokenForms()).hasSize(2);
        assertThat(session(sid).version()).isEqualTo(2);
    }

    @Test
    void aWithdrawnConsentEndsTheSession() throws Exception {
        site.discord().expiresIn(10);
        String sid = browser.signIn(USER);
        site.discord().tokenAnswers(400, "{\"error\": \"invalid_grant\"}");
        Page page = browser.me();

        assertThat(page.status()).isEqualTo(401);
        assertThat(page.body()).isEqualTo("{\"ok\":false,\"error\":\"invalid session\"}");
        assertThat(page.setting("sid")).singleElement().asString().contains("Max-Age=0");
        assertThat(site.sessions().find(sid)).isEmpty();
        assertThat(site.sessions().list(USER)).isEmpty();
    }

    @Test
    void aWithdrawnConsentIsToldSoftlyWhereAsked() throws Exception {
        site.discord().expiresIn(10);
        browser.signIn(USER);
        site.discord().tokenAnswers(400, "{\"error\": \"invalid_grant\"}");
        Page page = browser.get(ME + "?soft=1");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).isEqualTo("{\"ok\":false,\"loggedIn\":false}");
        assertThat(page.setting("sid")).singleElement().asString().contains("Max-Age=0");
    }

    @Test
    void otherTroubleAtDiscordLeavesThePersonSignedIn() throws Exception {
        site.discord().expiresIn(10);
        String sid = browser.signIn(USER);
        site.discord().tokenAnswers(500, "{\"message\": \"500: Internal Server Error\"}");

        assertThat(browser.me().status()).isEqualTo(200);
        assertThat(session(sid).version()).isEqualTo(1);
        assertThat(session(sid).secret("access_token")).contains("access-token-number-1-of-the-test~" + USER);
    }

    @Test
    void signingOutDuringARenewalStays() throws Exception {
        site.discord().expiresIn(10);
        String sid = browser.signIn(USER);
        site.discord().delay(300);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.submit(() -> site.browser().with("sid", sid).me());
            while (site.discord().tokenForms().size() < 2) {
                Thread.sleep(5);
            }
            assertThat(browser.logout("").status()).isEqualTo(200);
        }

        assertThat(site.sessions().find(sid)).isEmpty();
        assertThat(site.browser().with("sid", sid).me().status()).isEqualTo(401);
    }

    @Test
    void signingOutEndsOneSessionAndAllOfThemWhenAsked() throws Exception {
        String one = browser.signIn(USER);
        String two = site.browser().signIn(USER);
        String other = site.browser().signIn("42");

        assertThat(browser.logout("").status()).isEqualTo(200);
        assertThat(site.sessions().find(one)).isEmpty();
        assertThat(site.sessions().find(two)).isPresent();
        site.browser().signIn(USER);
        assertThat(site.browser().with("sid", two).logout("?all=1").body()).isEqualTo("{\"ok\":true}");
        assertThat(site.sessions().list(USER)).isEmpty();
        assertThat(site.sessions().find(other)).isPresent();
    }

    @Test
    void signingOutWithoutASessionIsFine() throws Exception {
        assertThat(browser.logout("").body()).isEqualTo("{\"ok\":true}");
        assertThat(browser.with("sid", "A".repeat(32)).logout("?all=1").body()).isEqualTo("{\"ok\":true}");
        assertThat(browser.with("sid", "nonsense").logout("").setting("sid")).hasSize(1);
    }

    @Test
    void aKeyThatHoldsSomethingElseIsAFaultOfTheStore() throws Exception {
        browser.signIn(USER);
        Key index = DiscordKeys.USER_SESSIONS.key(USER);
        assertThat(site.store().members(index)).hasSize(1);
        site.store().commit(Batch.builder().delete(index).build());
        site.store()
                .commit(Batch.builder().put(index, "garbage", Expiry.never()).build());
        assertThat(browser.logout("?all=1").status()).isEqualTo(503);
    }
}
