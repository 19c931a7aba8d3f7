package dev.yorozu.server.systems.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.HeldClock;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What calls cost the store, and how much one address may cost it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CostsTest {
    private final HeldClock clock = HeldClock.start();
    private final NostalgicSite site = NostalgicSite.of(clock, Map.of("systems.nostalgic.rates.visit", "3"));

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
                .isEqualTo(4);
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
