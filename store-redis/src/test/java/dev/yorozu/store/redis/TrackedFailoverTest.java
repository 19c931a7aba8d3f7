package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import dev.yorozu.store.testkit.redis.RedisSentinels;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That nothing of a node is answered from memory after another has taken its place, or when it is not heard from. */
@Timeout(120)
final class TrackedFailoverTest {
    private static final Key SESSION = Key.of("session:a");

    @Test
    void aConnectionThatIsSilentOnlyForTheNewsOfChangesIsNotReliedOn() {
        try (RedisProcess redis = RedisProcess.start();
                SilencingProxy proxy = new SilencingProxy(redis.port());
                Store elsewhere = Stores.open(redis.url());
                TrackedFixture fixture = new TrackedFixture(proxy.url())) {
            putUntilApplied(elsewhere, SESSION, "one");
            fixture.awaitKept(SESSION);
            proxy.silence();
            putUntilApplied(elsewhere, SESSION, "two");
            Poll.until("the change is seen", () -> sees(fixture.store(), SESSION, "two"));
            Poll.until("the connection is given up", () -> fixture.links() == 0);
            putUntilApplied(elsewhere, SESSION, "three");
            assertThat(fixture.store().get(SESSION)).contains(Bytes.of("three"));
        }
    }

    @Test
    void afterAFailoverOfSentinelNothingOfTheOldMasterIsAnswered() {
        try (RedisSentinels sentinels = RedisSentinels.start();
                TrackedFixture fixture = new TrackedFixture(sentinels.url())) {
            putUntilApplied(fixture.store(), SESSION, "one");
            fixture.awaitKept(SESSION);
            Poll.until(
                    "the replica has it",
                    () -> sentinels.replica().cli("exists", SESSION.name()).equals("1"));
            // Frozen, the old master keeps its connections.
            sentinels.master().freeze();
            sentinels.awaitFailover();
            try (Store elsewhere = Stores.open(sentinels.url())) {
                putUntilApplied(elsewhere, SESSION, "two");
            }
            Poll.until("the change is seen", () -> sees(fixture.store(), SESSION, "two"));
            sentinels.master().thaw();
            assertThat(sees(fixture.store(), SESSION, "one")).isFalse();
            fixture.awaitKept(SESSION);
            assertThat(fixture.store().get(SESSION)).contains(Bytes.of("two"));
        }
    }

    @Test
    void afterAFailoverOfAClusterNothingOfTheOldMasterIsAnswered() {
        List<Key> keys = IntStream.range(0, 30)
                .mapToObj(i -> Key.of("session:part-" + i))
                .toList();
        try (RedisClusterProcesses cluster = RedisClusterProcesses.start(1);
                TrackedFixture fixture = new TrackedFixture(cluster.url());
                Store elsewhere = Stores.open(cluster.url())) {
            for (Key key : keys) {
                putUntilApplied(elsewhere, key, "one");
                fixture.awaitKept(key);
            }
            cluster.failOver(0);
            for (Key key : keys) {
                putUntilApplied(elsewhere, key, "two");
                Poll.until("the change is seen", () -> sees(fixture.store(), key, "two"));
            }
            keys.forEach(fixture::awaitKept);
        }
    }

    @Test
    void whatIsMadeInASlotThatHasMovedIsSeenWhenTheAnswerIsAsOldAsItMayGet() {
        RedisClusterProcesses cluster = RedisClusterProcesses.shared();
        Key key = Key.of("session:moving");
        int slot = cluster.slotOf(key.clusterName());
        int from = cluster.ownerOf(slot);
        try (TrackedFixture fixture = new TrackedFixture(cluster.url(), Duration.ofSeconds(1));
                Store elsewhere = Stores.open(cluster.url())) {
            fixture.awaitKept(key);
            cluster.moveSlot(slot, (from + 1) % 3);
            putUntilApplied(elsewhere, key, "made");
            Poll.until("the key is seen", () -> sees(fixture.store(), key, "made"));
            fixture.store().commit(Batch.builder().delete(key).build());
            assertThat(fixture.store().get(key)).isEmpty();
        } finally {
            cluster.moveSlot(slot, from);
        }
    }

    private static boolean sees(Store store, Key key, String value) {
        try {
            return store.get(key).equals(Optional.of(Bytes.of(value)));
        } catch (StoreException.Unavailable away) {
            return false;
        }
    }

    private static void putUntilApplied(Store store, Key key, String value) {
        Batch batch = Batch.builder().put(key, value, Expiry.never()).build();
        Poll.until("the batch is applied", () -> {
            try {
                return store.commit(batch).applied();
            } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
                return false;
            }
        });
    }
}
