package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisSentinels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of acknowledged batches when a master is killed under load and its replica takes over. */
@Timeout(600)
final class ConfirmedFailoverTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final int WRITERS = 8;
    /** So large that what a replica does not read soon fills all buffers of the system. */
    private static final String VALUE = "x".repeat(128 << 10);

    @Test
    void nothingThatAllReplicasConfirmedIsLostWithAMasterOfSentinel() {
        for (int round = 0; round < Rounds.of(1, 60); round++) {
            assertThat(lostBySentinels(1)).isEmpty();
        }
    }

    /** What the waiting is for: without it, a replica that lags takes over without what was acknowledged. */
    @Test
    void withoutWaitingAcknowledgedBatchesAreLost() {
        assertThat(lostBySentinels(0)).isNotEmpty();
    }

    @Test
    void nothingThatAllReplicasConfirmedIsLostWithAMasterOfACluster() {
        for (int round = 0; round < Rounds.of(1, 40); round++) {
            try (RedisClusterProcesses cluster = RedisClusterProcesses.start(1);
                    Store store = Stores.openConfirmed(cluster.url(), 1, TIMEOUT)) {
                moveASlot(cluster, store);
                Load load = new Load(store, "x");
                load.awaitMore(300);
                cluster.failOver(0);
                load.awaitMore(300);
                load.stop();
                assertThat(load.missing()).isEmpty();
            }
        }
    }

    /** Also while a slot has no settled place, and when it has another one. */
    private static void moveASlot(RedisClusterProcesses cluster, Store store) {
        Key key = Key.of("moving");
        int slot = cluster.slotOf(key.clusterName());
        int from = cluster.ownerOf(slot);
        int to = (from + 1) % 3;
        for (int master : List.of(from, to)) {
            Poll.until(
                    "its replica confirms",
                    () -> cluster.node(master).cli("wait", "1", "50").equals("1"));
        }
        Batch count = Batch.builder().add(key, 1).build();
        store.commit(count);
        cluster.openMove(slot, from, to);
        store.commit(count);
        cluster.moveKeys(slot, from, to);
        store.commit(count);
        cluster.closeMove(slot, from, to);
        store.commit(count);
        assertThat(cluster.node(to).cli("get", key.clusterName())).isEqualTo("4");
    }

    /** The acknowledged batches that are missing after the master was killed while its replica lagged. */
    private static List<Key> lostBySentinels(int replicas) {
        try (RedisSentinels sentinels = RedisSentinels.start();
                Store store = Stores.openConfirmed(sentinels.url(), replicas, TIMEOUT)) {
            Load load = new Load(store, VALUE);
            load.awaitMore(20);
            sentinels.replica().freeze();
            if (replicas == 0) {
                load.awaitMore(400);
            } else {
                load.awaitUnconfirmed();
            }
            sentinels.killMaster();
            sentinels.replica().thaw();
            sentinels.awaitFailover();
            if (replicas == 0) {
                load.awaitMore(20);
            } // Else there is no replica left to confirm anything.
            load.stop();
            return load.missing();
        }
    }

    /** Writers that each put a key after the other, and remember what was acknowledged. */
    private static final class Load {
        private final Store store;
        private final String value;
        private final Queue<Key> acknowledged = new ConcurrentLinkedQueue<>();
        private final AtomicInteger unconfirmed = new AtomicInteger();
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final List<Thread> writers = new ArrayList<>();

        Load(Store store, String value) {
            this.store = store;
            this.value = value;
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(Thread.ofVirtual().start(() -> write(writer)));
            }
        }

        private void write(int writer) {
            for (int i = 0; !stopped.get(); i++) {
                Key key = Key.of("key-" + writer + "-" + i);
                try {
                    store.commit(Batch.builder().put(key, value, Expiry.never()).build());
                    acknowledged.add(key);
                } catch (StoreException.OutcomeUnknown unknown) {
                    unconfirmed.incrementAndGet();
                } catch (StoreException.Unavailable away) {
                    Thread.yield();
                }
            }
        }

        void awaitMore(int batches) {
            int before = acknowledged.size();
            Poll.until("more batches are acknowledged", () -> acknowledged.size() >= before + batches);
        }

        void awaitUnconfirmed() {
            Poll.until("batches are not confirmed", () -> unconfirmed.get() > 0);
        }

        void stop() {
            stopped.set(true);
            for (Thread writer : writers) {
                try {
                    writer.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new AssertionError("Interrupted while waiting", e);
                }
            }
        }

        List<Key> missing() {
            Poll.until("the store answers", () -> {
                try {
                    store.ping();
                    return true;
                } catch (StoreException.Unavailable away) {
                    return false;
                }
            });
            List<Key> missing = new ArrayList<>();
            for (Key key : acknowledged) {
                Optional<?> found = store.read(new Read.Get(key));
                if (found.isEmpty()) {
                    missing.add(key);
                }
            }
            return missing;
        }
    }
}
