package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Directory;
import dev.yorozu.server.Answer;
import dev.yorozu.server.systems.tokens.TestDirectory;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Over HTTP, on the stores that are kept. */
class SharedStoresTest {
    private static final int REQUESTS = 300;

    /** Held, so that no hour turns while requests are on their way. */
    private final HeldClock clock = new HeldClock(Instant.now());

    @Test
    void onTheEmbeddedStoreExactlyTheLimitPasses(@TempDir Path place) throws Exception {
        try (Store store = RocksStore.open(place.resolve("data"))) {
            assertExact(List.of(store));
        }
    }

    @Test
    void onRedisExactlyTheLimitPassesAlsoOfTwoServersTogether() throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                Store one = open(redis);
                Store two = open(redis)) {
            assertExact(List.of(one, two));
            assertThat(redis.cli("--scan", "--pattern", "rate:*"))
                    .contains("rate:")
                    .contains(":/api/profiles:");
        }
    }

    private static Store open(RedisProcess redis) {
        return RedisStore.open(
                RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
    }

    private void assertExact(List<Store> stores) throws Exception {
        List<ProfileSite> sites = new ArrayList<>();
        try (Directory directory = new TestDirectory(clock);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            stores.forEach(store -> sites.add(new ProfileSite(store, directory, clock, Map.of())));
            Person person = sites.getFirst().person();
            person.post("/profile", ProfileFixture.HANAKO).isStatus(201);
            List<Future<List<Answer>>> running = new ArrayList<>();
            for (ProfileSite site : sites) {
                Person there = new Person(site.server().server().url(), person.account(), person.tokens());
                running.add(threads.submit(() -> there.together(REQUESTS / sites.size(), "/profile")));
            }
            List<Answer> answers = new ArrayList<>();
            for (Future<List<Answer>> each : running) {
                answers.addAll(each.get());
            }
            assertThat(answers.stream().filter(answer -> answer.status() == 200))
                    .hasSize(100);
            assertThat(answers.stream().filter(answer -> answer.status() == 429))
                    .hasSize(200);
            JsonNode status = sites.getLast()
                    .admin()
                    .get("/admin/system/redis/status")
                    .isOk()
                    .json();
            assertThat(status.get("memory_usage").get("used").asLong()).isPositive();
        } finally {
            sites.forEach(ProfileSite::close);
        }
    }
}
