package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Changing a password. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PasswordContract {
    private static final String NEXT = "another good password";

    private final HeldClock clock = HeldClock.start();
    private final TokenSite site;

    PasswordContract(Storage storage) {
        site = TokenSite.of(clock, storage);
    }

    @AfterAll
    void stop() {
        site.close();
    }

    @Test
    void aNewPasswordEndsEveryOtherDeviceAtOnce() throws Exception {
        Account user = site.user();
        App current = site.app(user);
        App other = site.app(user);
        App third = site.app(user);
        Answer answer = current.changePassword(TokenSite.PASSWORD, NEXT).isOk();

        assertThat(answer.body()).isEqualTo("{\"revokedCount\":2}");
        assertThat(other.isIn()).isFalse();
        assertThat(third.isIn()).isFalse();
        other.refresh().isError(401);
        assertThat(current.isIn()).isTrue();
        current.refresh().isOk();
        site.app().login(user.loginId(), TokenSite.PASSWORD).isError(401);
        site.app().login(user.loginId(), NEXT).isOk();
    }

    @Test
    void theCurrentPasswordMustBeRight() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        App other = site.app(user);
        Answer answer = app.changePassword("not the password", NEXT).isError(400);

        assertThat(answer.complaints()).containsExactly("currentPassword");
        assertThat(other.isIn()).isTrue();
        site.app().login(user.loginId(), TokenSite.PASSWORD).isOk();
    }

    @Test
    void whoeverHoldsATokenCannotGuessThePasswordWithIt() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        for (int i = 0; i < 5; i++) {
            app.changePassword("not the password", NEXT).isError(400);
        }

        app.changePassword(TokenSite.PASSWORD, NEXT).isError(429);
        site.app().login(user.loginId(), TokenSite.PASSWORD).isOk();
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aPoorPasswordIsRefused() throws Exception {
        App app = site.app(site.user());

        for (String poor : new String[] {"short", "a".repeat(257)}) {
            assertThat(app.changePassword(TokenSite.PASSWORD, poor).isError(400).complaints())
                    .containsExactly("newPassword");
        }
        assertThat(app.send("PUT", App.PASSWORD, "{}").isError(400).complaints())
                .containsExactlyInAnyOrder("currentPassword", "newPassword");
    }

    @Test
    void onlyWhoIsSignedInChangesAPassword() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        App out = app.copy();
        app.logout();

        out.changePassword(TokenSite.PASSWORD, NEXT).isError(401);
        site.app().login(user.loginId(), TokenSite.PASSWORD).isOk();
    }
}
