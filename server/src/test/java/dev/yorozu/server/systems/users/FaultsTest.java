package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is answered while store or directory cannot, and what changes under somebody who signs in. */
class FaultsTest {
    private final HeldClock clock = HeldClock.start();
    private final UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED);

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void nobodyIsLetInWhileTheStoreIsAway() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        Store emptied = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        site.store().becomes(FaultyStore.failing(emptied, Fault.KILLED_BEFORE, 1));
        app.get(UserApp.SESSIONS).isError(503);
        app.refresh().isError(503);
        site.app().login(user.email(), UsersSite.PASSWORD).isError(503);
        site.app().signUp("lost@example.com", UsersSite.PASSWORD).isError(503);
        assertThat(site.directory().findByIdentifier("lost@example.com")).isEmpty();

        site.store().becomes(emptied);
        assertThat(app.isIn()).as("an emptied store").isFalse();
        app.refresh().isError(401, "Session not found");
        site.app().signUp("lost@example.com", UsersSite.PASSWORD).isStatus(201);
    }

    @Test
    void sessionsAreCheckedAndEndedWhileTheDirectoryIsAway() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp other = site.app(user);
        UserApp tried = site.app();
        site.directory().away(true);
        app.get(UserApp.SESSIONS).isOk();
        app.get(UserApp.ME).isError(503);
        app.refresh().isError(503);
        tried.login(user.email(), UsersSite.PASSWORD).isError(503);
        app.get(UserApp.ADMIN_SESSIONS + "stats").isError(503);
        app.delete("/sessions/" + other.session()).isOk();
        site.directory().away(false);

        tried.login(user.email(), "wrong password").isError(401, "Invalid credentials. 4 attempts remaining.");
        assertThat(other.isIn()).isFalse();
        app.refresh().isOk();
    }

    @Test
    void aTryThatCouldNotBeMadeIsGivenBack() throws Exception {
        Account user = site.user();
        UserApp app = site.app();
        site.directory().meanwhile(2, () -> site.directory().away(true));
        app.login(user.email(), UsersSite.PASSWORD).isError(503);
        site.directory().away(false);

        assertThat(site.logins().list(user.uuid().toString())).isEmpty();
        app.login(user.email(), "wrong password").isError(401, "Invalid credentials. 4 attempts remaining.");
    }

    @Test
    void anAccountThatIsDisabledUnderASignInIsNotEntered() throws Exception {
        Account user = site.user();
        UserApp app = site.app();
        // The first call finds the account; the second is the look at it after the session has begun.
        site.directory().meanwhile(2, () -> site.accounts().disable(user.id()));
        app.login(user.email(), UsersSite.PASSWORD).isError(401);

        assertThat(site.logins().list(user.uuid().toString())).isEmpty();
        assertThat(site.metrics()).contains("yorozu_user_sign_ins_total{outcome=\"overtaken\"} 1.0");
    }

    @Test
    void whatBecameOfSignInsAndRefreshesIsCounted() throws Exception {
        UserApp app = site.app(site.user());
        String spent = app.refreshToken();
        app.refresh().isOk();
        app.refresh(spent).isOk();
        app.refresh("none").isError(401);
        clock.advance(Duration.ofSeconds(11));
        app.refresh(spent).isError(401);
        site.app().login("nobody@example.com", "wrong password").isError(401);

        assertThat(site.metrics())
                .contains(
                        "yorozu_user_sign_ins_total{outcome=\"entered\"} 1.0",
                        "yorozu_user_sign_ins_total{outcome=\"refused\"} 1.0",
                        "yorozu_user_rotations_total{outcome=\"rotated\"} 1.0",
                        "yorozu_user_rotations_total{outcome=\"repeated\"} 1.0",
                        "yorozu_user_rotations_total{outcome=\"reused\"} 1.0",
                        "yorozu_user_rotations_total{outcome=\"refused\"} 1.0");
    }
}
