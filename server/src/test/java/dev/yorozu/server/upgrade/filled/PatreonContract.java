package dev.yorozu.server.upgrade.filled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.upgrade.PatronDevice;
import org.junit.jupiter.api.Test;

/** Sessions and signed tokens of patrons as an earlier version left them. */
abstract class PatreonContract {
    private final FilledSite site;

    PatreonContract(FilledSite site) {
        this.site = site;
    }

    private static void isIn(PatronDevice device) {
        assertThat(device.validate().ok().json().required("session_valid").asBoolean())
                .isTrue();
    }

    /** That the session is over; gives what the device is told. */
    private static Reply isOver(PatronDevice device) {
        Reply reply = device.validate().is(401);
        assertThat(reply.text("error_code")).isEqualTo("SESSION_INVALID");
        device.quota().is(401);
        device.renew().is(401);
        return reply;
    }

    /** That the session goes on, and nothing of its family of tokens does. */
    private static void hasEndedFamily(PatronDevice device) {
        isIn(device);
        device.quota().is(401);
        assertThat(device.refresh(device.refreshToken()).is(401).text("error_code"))
                .isEqualTo("INVALID_REFRESH_TOKEN");
        device.token().ok();
        device.quota().ok();
    }

    @Test
    void aSessionGoesOnAndItsTokenIsSpentForTheNext() {
        PatronDevice device = site.patron("ada");
        isIn(device);
        device.quota().is(401);
        device.refresh().ok();
        assertThat(device.refreshToken()).isNotEqualTo(site.held("patreon.ada.refresh"));
        device.quota().ok();
        device.refresh().ok();
    }

    @Test
    void tokensOfPatreonAreUsedAndRenewedWithTheOnesThatWereKept() {
        PatronDevice device = site.patron("ivy");
        assertThat(device.license().ok().text("plan")).isEqualTo("Pro");
        device.renew().ok();
        assertThat(site.systems().patron().forms().getLast())
                .containsEntry("grant_type", "refresh_token")
                .containsEntry("refresh_token", site.held("patreon.ivy.provider"));
        isIn(device);
    }

    @Test
    void aUserHasOneDevice() {
        PatronDevice second = site.patron("bea.second");
        assertThat(isOver(site.patron("bea.first")).text("reason")).isEqualTo("superseded");
        isIn(second);
        second.quota().ok();
        PatronDevice third = new PatronDevice(site.client()).signedIn(PatreonFilling.BEA);
        isIn(third);
        assertThat(isOver(second).text("reason")).isEqualTo("superseded");
    }

    @Test
    void aTokenJustSpentIsAnsweredWithTheSamePairUntilTheGraceIsOver() {
        PatronDevice device = site.patron("cyd");
        String spent = site.held("patreon.cyd.spent");
        Reply again = device.refresh(spent).ok();
        assertThat(again.text("accessToken")).isEqualTo(device.access());
        assertThat(again.text("refreshToken")).isEqualTo(device.refreshToken());
        device.quota().ok();
        site.endGrace();
        device.refresh(spent).is(401);
        hasEndedFamily(device);
    }

    @Test
    void aTokenSpentBeforeEndsItsFamily() {
        PatronDevice device = site.patron("dot");
        device.quota().ok();
        assertThat(device.refresh(site.held("patreon.dot.spent")).is(401).text("error_code"))
                .isEqualTo("INVALID_REFRESH_TOKEN");
        hasEndedFamily(device);
    }

    @Test
    void aTokenSpentTooLongAgoToBeRememberedEndsNothing() {
        PatronDevice device = site.patron("hue");
        assertThat(device.refresh(site.held("patreon.hue.spent")).is(401).text("error_code"))
                .isEqualTo("INVALID_REFRESH_TOKEN");
        device.quota().ok();
        device.refresh().ok();
    }

    @Test
    void aFamilyThatWasEndedStaysEnded() {
        hasEndedFamily(site.patron("eva"));
    }

    @Test
    void sessionsThatWereEndedStayEnded() {
        PatronDevice loggedOut = site.patron("flo");
        assertThat(loggedOut.refresh(loggedOut.refreshToken()).is(401).text("error_code"))
                .isEqualTo("SESSION_EXPIRED");
        isOver(loggedOut);
        isOver(site.patron("gia"));
    }

    @Test
    void aSessionThatTheListOfItsUserMissesIsOverOnceAnotherBegan() {
        isOver(site.patron("kit.first"));
        isIn(site.patron("kit.second"));
    }

    @Test
    void endingAllEndsAnEarlierSession() {
        PatronDevice device = site.patron("jan");
        device.revokeAll().ok();
        isOver(device);
    }
}
