package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Device;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * An account changes while somebody signs in to it: at each call that a sign-in makes, to the directory and to the store,
 * the change comes just before.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterleavingTest {
    private final InstantSource clock = InstantSource.system();
    private final Store memory = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final TestDirectory directory = new TestDirectory(clock);
    private final TokenSite site = new TokenSite(
            memory,
            directory,
            TokenSite.keys(),
            clock,
            Storage.DOCUMENTED,
            Map.of("systems.tokens.rates.login", "100000", "systems.tokens.rates.refresh", "100000"));

    @AfterAll
    void stop() {
        site.close();
        directory.close();
    }

    private interface Change {
        void make(Account user, App other);
    }

    /** Whatever comes between, no token lives after the change that was issued on the strength of what was before it. */
    private void atEveryCall(Change change) throws Exception {
        for (int call = 1; call <= 6; call++) {
            Account user = site.user();
            App app = site.app();
            directory.meanwhile(call, () -> change.make(user, app));
            Answer answer = app.login(user.loginId(), TokenSite.PASSWORD);
            assertNothingLives(user, app, answer, "directory " + call);
        }
        for (int call = 1; call <= 14; call++) {
            Account user = site.user();
            App app = site.app();
            site.store().becomes(FaultyStore.meanwhile(memory, call, () -> change.make(user, app)));
            Answer answer = app.login(user.loginId(), TokenSite.PASSWORD);
            site.store().becomes(memory);
            assertNothingLives(user, app, answer, "store " + call);
        }
    }

    private void assertNothingLives(Account user, App app, Answer answer, String when) throws Exception {
        boolean changed = site.directory()
                .find(user.id())
                .map(now -> now.version() != user.version())
                .orElse(true);
        if (changed) {
            assertThat(site.tokens().list(user.user())).as(when).isEmpty();
            if (answer.status() == 200) {
                assertThat(app.isIn()).as(when).isFalse();
            } else {
                answer.isError(401);
            }
        } else {
            answer.isOk();
        }
    }

    @Test
    void aDisabledAccountHasNoTokenHoweverLateItWasDisabled() throws Exception {
        atEveryCall((user, app) -> site.accounts().disable(user.id()));
    }

    @Test
    void aPasswordThatAnOperatorChangedLetsNobodyInAnyMore() throws Exception {
        atEveryCall((user, app) -> site.accounts().setPassword(user.id(), "set by an operator"));
    }

    @Test
    void aDeletedAccountHasNoToken() throws Exception {
        atEveryCall((user, app) -> site.accounts().delete(user.id()));
    }

    @Test
    void aDeviceThatIsEndedWhileSomebodySignsInOnItHasNoToken() throws Exception {
        for (int call = 1; call <= 6; call++) {
            Account user = site.user();
            App owner = site.app(user);
            App again = site.app();
            again.login(user.loginId(), TokenSite.PASSWORD).isOk();
            Device device = site.directory().devices(user.id()).stream()
                    .filter(each -> each.name().equals(again.device()))
                    .findFirst()
                    .orElseThrow();
            App thief = again.copy();
            directory.meanwhile(call, () -> end(owner, device));
            Answer answer = thief.login(user.loginId(), TokenSite.PASSWORD);

            boolean listed = site.directory().devices(user.id()).stream()
                    .anyMatch(each -> each.name().equals(again.device()));
            assertThat(answer.status() == 200 && thief.isIn())
                    .as("a login that lives is on a device that is listed, call " + call)
                    .isEqualTo(listed && answer.status() == 200);
        }
    }

    private static void end(App owner, Device device) {
        try {
            owner.delete(App.DEVICES + "/" + device.id()).isOk();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anAccountThatIsDisabledDuringARefreshHasNoToken() throws Exception {
        for (int call = 1; call <= 10; call++) {
            Account user = site.user();
            App app = site.app(user);
            site.store()
                    .becomes(FaultyStore.meanwhile(
                            memory, call, () -> site.accounts().disable(user.id())));
            Answer answer = app.refresh();
            site.store().becomes(memory);
            boolean disabled = !site.directory().find(user.id()).orElseThrow().enabled();

            assertThat(app.isIn()).as("call " + call + ": " + answer.status()).isEqualTo(!disabled);
            if (disabled) {
                assertThat(site.tokens().list(user.user())).isEmpty();
            }
        }
    }
}
