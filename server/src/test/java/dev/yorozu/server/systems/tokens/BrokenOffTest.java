package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
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
            site.app(site.user());
            RedisProcess lost = cluster.nodes().stream()
                    .filter(node -> !node.cli("KEYS", "*audit*").isEmpty())
                    .findFirst()
                    .orElseThrow();
            Account user = site.user();
            App app = site.app(user);
            while (lies(cluster, lost, app, user)) {
                user = site.user();
                app = site.app(user);
            }
            String ledger = "refresh_ledger:{" + user.id() + "}";
            RedisProcess left = owner(cluster, Long.toString(user.id()));
            assertThat(left.cli("EXISTS", ledger)).isEqualTo("1");
            lost.kill();
            Answer answer = app.logout();

            assertThat(left.cli("EXISTS", ledger)).isEqualTo("0");
            assertThat(answer.isError(504).body()).doesNotContain(NOTHING);
        }
    }

    /** Whether anything of a login lies with a master. */
    private static boolean lies(RedisClusterProcesses cluster, RedisProcess master, App app, Account user)
            throws Exception {
        String jti = app.get(App.VERIFY).text("jti");
        return Stream.of(app.refreshToken(), jti, Long.toString(user.id()))
                .anyMatch(part -> owner(cluster, part) == master);
    }

    private static RedisProcess owner(RedisClusterProcesses cluster, String part) {
        return cluster.node(cluster.ownerOf(cluster.slotOf(part)));
    }
}
