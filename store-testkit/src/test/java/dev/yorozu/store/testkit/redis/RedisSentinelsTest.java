package dev.yorozu.store.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.Poll;
import org.junit.jupiter.api.Test;

final class RedisSentinelsTest {
    @Test
    void theReplicaServesAfterTheMasterIsKilled() {
        try (RedisSentinels sentinels = RedisSentinels.start()) {
            assertThat(sentinels.url())
                    .startsWith("redis-sentinel://127.0.0.1:")
                    .endsWith("#yorozu");
            sentinels.master().cli("set", "kept", "value");
            Poll.until(
                    "the replica has the value",
                    () -> sentinels.replica().cli("dbsize").equals("1"));
            sentinels.killMaster();
            sentinels.awaitFailover();
            assertThat(sentinels.replica().cli("get", "kept")).isEqualTo("value");
            assertThat(sentinels.replica().cli("set", "written", "value")).isEqualTo("OK");
        }
    }
}
