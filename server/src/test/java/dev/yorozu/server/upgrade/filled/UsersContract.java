package dev.yorozu.server.upgrade.filled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.upgrade.UserDevice;
import org.junit.jupiter.api.Test;

/** Sessions of the user API as an earlier version left them. */
abstract class UsersContract {
    private final FilledSite site;

    UsersContract(FilledSite site) {
        this.site = site;
    }

    private static void isIn(UserDevice device) {
        device.me().ok();
    }

    private static void isOut(UserDevice device) {
        device.me().is(401);
        device.refresh(device.refreshToken()).is(401);
    }

    @Test
    void sessionsGoOnAndAreListed() {
        isIn(site.user("ann.phone"));
        isIn(site.user("ann.laptop"));
        assertThat(site.user("ann.phone").sessions().ok().text("count")).isEqualTo("2");
    }

    @Test
    void sessionsThatWereEndedStayEnded() {
        isOut(site.user("ann.lost"));
        isOut(site.user("dora.out"));
        isOut(site.user("eve.phone"));
        isOut(site.user("eve.laptop"));
        isIn(site.user("dora.in"));
        isIn(new UserDevice(site.client()).signedIn("eve"));
    }

    @Test
    void theCurrentTokenIsSpentForTheNext() {
        for (String name : new String[] {"ann.phone", "hal"}) {
            UserDevice device = site.user(name);
            device.refresh().ok();
            assertThat(device.refreshToken()).isNotEqualTo(site.held("users." + name + ".refresh"));
            assertThat(device.session()).isEqualTo(site.held("users." + name + ".session"));
            isIn(device);
            device.refresh().ok();
        }
    }

    @Test
    void aTokenJustSpentIsAnsweredWithTheSamePairUntilTheGraceIsOver() {
        UserDevice device = site.user("ben");
        String spent = site.held("users.ben.spent");
        Reply again = device.refresh(spent).ok();
        assertThat(again.text("access_token")).isEqualTo(device.access());
        assertThat(again.text("refresh_token")).isEqualTo(device.refreshToken());
        isIn(device);
        site.endGrace();
        assertThat(device.refresh(spent).is(401).text("detail")).isEqualTo("Security violation: Token already used");
        isOut(device);
    }

    @Test
    void aTokenSpentBeforeEndsAllSessionsOfItsUser() {
        isIn(site.user("cid.laptop"));
        assertThat(site.user("cid.phone")
                        .refresh(site.held("users.cid.spent"))
                        .is(401)
                        .text("detail"))
                .isEqualTo("Security violation: Token already used");
        isOut(site.user("cid.phone"));
        isOut(site.user("cid.laptop"));
    }

    @Test
    void whatAnotherProgramRevokedByItsIdIsRefused() {
        site.user("jay").me().is(401);
        assertThat(site.user("kay").refresh().is(401).text("detail")).isEqualTo("Token has been revoked");
    }

    @Test
    void oneSessionTooManyEndsTheOldestOfAll() {
        isIn(new UserDevice(site.client()).signedIn("fay"));
        isOut(site.user("fay.1"));
        for (int i = 2; i <= 5; i++) {
            isIn(site.user("fay." + i));
        }
    }

    @Test
    void endingAllEndsEarlierSessionsToo() {
        site.user("ivy.phone").endAll().ok();
        isOut(site.user("ivy.phone"));
        isOut(site.user("ivy.laptop"));
    }

    @Test
    void wrongPasswordsAreCountedOn() {
        UserDevice guesser = new UserDevice(site.systems().client(site.held("users.guesser")));
        int left = 5 - UsersFilling.GUESSES - 1;
        assertThat(guesser.guess("gus").is(401).text("detail"))
                .isEqualTo("Invalid credentials. " + left + " attempts remaining.");
    }
}
