package dev.yorozu.server.systems.discord;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.discord.Browser.Page;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many callbacks with one state at once, over HTTP: one session. */
class CallbackRaceTest {
    private static final int CALLBACKS = 32;

    @TempDir
    Path directory;

    @Test
    void oneSessionInMemory() throws Exception {
        race(new MemoryStore(), Storage.DOCUMENTED);
    }

    @Test
    void oneSessionInMemoryHardened() throws Exception {
        race(new MemoryStore(), Storage.HARDENED);
    }

    @Test
    void oneSessionOnRocksDb() throws Exception {
        race(RocksStore.open(directory), Storage.DOCUMENTED);
    }

    @Test
    void oneSessionOnRedis() throws Exception {
        try (RedisProcess redis = RedisProcess.start()) {
            race(open(redis.url()), Storage.DOCUMENTED);
        }
    }

    @Test
    void oneSessionOnCluster() throws Exception {
        try (RedisClusterProcesses cluster = RedisClusterProcesses.start()) {
            race(open(cluster.url()), Storage.HARDENED);
        }
    }

    private static Store open(String url) {
        return RedisStore.open(
                RedisSettings.of(url).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
    }

    private static void race(Store store, Storage storage) throws Exception {
        Map<String, String> rates = Map.of(
                "systems.discord.rates.callback", "1000000",
                "systems.discord.rates.start", "1000000");
        try (TestSite site = new TestSite(store, InstantSource.system(), storage, rates);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < Rounds.of(8); round++) {
                round(site, threads, Integer.toString(1000 + round));
            }
        }
    }

    private static void round(TestSite site, ExecutorService threads, String user) throws Exception {
        Browser starter = site.browser();
        String state = starter.start("");
        Map<String, String> cookies = Map.copyOf(starter.cookies());
        CountDownLatch go = new CountDownLatch(1);
        Callable<Page> callback = () -> {
            Browser browser = site.browser();
            cookies.forEach(browser::with);
            go.await();
            return browser.callback(state, user);
        };
        List<Future<Page>> running = Collections.nCopies(CALLBACKS, callback).stream()
                .map(threads::submit)
                .toList();
        go.countDown();
        int won = 0;
        for (Future<Page> each : running) {
            Page page = each.get();
            won += page.status() == 200 ? 1 : 0;
            assertThat(page.status()).isIn(200, 400);
            assertThat(page.setting("sid")).hasSize(page.status() == 200 ? 1 : 0);
        }
        assertThat(won).isEqualTo(1);
        assertThat(site.sessions().list(user)).hasSize(1);
    }
}
