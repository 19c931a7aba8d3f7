package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.systems.tokens.TestDirectory;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two servers that share a Redis, a directory and a key; and an operator with redis-cli beside them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoServersTest {
    private static final Map<String, String> WIDE = Map.of("systems.users.rates.refresh", "100000");

    private final InstantSource clock = InstantSource.system();
    private final RedisProcess redis = RedisProcess.start();
    private final TestDirectory directory = new TestDirectory(clock);
    private final UsersSite one = new UsersSite(open(redis), directory, clock, Storage.DOCUMENTED, WIDE);
    private final UsersSite two = new UsersSite(open(redis), directory, clock, Storage.DOCUMENTED, WIDE);

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

    /** The same program, talking to the other server. */
    private UserApp at(UsersSite site, UserApp app) {
        return site.app().holding(app.access(), app.refreshToken());
    }

    @Test
    void aLogoutAtOneServerCountsAtTheOtherAtOnce() throws Exception {
        UserApp app = one.app(one.user());
        UserApp there = at(two, app);
        assertThat(there.isIn()).isTrue();
        app.logout().isOk();

        assertThat(there.isIn()).isFalse();
        there.refresh().isError(401, "Token has been revoked");
    }

    @Test
    void refreshesAtBothServersAtOnceAgreeOnOnePair() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            UserApp app = one.app(one.user());
            List<Callable<Answer>> refreshes = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                UserApp somewhere = at(i % 2 == 0 ? one : two, app);
                refreshes.add(() -> somewhere.refresh(app.refreshToken()));
            }
            Set<String> pairs = new HashSet<>();
            for (Answer answer : Race.run(refreshes)) {
                answer.isOk();
                pairs.add(answer.text("refresh_token") + answer.text("access_token"));
            }

            assertThat(pairs).hasSize(1);
        }
    }

    @Test
    void triesAtBothServersAreCountedTogether() throws Exception {
        Account user = one.user();
        UserApp here = one.app();
        UserApp there = new UserApp(two.server().server().url(), "192.0.2.77");
        UserApp same = new UserApp(one.server().server().url(), "192.0.2.77");
        here.login(user.email(), "wrong password").isError(401, "Invalid credentials. 4 attempts remaining.");
        there.login(user.email(), "wrong password").isError(401, "Invalid credentials. 4 attempts remaining.");
        same.login(user.email(), "wrong password").isError(401, "Invalid credentials. 3 attempts remaining.");

        assertThat(redis.cli("KEYS", "rate:192.0.2.77:/auth/login:*")).contains("rate:192.0.2.77:/auth/login:");
    }

    @Test
    void anEntryThatAnOperatorBlacklistsRefusesTheTokenAtOnce() throws Exception {
        UserApp app = one.app(one.user());
        String access = UserApp.claims(app.access()).text("jti").orElseThrow();
        String refresh = UserApp.claims(app.refreshToken()).text("jti").orElseThrow();
        redis.cli("SET", "blacklist:access:" + access, "true", "EX", "900");
        assertThat(app.isIn()).isFalse();
        redis.cli("SET", "blacklist:refresh:" + refresh, "true", "EX", "900");

        app.refresh().isError(401, "Token has been revoked");
    }
}
