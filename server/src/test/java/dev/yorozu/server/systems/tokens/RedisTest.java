package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
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

/** Two servers that share a Redis, a directory and a secret; and an operator with redis-cli beside them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisTest {
    private static final Map<String, String> WIDE = Map.of("systems.tokens.rates.refresh", "100000");

    private final InstantSource clock = InstantSource.system();
    private final RedisProcess redis = RedisProcess.start();
    private final TestDirectory directory = new TestDirectory(clock);
    private final TokenSite one =
            new TokenSite(open(redis), directory, TokenSite.keys(), clock, Storage.DOCUMENTED, WIDE);
    private final TokenSite two =
            new TokenSite(open(redis), directory, TokenSite.keys(), clock, Storage.DOCUMENTED, WIDE);

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
    private App at(TokenSite site, App app) {
        return site.app().holding(app.access(), app.refreshToken());
    }

    @Test
    void aTokenOfOneServerCountsAtTheOther() throws Exception {
        Account user = one.user();
        App app = one.app(user);
        App there = at(two, app);

        assertThat(there.isIn()).isTrue();
        there.refresh().isOk();
        assertThat(at(one, there).isIn()).isTrue();
    }

    @Test
    void aLogoutAtOneServerCountsAtTheOtherAtOnce() throws Exception {
        App app = one.app(one.user());
        App there = at(two, app);
        assertThat(there.isIn()).isTrue();
        app.logout();

        assertThat(there.isIn()).isFalse();
        there.refresh().isError(401);
    }

    @Test
    void refreshesAtBothServersAtOnceAgreeOnOnePair() throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            App app = one.app(one.user());
            List<Callable<Answer>> refreshes = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                App somewhere = at(i % 2 == 0 ? one : two, app);
                refreshes.add(() -> somewhere.refresh(app.refreshToken()));
            }
            Set<String> pairs = new HashSet<>();
            for (Answer answer : Race.run(refreshes)) {
                answer.isOk();
                pairs.add(answer.text("refreshToken") + answer.text("accessToken"));
            }

            assertThat(pairs).hasSize(1);
        }
    }

    @Test
    void triesAtBothServersAreCountedTogether() throws Exception {
        Account user = one.user();
        App atOne = one.app();
        App atTwo = two.appLike(atOne);
        for (int i = 0; i < 5; i++) {
            (i % 2 == 0 ? atOne : atTwo).login(user.loginId(), "wrong password").isError(401);
        }

        atOne.login(user.loginId(), TokenSite.PASSWORD).isError(429);
        atTwo.login(user.loginId(), TokenSite.PASSWORD).isError(429);
    }

    @Test
    void everySampleCommandOfTheDocumentAnswersAsItSays() throws Exception {
        Account user = one.user();
        App app = one.app(user);
        String token = app.refreshToken();
        String jti = app.get(App.VERIFY).text("jti");
        Document record = Document.parse(redis.cli("GET", "refresh:" + token)).orElseThrow();

        assertThat(record.names()).startsWith("Token", "UserId", "ExpiresAt");
        assertThat(record.text("Token")).contains(token);
        assertThat(record.number("UserId")).hasValue(user.id());
        assertThat(record.text("DevicePublicId")).isPresent();
        assertThat(Long.parseLong(redis.cli("TTL", "refresh:" + token))).isBetween(2_591_900L, 2_592_000L);
        assertThat(redis.cli("SMEMBERS", "refresh_user:" + user.id())).isEqualTo(token);
        assertThat(redis.cli("SMEMBERS", "user_jtis:" + user.id())).isEqualTo(jti);
        assertThat(redis.cli("EXISTS", "blacklist:" + jti)).isEqualTo("0");
        app.logout();
        assertThat(redis.cli("EXISTS", "blacklist:" + jti)).isEqualTo("1");
        assertThat(redis.cli("GET", "blacklist:" + jti)).isEqualTo("1");
        assertThat(Long.parseLong(redis.cli("TTL", "blacklist:" + jti))).isBetween(900L, 931L);
    }

    @Test
    void aHandMadeBlacklistEntryIsHonouredByTheNextRequest() throws Exception {
        App app = one.app(one.user());
        assertThat(app.isIn()).isTrue();
        redis.cli("SETEX", "blacklist:" + app.get(App.VERIFY).text("jti"), "3600", "1");

        assertThat(app.isIn()).isFalse();
        assertThat(at(two, app).isIn()).isFalse();
    }

    @Test
    void theDocumentsLoopLogsTheUserOutEverywhere() throws Exception {
        Account user = one.user();
        App first = one.app(user);
        App second = two.app(user);
        first.refresh().isOk();
        for (String jti : redis.cli("SMEMBERS", "user_jtis:" + user.id()).split("\n")) {
            redis.cli("SETEX", "blacklist:" + jti, "2592000", "1");
        }

        for (App app : List.of(first, second)) {
            assertThat(app.isIn()).isFalse();
            app.refresh().isError(401);
        }
    }

    @Test
    void aTokenThatAnOperatorDeletedIsDead() throws Exception {
        Account user = one.user();
        App deleted = one.app(user);
        redis.cli("DEL", "refresh:" + deleted.refreshToken());
        deleted.refresh().isError(401);
        App removed = one.app(user);
        redis.cli("SREM", "refresh_user:" + user.id(), removed.refreshToken());
        removed.refresh().isError(401);
    }

    @Test
    void anEmptiedRedisRevivesNothing() throws Exception {
        try (RedisProcess own = RedisProcess.start();
                TokenSite site =
                        new TokenSite(open(own), directory, TokenSite.keys(), clock, Storage.DOCUMENTED, WIDE)) {
            Account user = site.user();
            App loggedOut = site.app(user);
            App spent = site.app(user);
            App successor = spent.copy();
            successor.refresh().isOk();
            App alive = site.app(user);
            App revoked = site.app(user);
            loggedOut.logout();
            own.cli("SETEX", "blacklist:" + revoked.get(App.VERIFY).text("jti"), "3600", "1");
            own.cli("FLUSHALL");

            for (App app : List.of(loggedOut, spent, successor, alive, revoked)) {
                assertThat(app.isIn()).isFalse();
                app.refresh().isError(401);
            }
            alive.login(user.loginId(), TokenSite.PASSWORD).isOk();
            assertThat(alive.isIn()).isTrue();
            for (App app : List.of(loggedOut, spent, successor, revoked)) {
                assertThat(app.isIn()).isFalse();
                app.refresh().isError(401);
            }
        }
    }

    @Test
    void aRedisThatIsGoneIs503AndLetsNobodyIn() throws Exception {
        try (RedisProcess own = RedisProcess.start();
                TokenSite site =
                        new TokenSite(open(own), directory, TokenSite.keys(), clock, Storage.DOCUMENTED, WIDE)) {
            Account user = site.user();
            App app = site.app(user);
            own.kill();

            app.profile().isError(503);
            app.get(App.VERIFY).isError(503);
            assertThat(app.refresh(app.refreshToken()).status()).isIn(503, 504);
            assertThat(app.login(user.loginId(), TokenSite.PASSWORD).status()).isIn(503, 504);
        }
    }
}
