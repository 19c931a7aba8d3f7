package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Signing out: this device, or all the others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LogoutContract {
    private final HeldClock clock = HeldClock.start();
    private final TokenSite site;

    LogoutContract(Storage storage) {
        site = TokenSite.of(clock, storage);
    }

    @AfterAll
    void stop() {
        site.close();
    }

    @Test
    void aLogoutEndsBothTokensAtOnceAndNoOtherDevice() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        App other = site.app(user);
        Answer answer = app.logout();

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
        assertThat(app.isIn()).isFalse();
        app.refresh().isError(401);
        assertThat(other.isIn()).isTrue();
        other.refresh().isOk();
    }

    @Test
    void aLogoutEndsEarlierAccessTokensOfTheDeviceToo() throws Exception {
        App app = site.app(site.user());
        App before = app.copy();
        app.refresh().isOk();
        app.logout();

        assertThat(before.isIn()).isFalse();
    }

    @Test
    void aLoggedOutAccessTokenIsRefusedForItsWholeLifeAndTheSkewBeyond() throws Exception {
        App app = site.app(site.user());
        app.logout();
        for (Duration later : new Duration[] {
            Duration.ofMinutes(14), Duration.ofMinutes(1), Duration.ofSeconds(29), Duration.ofSeconds(5)
        }) {
            clock.advance(later);
            assertThat(app.isIn()).isFalse();
        }
    }

    @Test
    void aRefreshAfterTheLogoutStaysLoggedOut() throws Exception {
        App app = site.app(site.user());
        App late = app.copy();
        app.refresh().isOk();
        app.logout();

        late.refresh().isError(401);
        app.refresh().isError(401);
    }

    @Test
    void aTokenOfSomebodyElseEndsNothing() throws Exception {
        App mine = site.app(site.user());
        App theirs = site.app(site.user());
        App mixed = mine.copy().holding(mine.access(), theirs.refreshToken());

        mixed.logout().isError(403);
        mixed.logoutOthers().isError(403);
        assertThat(mine.isIn()).isTrue();
        assertThat(theirs.isIn()).isTrue();
    }

    @Test
    void aTokenThatIsNoneEndsNothing() throws Exception {
        App app = site.app(site.user());
        App wrong = app.copy().holding(app.access(), "0".repeat(32));

        wrong.logout().isError(403);
        wrong.logoutOthers().isError(403);
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aLogoutNeedsBothTokens() throws Exception {
        App app = site.app(site.user());

        assertThat(app.send("POST", App.LOGOUT, "{}").isError(400).complaints()).containsExactly("refreshToken");
        app.post(App.LOGOUT, App.json(Map.of("refreshToken", app.refreshToken())))
                .isError(401);
        app.post(App.LOGOUT_OTHERS, App.json(Map.of("refreshToken", app.refreshToken())))
                .isError(401);
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void loggingOutTheOthersLeavesThisOne() throws Exception {
        Account user = site.user();
        App first = site.app(user);
        App second = site.app(user);
        App current = site.app(user);
        Answer answer = current.logoutOthers().isOk();

        assertThat(answer.body()).isEqualTo("{\"revokedCount\":2}");
        assertThat(first.isIn()).isFalse();
        assertThat(second.isIn()).isFalse();
        first.refresh().isError(401);
        second.refresh().isError(401);
        assertThat(current.isIn()).isTrue();
        current.refresh().isOk();
        assertThat(current.logoutOthers().isOk().body()).isEqualTo("{\"revokedCount\":0}");
    }

    @Test
    void aSpentTokenIsNotTheOneOfThisDevice() throws Exception {
        App app = site.app(site.user());
        App spent = app.copy();
        app.refresh().isOk();

        spent.logoutOthers().isError(403);
    }
}
