package dev.yorozu.conformance.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.cache.Cache;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.CacheKeys;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Forgetting everything that is cached, and nothing else. */
@OnEveryStore
final class ClearingsTest extends CacheSuite {
    private static final Expiry HOUR = Expiry.after(Duration.ofHours(1));

    @Test
    void onlyCopiesOfThisCacheAreForgotten() {
        List<Key> others = List.of(
                UserKeys.SESSION.key(id, "sess-7f3d9a1b"),
                UserKeys.REVOKED_ACCESS.key(id),
                UserKeys.REVOKED_REFRESH.key(id),
                UserKeys.RATE.key(id, UserKeys.Endpoint.PROFILE.path(), "2026030112"),
                PatreonKeys.MEMBERSHIP.key(id),
                PatreonKeys.QUOTA.key(id, "2026-03"),
                DiscordKeys.SESSION_LOCK.key(id),
                CacheKeys.LEASE.key("membership", id),
                CacheKeys.LEASE.key("profiles", id));
        others.forEach(
                key -> store().commit(Batch.builder().put(key, "kept", HOUR).build()));
        store().commit(Batch.builder()
                .rankAdd(UserKeys.USER_SESSIONS.key(id), Bytes.of("sess-7f3d9a1b"), 1)
                .build());
        server(STRICT).clear();
        get(server(STRICT));

        assertThat(server(STRICT).clear()).isEqualTo(1);
        assertThat(there(value)).isFalse();
        assertThat(others).allMatch(this::there);
        assertThat(there(UserKeys.USER_SESSIONS.key(id))).isTrue();
        assertThat(server(STRICT).clear()).isZero();
    }

    @Test
    void allAreForgottenHoweverManyThereAre() {
        Cache<String> server = server(STRICT);
        server.clear();
        Map<String, String> rows = Stream.generate(() -> UUID.randomUUID().toString())
                .limit(100)
                .collect(Collectors.toMap(each -> each, each -> OLD));
        server.getAll(List.copyOf(rows.keySet()), missing -> rows);
        for (int i = 0; i < 1100; i++) {
            store().commit(Batch.builder()
                    .put(UserKeys.PROFILE.key(UUID.randomUUID().toString()), "row x", HOUR)
                    .relaxed()
                    .build());
        }
        assertThat(server.clear()).isEqualTo(1200);
        server.getAll(List.copyOf(rows.keySet()), missing -> {
            assertThat(missing).hasSize(100);
            return rows;
        });
    }

    @Test
    void aLoadThatHadBegunIsNotKept() {
        Cache<String> reader = server(STRICT);
        Reading slow = reading(reader);
        truth.put(id, NEW);
        server(STRICT).clear();
        assertThat(slow.finish().value()).contains(OLD);
        assertThat(there(value)).isFalse();
        allShowNew(List.of(reader));
    }

    @Test
    void aWriterIsLeftAlone() {
        server(STRICT).write(id, () -> {
            server(STRICT).clear();
            assertThat(shown(server(STRICT))).isEqualTo(OLD);
            assertThat(there(value)).isFalse();
            return truth.put(id, NEW);
        });
        allShowNew(List.of());
    }
}
