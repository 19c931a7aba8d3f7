package dev.yorozu.server.upgrade.filled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.upgrade.TokenDevice;
import org.junit.jupiter.api.Test;

/** Logins of the token store as an earlier version left them. */
abstract class TokensContract {
    private final FilledSite site;

    TokensContract(FilledSite site) {
        this.site = site;
    }

    private static void isIn(TokenDevice device) {
        device.verify().ok();
    }

    private static void isOut(TokenDevice device) {
        device.verify().is(401);
        device.refresh(device.refreshToken()).is(401);
    }

    @Test
    void theCurrentTokenIsSpentForTheNext() {
        isIn(site.token("abe.new"));
        site.token("abe.old").verify().is(401);
        for (String name : new String[] {"abe.new", "abe.old"}) {
            TokenDevice device = site.token(name);
            device.refresh().ok();
            assertThat(device.refreshToken()).isNotEqualTo(site.held("tokens." + name + ".refresh"));
            isIn(device);
            device.refresh().ok();
        }
    }

    @Test
    void aTokenJustSpentIsAnsweredWithTheSamePairUntilTheGraceIsOver() {
        TokenDevice device = site.token("bob");
        String spent = site.held("tokens.bob.spent");
        Reply again = device.refresh(spent).ok();
        assertThat(again.text("accessToken")).isEqualTo(device.access());
        assertThat(again.text("refreshToken")).isEqualTo(device.refreshToken());
        isIn(device);
        site.endGrace();
        device.refresh(spent).is(401);
        isOut(device);
    }

    @Test
    void aTokenSpentBeforeEndsItsLoginAndNoOther() {
        isIn(site.token("cat.phone"));
        site.token("cat.phone").refresh(site.held("tokens.cat.phone.spent")).is(401);
        isOut(site.token("cat.phone"));
        isIn(site.token("cat.laptop"));
    }

    @Test
    void aLoginThatAReuseEndedStaysEnded() {
        isOut(site.token("dan.phone"));
        isIn(site.token("dan.laptop"));
    }

    @Test
    void whatAnOperatorRevokedStaysRevoked() {
        isOut(site.token("eli.phone"));
        isIn(site.token("eli.laptop"));
        isOut(site.token("fin.before"));
        isIn(site.token("fin.after"));
        isOut(site.token("hal.phone"));
        isOut(site.token("hal.laptop"));
        isIn(new TokenDevice(site.client()).signedIn("hal", "phone"));
    }

    @Test
    void whatAnotherProgramRevokedIsRefused() {
        site.token("kim").verify().is(401);
        isIn(new TokenDevice(site.client()).signedIn("kim", "another"));
        site.token("lee").verify().is(401);
    }

    @Test
    void whoLoggedOutIsOut() {
        isOut(site.token("gil.out"));
        isOut(site.token("gil.other"));
        isIn(site.token("gil.in"));
    }

    @Test
    void oneLoginTooManyEndsTheOldestOfAll() {
        isIn(new TokenDevice(site.client()).signedIn("ida", "another"));
        isOut(site.token("ida.1"));
        for (int i = 2; i <= 5; i++) {
            isIn(site.token("ida." + i));
        }
    }

    @Test
    void anOperatorEndsEarlierLoginsToo() {
        isIn(site.token("jon.phone"));
        assertThat(site.token("operator")
                        .endAll(site.held("tokens.jon.id"))
                        .ok()
                        .text("revokedCount"))
                .isEqualTo("2");
        isOut(site.token("jon.phone"));
        isOut(site.token("jon.laptop"));
    }
}
