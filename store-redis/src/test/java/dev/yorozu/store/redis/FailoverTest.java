package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisSentinels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class FailoverTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @Test
    void aSentinelFailoverIsFollowedAlsoWhenTheOldMasterReturnsAsAReplica() {
        try (RedisSentinels sentinels = RedisSentinels.start();
                RedisStore store = Stores.open(sentinels.url(), TIMEOUT)) {
            assertThatThrownBy(() -> Stores.open(sentinels.url() + "-not", TIMEOUT))
                    .isInstanceOf(StoreException.CannotOpen.class)
                    .hasMessageContaining("correct the name after #");
            commitUntilApplied(store, "before");
            Poll.until(
                    "the replica has it",
                    () -> sentinels.replica().cli("exists", "before").equals("1"));
            // Frozen, the old master keeps its connections: the store itself must find out that nobody is there.
            sentinels.master().freeze();
            sentinels.awaitFailover();
            commitUntilApplied(store, "during");
            sentinels.master().thaw();
            Poll.until(
                    "the old master follows the new one",
                    () -> sentinels.master().cli("role").startsWith("slave"));
            commitUntilApplied(store, "after");
            assertThat(store.get(Key.of("before"))).isPresent();
            assertThat(sentinels.replica().cli("exists", "before", "during", "after"))
                    .isEqualTo("3");
        }
    }

    @Test
    void aSlotCanMoveWhileTheStoreServes() {
        RedisClusterProcesses cluster = RedisClusterProcesses.shared();
        Key visit = Key.of("moving:", "m", ":visit");
        Key total = Key.of("moving:", "m", ":total");
        int slot = cluster.slotOf(total.clusterName());
        int from = cluster.ownerOf(slot);
        int to = (from + 1) % 3;
        try (RedisStore store = Stores.open(cluster.url(), TIMEOUT)) {
            store.commit(Batch.builder().add(total, 1).build());
            cluster.openMove(slot, from, to);
            // The old owner holds one of the two keys only, so neither node can apply the batch now.
            assertThatThrownBy(() -> store.commit(visiting(visit, total)))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessage("The slot of these keys is being moved to another node");
            assertThat(store.get(visit)).isEmpty();
            store.commit(Batch.builder().put(visit, "early", Expiry.never()).build());
            assertThat(store.get(visit)).contains(Bytes.of("early"));
            store.commit(Batch.builder().delete(visit).build());
            cluster.moveKeys(slot, from, to);
            cluster.closeMove(slot, from, to);
            assertThat(store.commit(visiting(visit, total)).applied()).isTrue();
            assertThat(store.get(total)).contains(Bytes.of(2));
            assertThat(cluster.node(to).cli("get", total.clusterName())).isEqualTo("2");
        } finally {
            cluster.moveSlot(slot, from);
        }
    }

    @Test
    void aLostMasterOfAClusterIsReplacedByItsReplica() {
        try (RedisClusterProcesses cluster = RedisClusterProcesses.start(1);
                RedisStore store = Stores.open(cluster.url(), TIMEOUT)) {
            List<Key> keys = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                keys.add(Key.of("part-" + i));
                commitUntilApplied(store, "part-" + i);
            }
            cluster.failOver(0);
            for (Key key : keys) {
                commitUntilApplied(store, key.name());
            }
            List<Optional<Bytes>> values =
                    store.readAll(keys.stream().map(Read.Get::new).toList());
            assertThat(values).hasSize(30).allMatch(Optional::isPresent);
        }
    }

    @Test
    void aScriptThatOneNodeOfAClusterForgotIsSentToThatNode() {
        RedisClusterProcesses cluster = RedisClusterProcesses.shared();
        try (RedisStore store = Stores.open(cluster.url())) {
            for (int round = 0; round < 3; round++) {
                cluster.node(round).cli("script", "flush");
                for (int i = 0; i < 10; i++) {
                    Key visit = Key.of("forgotten:", round + "-" + i, ":visit");
                    Key total = Key.of("forgotten:", round + "-" + i, ":total");
                    assertThat(store.commit(visiting(visit, total)).applied()).isTrue();
                }
            }
        }
    }

    private static Batch visiting(Key visit, Key total) {
        return Batch.builder()
                .require(Guard.absent(visit))
                .put(visit, "seen", Expiry.never())
                .add(total, 1)
                .build();
    }

    /** What an application does: it tries again as long as the store is not available or the outcome is unknown. */
    private static void commitUntilApplied(RedisStore store, String name) {
        Batch batch = Batch.builder().put(Key.of(name), "x", Expiry.never()).build();
        Poll.until("the batch is applied", () -> {
            try {
                return store.commit(batch).applied();
            } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
                return false;
            }
        });
    }
}
