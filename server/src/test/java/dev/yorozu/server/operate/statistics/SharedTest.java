package dev.yorozu.server.operate.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import java.time.InstantSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"asOf\":\"yesterday\"}",
                "{\"asOf\":\"2026-11-17T12:00:00Z\",\"tookMillis\":1,\"complete\":true,\"patterns\":[],\"caches\":[]}",
                "{\"asOf\":\"2026-11-17T12:00:00Z\",\"tookMillis\":1,\"complete\":true,\"patterns\":[{\"owner\":\"users\"}],"
                        + "\"unknown\":{},\"caches\":[]}"
            })
    void whatAnotherVersionSharedInAnotherFormIsNoCount(String json) {
        try (Store store = new MemoryStore()) {
            store.commit(Batch.builder()
                    .put(ServerKeys.STATISTICS.key("census"), json, Expiry.never())
                    .build());

            assertThat(new Shared(store, RandomTokens.secure(), InstantSource.system()).find())
                    .isEmpty();
        }
    }
}
