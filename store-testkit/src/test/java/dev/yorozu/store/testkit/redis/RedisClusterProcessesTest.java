package dev.yorozu.store.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.Poll;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RedisClusterProcessesTest {
    @Test
    void threeMastersServeAllSlots() {
        RedisClusterProcesses cluster = RedisClusterProcesses.shared();
        for (String key : new String[] {"a", "b", "c", "d", "e"}) {
            assertThat(cluster.cli("set", key, "value")).isEqualTo("OK");
        }
        assertThat(cluster.url()).matches("redis-cluster://127.0.0.1:\\d+,127.0.0.1:\\d+,127.0.0.1:\\d+");
        cluster.clear();
        assertThat(cluster.cli("get", "a")).isEmpty();
    }

    @Test
    void aSlotMovesWithItsKeys() {
        RedisClusterProcesses cluster = RedisClusterProcesses.shared();
        int slot = cluster.slotOf("{moving}");
        cluster.cli("set", "one{moving}", "1");
        cluster.cli("set", "two{moving}", "2");
        int from = cluster.ownerOf(slot);
        int to = (from + 1) % 3;
        cluster.moveSlot(slot, to);
        assertThat(cluster.ownerOf(slot)).isEqualTo(to);
        assertThat(cluster.node(to).cli("get", "one{moving}")).isEqualTo("1");
        assertThat(cluster.node(from).cli("get", "two{moving}")).startsWith("MOVED " + slot);
    }

    @Test
    void aReplicaTakesThePlaceOfALostMaster() {
        try (RedisClusterProcesses cluster = RedisClusterProcesses.start(1)) {
            cluster.node(0).cli("-c", "set", "kept", "value");
            Poll.until(
                    "a replica has the value",
                    () -> IntStream.range(3, 6)
                            .anyMatch(i -> cluster.node(i).cli("dbsize").equals("1")));
            cluster.failOver(0);
            assertThat(cluster.node(1).cli("-c", "get", "kept")).isEqualTo("value");
        }
    }
}
