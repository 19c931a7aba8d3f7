package dev.yorozu.server.systems.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What calls cost the store, and how much one address may cost it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CostsTest {
    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(
            clock,
            Map.of(
                    "systems.nostalgic.rates.visit", "3",
                    "systems.nostalgic.addresses.visits", "2",
                    "systems.nostalgic.addresses.likes", "2",
                    "systems.nostalgic.addresses.posts", "2",
                    "systems.nostalgic.addresses.submits", "2",
                    "systems.nostalgic.addresses.services", "2"));

    @AfterAll
    void stop() {
        site.close();
    }

    private long trips(String path, String... pairs) throws Exception {
        Page page = site.page();
        long before = site.store().trips();
        page.get(path, pairs).isOk();
        return site.store().trips() - before;
    }

    @Test
    void whatPagesAskMostIsOneQuestion() throws Exception {
        String counter = site.made("/visit", NostalgicSite.url());
        String like = site.made("/like", NostalgicSite.url());
        trips("/visit", "action", "increment", "id", counter);

        assertThat(trips("/visit", "action", "increment", "id", counter)).isEqualTo(1);
        assertThat(trips("/visit", "action", "display", "id", counter)).isEqualTo(1);
        assertThat(trips("/visit", "action", "get", "id", counter)).isEqualTo(1);
        assertThat(trips("/like", "action", "get", "id", like)).isEqualTo(1);
        assertThat(trips("/bbs", "action", "get", "id", site.made("/bbs", NostalgicSite.url())))
                .isEqualTo(1);
        assertThat(trips("/like", "action", "display", "id", like)).isEqualTo(1);
    }

    @Test
    void whatIsRefusedAtOnceIsNoQuestion() throws Exception {
        long before = site.store().trips();
        site.page().get("/visit?action=get&id=x").isInvalid("id");
        site.page().get("/bbs?action=post&id=nobody-00000000").isInvalid("message");
        site.page().get("/ranking?action=clear&url=x&token=12345678").isInvalid("url");
        assertThat(site.store().trips()).isEqualTo(before);
    }

    @Test
    void anAddressLeavesOnlySoManyMarksWhateverItsBrowsersAreCalled() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());
        Page page = site.page();
        for (int i = 0; i < 3; i++) {
            page.calling("Browser/" + i)
                    .get("/visit", "action", "increment", "id", id)
                    .isOk();
        }
        assertThat(page.calling("Browser/4")
                        .get("/visit", "action", "increment", "id", id)
                        .isError(429, "RATE_LIMITED")
                        .header("Retry-After"))
                .matches("[1-9]|[1-5][0-9]|60");
        page.get("/visit", "action", "get", "id", id).isOk();
        assertThat(site.page()
                        .get("/visit", "action", "increment", "id", id)
                        .isOk()
                        .number("total"))
                .isEqualTo(3);
    }

    /** The number is told all the same: a page that shows it must not break. */
    @Test
    void ofAnAddressSoManyVisitsAreCountedInADayWhateverItsBrowsersAreCalled() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());
        Page page = site.page();
        for (int i = 1; i <= 3; i++) {
            long before = site.store().trips();
            Page.Answer answer = page.calling("Browser/" + i)
                    .get("/visit", "action", "increment", "id", id)
                    .isOk();
            assertThat(answer.number("total")).isEqualTo(Math.min(i, 2));
            assertThat(answer.data().get("duplicate").asBoolean()).isEqualTo(i > 2);
            assertThat(i == 1 ? 1 : site.store().trips() - before).isEqualTo(1);
        }
    }

    /** A subscriber has a whole /64, and would else be as many visitors as it likes. */
    @Test
    void oneNetworkOfIpv6IsOneAddress() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());
        for (int i = 1; i <= 3; i++) {
            Page page = new Page(site.server().server().url(), "2001:db8:7:8::" + i).calling("Browser/" + i);
            assertThat(page.get("/visit", "action", "increment", "id", id)
                            .isOk()
                            .number("total"))
                    .isEqualTo(Math.min(i, 2));
        }
        Page other = new Page(site.server().server().url(), "2001:db8:7:9::1");
        assertThat(other.get("/visit", "action", "increment", "id", id).isOk().number("total"))
                .isEqualTo(3);
    }

    @Test
    void anAddressCannotEvadeACooldownByAnotherNameOfItsBrowser() throws Exception {
        String board = site.made("/bbs", NostalgicSite.url());
        String ranking = site.made("/ranking", NostalgicSite.url());
        String like = site.made("/like", NostalgicSite.url());
        Page page = site.page();
        for (int i = 1; i <= 2; i++) {
            page.calling("Browser/" + i);
            page.get("/bbs", "action", "post", "id", board, "message", "m" + i).isOk();
            page.get("/ranking", "action", "submit", "id", ranking, "name", "n" + i, "score", "" + i)
                    .isOk();
        }
        page.calling("Browser/3");
        Page.Answer post =
                page.get("/bbs", "action", "post", "id", board, "message", "m3").isError(429, "RATE_LIMITED");
        assertThat(post.error()).isEqualTo("Too many messages from this address. Please try again later.");
        assertThat(post.header("Retry-After")).isEqualTo("10");
        Page.Answer submit = page.get("/ranking", "action", "submit", "id", ranking, "name", "n3", "score", "3")
                .isError(429, "RATE_LIMITED");
        assertThat(submit.header("Retry-After")).isEqualTo("60");
        clock.advance(Duration.ofSeconds(10));
        page.get("/bbs", "action", "post", "id", board, "message", "m3").isOk();

        page.calling("Liker/1").get("/like", "action", "toggle", "id", like).isOk();
        page.calling("Liker/2").get("/like", "action", "toggle", "id", like).isOk();
        clock.advance(Duration.ofMinutes(1));
        assertThat(Long.parseLong(page.calling("Liker/3")
                        .get("/like", "action", "toggle", "id", like)
                        .isError(429, "RATE_LIMITED")
                        .header("Retry-After")))
                .isBetween(1L, 86_400L);
        page.calling("Liker/1").get("/like", "action", "toggle", "id", like).isOk();
        assertThat(site.metrics()).containsPattern("yorozu_nostalgic_refusals_total\\{reason=\"address\"} [1-9]");
    }

    @Test
    void anAddressMakesSoManyServicesInADay() throws Exception {
        Page page = site.page();
        String first = NostalgicSite.url();
        create(page, "/visit", first).isOk();
        create(page, "/visit", first).isOk();
        create(page, "/bbs", first).isOk();
        clock.advance(Duration.ofHours(1));
        Page.Answer third = create(page, "/like", first).isError(429, "RATE_LIMITED");
        assertThat(third.error()).isEqualTo("Too many new services from this address. Please try again later.");
        assertThat(third.header("Retry-After")).isEqualTo("82800");
        create(page, "/visit", first).isOk();
        Page.Answer batch = page.json("/visit?action=batchCreate", batch(first, NostalgicSite.url()))
                .isOk();
        assertThat(batch.data()
                        .get("items")
                        .valueStream()
                        .map(item -> item.get("status").asString()))
                .containsExactly("skipped", "limited");
        page.json("/visit?action=batchCreate", batch(NostalgicSite.url())).isError(429, "RATE_LIMITED");
        create(site.page(), "/like", first).isOk();
        clock.advance(Duration.ofHours(23));
        create(page, "/ranking", first).isOk();
    }

    private static Map<String, Object> batch(String... urls) {
        return Map.of(
                "token",
                NostalgicSite.TOKEN,
                "items",
                Stream.of(urls).map(url -> Map.of("url", url)).toList());
    }

    private static Page.Answer create(Page page, String path, String url) throws Exception {
        return page.post(path, "action", "create", "url", url, "token", NostalgicSite.TOKEN);
    }

    /** The number is told, and nothing changes, for who does not look yet and for who asks for the head alone. */
    @Test
    void whoReadsAheadIsNotCounted() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());
        String like = site.made("/like", NostalgicSite.url());
        for (String[] header : new String[][] {
            {"Purpose", "prefetch"},
            {"Sec-Purpose", "prefetch"},
            {"Sec-Purpose", "prefetch;prerender"},
            {"Sec-Purpose", "prefetch; anonymous-client-ip"},
            {"X-Moz", "prefetch"},
            {"X-Purpose", "preview"}
        }) {
            Page page = site.page();
            HttpRequest.Builder increment = HttpRequest.newBuilder(page.uri("/visit?action=increment&id=" + id))
                    .header(header[0], header[1]);
            assertThat(page.send(increment).isOk().number("total")).isZero();
            HttpRequest.Builder toggle = HttpRequest.newBuilder(page.uri("/like?action=toggle&id=" + like))
                    .header(header[0], header[1]);
            assertThat(page.send(toggle).isOk().number("total")).isZero();
            page.send(HttpRequest.newBuilder(page.uri("/bbs?action=post&message=x&id=" + id))
                            .header(header[0], header[1]))
                    .isInvalid("action");
        }
        Page page = site.page();
        for (String target : new String[] {
            "/visit?action=increment&id=" + id,
            "/api/count?id=" + id + "&format=image",
            "/like?action=toggle&id=" + like
        }) {
            assertThat(page.send(HttpRequest.newBuilder(page.uri(target)).HEAD())
                            .status())
                    .isEqualTo(200);
        }
        assertThat(page.get("/visit", "action", "increment", "id", id).isOk().number("total"))
                .isEqualTo(1);
        assertThat(page.get("/like", "action", "toggle", "id", like).isOk().number("total"))
                .isEqualTo(1);
    }

    @Test
    void visitsAreCountedInTheMetrics() throws Exception {
        String id = site.made("/visit", NostalgicSite.url());
        Page page = site.page();
        page.get("/visit", "action", "increment", "id", id).isOk();
        page.get("/visit", "action", "increment", "id", id).isOk();

        assertThat(site.metrics())
                .containsPattern("yorozu_nostalgic_visits_total\\{outcome=\"counted\"} [1-9]")
                .containsPattern("yorozu_nostalgic_visits_total\\{outcome=\"repeated\"} [1-9]");
    }
}
