package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.NewAccount;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.directory.KeptAccounts;
import dev.yorozu.server.systems.tokens.TestDirectory;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Accounts are read through a cache in the shared store, and what changes one counts from the next request on, at this server
 * and at another. No session is ended here, so that nothing but the account decides.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountChangesTest {
    private static final int READERS = 6;

    private final InstantSource clock = InstantSource.system();
    private final RedisProcess redis = RedisProcess.start();
    private final TestDirectory directory = new TestDirectory(clock);
    private final UsersSite one = new UsersSite(open(redis), directory, clock, Storage.DOCUMENTED, Map.of());
    private final UsersSite two = new UsersSite(open(redis), directory, clock, Storage.DOCUMENTED, Map.of());

    private static Store open(RedisProcess redis) {
        return RedisStore.open(
                RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(5)), Limits.DEFAULT, StoreObserver.NONE);
    }

    @AfterAll
    void stop() {
        one.close();
        two.close();
        directory.close();
        redis.close();
    }

    private UserApp at(UsersSite site, UserApp app) {
        return site.app().holding(app.access(), app.refreshToken());
    }

    @Test
    void aWarmRequestAsksTheStoreOnceAndTheDirectoryNever() throws Exception {
        UserApp app = one.app(one.user());
        app.get(UserApp.ME).isOk();
        int calls = directory.calls();
        long trips = one.store().trips();
        app.get(UserApp.ME).isOk();

        assertThat(directory.calls()).isEqualTo(calls);
        assertThat(one.store().trips() - trips).isEqualTo(1);
    }

    @Test
    void noCopyHoldsAPassword() throws Exception {
        Account user = one.user();
        one.app(user).get(UserApp.ME).isOk();

        assertThat(redis.cli("GET", "cache:account:" + user.uuid()))
                .contains(user.email())
                .doesNotContain("argon2");
    }

    @Test
    void everyChangeCountsAtBothServersFromTheNextRequestOn() throws Exception {
        Account user = one.user();
        UserApp here = one.app(user);
        UserApp there = at(two, here);
        here.get(UserApp.ME).isOk();
        there.get(UserApp.ME).isOk();

        directory.grant(user.id(), "editor");
        assertThat(there.get(UserApp.ME).json().get("roles").toString()).contains("editor");
        directory.withdraw(user.id(), "editor");
        assertThat(there.get(UserApp.ME).json().get("roles").toString()).doesNotContain("editor");
        directory.enable(user.id(), false);
        there.get(UserApp.ME).isError(401);
        here.get(UserApp.ME).isError(401);
        there.refresh().isError(401, "Invalid refresh token");
        directory.enable(user.id(), true);
        there.get(UserApp.ME).isOk();
        one.accounts().delete(user.id());
        there.get(UserApp.ME).isError(401);
        here.get(UserApp.ME).isError(401);
    }

    /** Readers fill the cache all the while: what one of them loaded before the change must not be kept after it. */
    @Test
    void aDisabledAccountIsRefusedWhoeverLoadsItMeanwhile() throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            Account user = one.user();
            UserApp app = one.app(user);
            boolean[] disabled = new boolean[1];
            List<Callable<Boolean>> actions = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                UserApp reader = at(i % 2 == 0 ? one : two, app);
                actions.add(() -> isRefusedOnceDisabled(reader, disabled));
            }
            actions.add(() -> {
                directory.enable(user.id(), false);
                synchronized (disabled) {
                    disabled[0] = true;
                }
                return true;
            });

            assertThat(Race.run(actions)).doesNotContain(false);
        }
    }

    private static boolean isRefusedOnceDisabled(UserApp reader, boolean[] disabled) throws Exception {
        int after = 0;
        while (after < 3) {
            boolean changed;
            synchronized (disabled) {
                changed = disabled[0];
            }
            int status = reader.get(UserApp.ME).status();
            if (changed && status != 401) {
                return false;
            }
            after += changed ? 1 : 0;
        }
        return true;
    }

    /** Whatever call the server dies at, what is read afterwards is what the directory says. */
    @Test
    void aServerThatDiesDuringAChangeLeavesNoOldCopy() {
        HeldClock held = HeldClock.start();
        try (TestDirectory own = new TestDirectory(held)) {
            for (Fault fault : List.of(Fault.KILLED_BEFORE, Fault.KILLED_AFTER)) {
                diesAt(fault, 1, own, held);
                diesAt(fault, 2, own, held);
            }
        }
    }

    private static void diesAt(Fault fault, int call, TestDirectory own, HeldClock held) {
        Store store = new MemoryStore(held, Limits.DEFAULT, StoreObserver.NONE);
        String name = "u" + fault.name().toLowerCase(Locale.ROOT).replace('_', '-') + call;
        AccountCreation created =
                own.create(new NewAccount(name, name, name + "@example.com", "no hash", Set.of("user")));
        Account user = ((AccountCreation.Created) created).account();
        KeptAccounts living = new KeptAccounts(() -> own, store, RandomTokens.secure(), held);
        assertThat(enabled(living, store, user)).isTrue();
        own.keepBeside(
                new KeptAccounts(() -> own, FaultyStore.failing(store, fault, call), RandomTokens.secure(), held));
        boolean made = true;
        try {
            own.enable(user.id(), false);
        } catch (StoreException dead) {
            made = false;
        }
        boolean truth = own.find(user.id()).orElseThrow().enabled();
        assertThat(truth).isEqualTo(!made);
        assertThat(enabled(living, store, user)).isEqualTo(truth);
        held.advance(Duration.ofSeconds(31));
        assertThat(enabled(living, store, user)).isEqualTo(truth);
        assertThat(enabled(living, store, user)).isEqualTo(truth);
    }

    private static boolean enabled(KeptAccounts accounts, Store store, Account user) {
        return RoundTrip.ask(store, trip -> accounts.find(trip, user.uuid()))
                .orElseThrow()
                .enabled();
    }
}
