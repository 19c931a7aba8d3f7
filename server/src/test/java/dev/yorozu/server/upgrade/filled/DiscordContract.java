package dev.yorozu.server.upgrade.filled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.upgrade.DiscordBrowser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions with Discord and share links as an earlier version left them. */
abstract class DiscordContract {
    private final FilledSite site;

    DiscordContract(FilledSite site) {
        this.site = site;
    }

    private static void isIn(DiscordBrowser browser, String user) {
        assertThat(browser.me().ok().json().required("user").required("id").asString())
                .isEqualTo(user);
    }

    private static void isOut(DiscordBrowser browser) {
        assertThat(browser.me().is(401).text("error")).isEqualTo("invalid session");
    }

    @Test
    void sessionsGoOn() {
        isIn(site.browser("ada.old"), DiscordFilling.ADA);
        isIn(site.browser("ada.new"), DiscordFilling.ADA);
        isIn(site.browser("ben.in"), DiscordFilling.BEN);
    }

    @Test
    void sessionsThatWereEndedStayEnded() {
        isOut(site.browser("ben.out"));
        isOut(site.browser("cat.one"));
        isOut(site.browser("cat.two"));
    }

    @Test
    void aLogoutOfAllEndsEarlierSessionsToo() {
        DiscordBrowser one = site.browser("gus.one");
        one.logout(one.csrf(), "?all=1").ok();
        isOut(site.browser("gus.one"));
        isOut(site.browser("gus.two"));
    }

    @Test
    void oneSessionTooManyEndsTheOldestOfAll() {
        DiscordBrowser sixth = new DiscordBrowser(site.client()).signedIn(DiscordFilling.EVE);
        isIn(sixth, DiscordFilling.EVE);
        isOut(site.browser("eve.1"));
        for (int i = 2; i <= 5; i++) {
            isIn(site.browser("eve." + i), DiscordFilling.EVE);
        }
    }

    @Test
    void tokensOfDiscordAreRenewedWithTheOnesThatWereKept() {
        isIn(site.browser("dan"), DiscordFilling.DAN);
        Map<String, String> form = site.systems().discord().tokenForms().getLast();
        assertThat(form)
                .containsEntry("grant_type", "refresh_token")
                .containsEntry("refresh_token", site.held("discord.dan.provider"));
    }

    @Test
    void aSessionThatWaitsIsClaimed() {
        DiscordBrowser app = site.browser("handover.cookies");
        app.claim(site.held("discord.handover.state")).ok();
        isIn(app, DiscordFilling.FAY);
    }

    @Test
    void aSignInThatWasBegunIsCompleted() {
        DiscordBrowser browser = site.browser("started.cookies");
        browser.callback(site.held("discord.started.state"), DiscordFilling.ADA).ok();
        isIn(browser, DiscordFilling.ADA);
    }

    @Test
    void aShareLinkLeadsToItsFileAndADeletedOneNowhere() {
        DiscordBrowser anyone = new DiscordBrowser(site.client());
        for (String form : List.of("short", "long")) {
            Reply resolved =
                    anyone.resolve(site.held("discord.link.kept." + form)).ok();
            assertThat(resolved.text("url")).startsWith(DiscordFilling.FILE);
            assertThat(anyone.resolve(site.held("discord.link.deleted." + form)).status())
                    .isIn(404, 410);
        }
        site.browser("ada.new").delete(site.held("discord.link.kept.short")).ok();
    }
}
