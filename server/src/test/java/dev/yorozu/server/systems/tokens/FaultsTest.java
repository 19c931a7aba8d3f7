package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** While the store or the directory is at fault, nobody is let in and everybody is told to come again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsTest {
    private final InstantSource clock = InstantSource.system();
    private final Store memory = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final TestDirectory directory = new TestDirectory(clock);
    private final TokenSite site = new TokenSite(
            memory,
            directory,
            TokenSite.keys(),
            clock,
            Storage.DOCUMENTED,
            Map.of(
                    "systems.tokens.registration", "open",
                    "systems.tokens.maxRefreshPerUser", "50",
                    "systems.tokens.rates.login", "100000",
                    "systems.tokens.rates.register", "100000"));

    private Account user;
    private App app;
    private long device;
    private int registered;

    /** A well-formed request of one route, by somebody who is signed in. */
    private interface Route {
        Answer send(FaultsTest test) throws Exception;
    }

    private record Named(String name, Route route) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Named> routes() {
        return List.of(
                new Named("login", test -> test.app.login(test.user.loginId(), TokenSite.PASSWORD)),
                new Named("wrong login", test -> test.app.login(test.user.loginId(), "wrong password")),
                new Named("refresh", test -> test.app.refresh(test.app.refreshToken())),
                new Named("logout", test -> test.app.logout()),
                new Named("logout-others", test -> test.app.logoutOthers()),
                new Named("profile", test -> test.app.profile()),
                new Named("devices", test -> test.app.get(App.DEVICES)),
                new Named("devices with current", test -> test.app.get(App.DEVICES + "/with-current")),
                new Named("device", test -> test.app.delete(App.DEVICES + "/" + test.device)),
                new Named("password", test -> test.app.changePassword(TokenSite.PASSWORD, TokenSite.PASSWORD)),
                new Named("register", FaultsTest::register),
                new Named("list", test -> test.app.get(test.tokens())),
                new Named("revoke all", test -> test.app.delete(test.tokens())),
                new Named("blacklist", test -> test.app.send("POST", test.tokens() + "/blacklist", "{\"jti\":\"x\"}")),
                new Named(
                        "invalidate before",
                        test -> test.app.send("POST", test.tokens() + "/invalidate-before", "{}")));
    }

    private Answer register() throws Exception {
        String name = "new" + registered++;
        return app.post(
                App.REGISTER,
                App.json(Map.of(
                        "loginId",
                        name,
                        "username",
                        name,
                        "email",
                        name + "@example.com",
                        "password",
                        TokenSite.PASSWORD)));
    }

    private String tokens() {
        return "/api/admin/users/" + user.id() + "/tokens";
    }

    @BeforeEach
    void enter() throws Exception {
        user = site.admin();
        app = site.app(user);
        device = directory.devices(user.id()).getFirst().id();
    }

    @AfterEach
    void recover() {
        site.store().becomes(memory);
        directory.away(false);
    }

    @AfterAll
    void stop() {
        site.close();
        directory.close();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aStoreThatIsAwayIs503(Named route) throws Exception {
        site.store().becomes(FaultyStore.failing(memory, Fault.KILLED_BEFORE, 1));
        Answer answer = route.route().send(this);
        site.store().becomes(memory);

        answer.isError(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(app.isIn()).as("it was only away").isTrue();
    }

    @Test
    void aRegistrationThatFailsLeavesTheNameFree() throws Exception {
        site.store().becomes(FaultyStore.failing(memory, Fault.KILLED_BEFORE, 1));
        register().isError(503);
        site.store().becomes(memory);
        registered--;

        assertThat(register().status()).isEqualTo(201);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aDirectoryThatIsAwayIs503(Named route) throws Exception {
        directory.away(true);
        Answer answer = route.route().send(this);

        answer.isError(503);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
    }

    /** Fails at each of a request's trips to the store in turn. */
    @ParameterizedTest
    @MethodSource("routes")
    void aFaultAtAnyStepIsNeverAnythingButAFault(Named route) throws Exception {
        for (Fault fault : Fault.values()) {
            FaultyStore faulty;
            int step = 0;
            do {
                enter();
                faulty = FaultyStore.failing(memory, fault, ++step);
                site.store().becomes(faulty);
                Answer answer = route.route().send(this);
                site.store().becomes(memory);
                if (answer.status() >= 500) {
                    assertThat(answer.status())
                            .as("%s at %d: %s", fault, step, answer.body())
                            .isIn(503, 504);
                    answer.isError(answer.status());
                } else {
                    assertThat(answer.status()).isIn(200, 201, 204, 401, 403);
                }
            } while (faulty.calls() >= step && step < 60);
            assertThat(step).isBetween(2, 59);
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aFaultNeverRevivesWhatEnded(Fault fault) throws Exception {
        app.logout();
        for (int step = 1; step < 8; step++) {
            site.store().becomes(FaultyStore.failing(memory, fault, step));
            assertThat(app.profile().status()).isIn(401, 503);
            site.store().becomes(FaultyStore.failing(memory, fault, step));
            assertThat(app.refresh(app.refreshToken()).status()).isIn(401, 503, 504);
            site.store().becomes(FaultyStore.failing(memory, fault, step));
            assertThat(app.get(App.VERIFY).status()).isIn(401, 503);
        }
    }

    /** What was issued and could not be handed out is ended again. */
    @Test
    void aSignInThatFailsLeavesNoLogin() throws Exception {
        FaultyStore faulty;
        int step = 0;
        do {
            Account fresh = site.user();
            App other = site.app();
            faulty = FaultyStore.failing(memory, Fault.REFUSED, ++step);
            site.store().becomes(faulty);
            Answer answer = other.login(fresh.loginId(), TokenSite.PASSWORD);
            site.store().becomes(memory);
            assertThat(site.tokens().list(fresh.user()))
                    .as("step " + step + ": " + answer.status())
                    .hasSize(answer.status() == 200 ? 1 : 0);
        } while (faulty.calls() >= step && step < 60);
        assertThat(step).isBetween(5, 59);
    }

    @Test
    void aDirectoryThatGoesAwayDuringASignInLeavesNoLogin() throws Exception {
        for (int call = 1; call <= 5; call++) {
            Account fresh = site.user();
            App other = site.app();
            directory.meanwhile(call, () -> directory.away(true));
            Answer answer = other.login(fresh.loginId(), TokenSite.PASSWORD);
            // The call during which it goes away still works; the next does not.
            directory.away(false);
            assertThat(site.tokens().list(fresh.user()))
                    .as("call " + call + ": " + answer.status())
                    .hasSize(answer.status() == 200 ? 1 : 0);
        }
    }

    @Test
    void keysThatHoldSomethingElseLetNobodyIn() throws Exception {
        memory.commit(
                Batch.builder().delete(TokenKeys.USER_ACCESS.key(user.user())).build());
        memory.commit(Batch.builder()
                .put(TokenKeys.USER_ACCESS.key(user.user()), "garbage", Expiry.never())
                .build());

        app.profile().isError(503);
        app.get(App.VERIFY).isError(503);
        assertThat(app.login(user.loginId(), TokenSite.PASSWORD).status()).isEqualTo(503);
    }

    @Test
    void aMomentThatIsNoNumberLetsNobodyIn() throws Exception {
        memory.commit(Batch.builder()
                .put(TokenKeys.INVALID_BEFORE.key(user.user()), "tomorrow", Expiry.never())
                .build());

        app.profile().isError(401);
    }
}
