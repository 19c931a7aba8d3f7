package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.tokens.App.Answer;
import dev.yorozu.store.Limits;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Logouts on a Redis that fails half-way: what the answer says of them is so. */
class BrokenOffTest {
    private static final String NOTHING = "nothing was changed";

    private static TokenSite site(String url) {
        Store store = RedisStore.open(
                RedisSettings.of(url).withTimeout(Duration.ofSeconds(2)), Limits.DEFAULT, StoreObserver.NONE);
        return new TokenSite(store, InstantSource.system(), Storage.DOCUMENTED, Map.of());
    }

    /** Redis without memory deletes, but keeps nothing new: the login ends, and what would say so is not written. */
    @Test
    void aLogoutOnARedisOutOfMemoryIsNotCalledUndone() throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                TokenSite site = site(redis.url())) {
            Account one = site.user();
            App alone = site.app(one);
            Account other = site.user();
            App kept = site.app(other);
            App leaving = site.app(other);
            redis.cli("CONFIG", "SET", "maxmemory", "1");
            Answer ended = alone.logout();
            Answer refused = leaving.logout();
            redis.cli("CONFIG", "SET", "maxmemory", "0");

            assertThat(alone.isIn()).isFalse();
            alone.refresh().isError(401);
            assertThat(ended.isError(504).body()).doesNotContain(NOTHING);
            assertThat(leaving.isIn()).isTrue();
            assertThat(refused.isError(503).body()).contains(NOTHING);
            assertThat(kept.isIn()).isTrue();
            leaving.logout();
            assertThat(leaving.isIn()).isFalse();
        }
    }

    /** The audit log lies with the master that is gone, what decides lies elsewhere. */
    @Test
    void aLogoutOnAClusterThatLostAMasterIsNotCalledUndone() throws Exception {
        try (RedisClusterProcesses cluster = RedisClusterProcesses.start();
                TokenSite site = site(cluster.url())) {
            cluster.nodes().forEach(node -> node.cli("CONFIG", "SET", "cluster-require-full-coverage", "no"));
            Map<App, Account> apps = new LinkedHashMap<>();
            for (int i = 0; i < 6; i++) {
                Account user = site.user();
                apps.put(site.app(user), user);
            }
            RedisProcess lost = cluster.nodes().stream()
                    .filter(node -> !node.cli("KEYS", "*audit*").isEmpty())
                    .findFirst()
                    .orElseThrow();
            lost.kill();
            List<Integer> statuses = new ArrayList<>();
            for (Map.Entry<App, Account> each : apps.entrySet()) {
                Answer answer = each.getKey().logout();
                statuses.add(answer.status());
                if (answer.body().contains(NOTHING)) {
                    assertThat(ledgerIsThere(cluster, lost, each.getValue())).isTrue();
                }
            }
            assertThat(statuses).contains(504).doesNotContain(500);
        }
    }

    /** What was on the lost master is there still, for all that anybody can tell. */
    private static boolean ledgerIsThere(RedisClusterProcesses cluster, RedisProcess lost, Account user) {
        String name = "refresh_ledger:{" + user.id() + "}";
        RedisProcess left = cluster.nodes().stream()
                .filter(node -> node != lost)
                .findFirst()
                .orElseThrow();
        RedisProcess owner = cluster.node(ownerOf(Integer.parseInt(left.cli("CLUSTER", "KEYSLOT", name))));
        return owner == lost || owner.cli("EXISTS", name).equals("1");
    }

    /** The masters share the slots in three equal parts, in their order. */
    private static int ownerOf(int slot) {
        return slot * 3 / 16_384;
    }
}
