package dev.yorozu.server.systems.nostalgic.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.source.Source;
import dev.yorozu.nostalgic.source.Watch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.rocks.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is rendered of a key, on stores that tell of changes and on one that does not. */
class RenderingsTest {
    private static final Key KEY = Key.of("ranking:", "example-100680ad", "");
    private static final Renderings.Shape SHAPE = new Renderings.Shape(Kind.RANKING, "example-100680ad", "best", 10);

    private final Renderings renderings = new Renderings();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();

    private record Text(Bytes bytes) implements Source<Bytes> {
        @Override
        public Bytes view() {
            return bytes;
        }
    }

    private static void put(Store store, String value) {
        store.commit(Batch.builder().put(KEY, value, Expiry.never()).build());
    }

    private Optional<Rendering> find(Store store) {
        return renderings.<Bytes>find(
                SHAPE,
                new Watch(store, KEY),
                () -> {
                    looks.incrementAndGet();
                    return store.get(KEY).map(Text::new);
                },
                bytes -> {
                    made.incrementAndGet();
                    return Rendering.shared(bytes.toArray());
                });
    }

    private int length(Store store) {
        return find(store).orElseThrow().length();
    }

    private void assertReadOnceForEachChange(Store store) {
        assertThat(find(store)).isEmpty();
        for (int length = 1; length <= 3; length++) {
            put(store, "x".repeat(length));
            assertThat(length(store)).isEqualTo(length);
            int before = looks.get();
            assertThat(find(store)).containsSame(find(store).orElseThrow());
            assertThat(looks).hasValue(before);
        }
        put(store, "xxx");
        assertThat(length(store)).isEqualTo(3);
        assertThat(made).hasValue(3);
        store.commit(Batch.builder().delete(KEY).build());
        assertThat(find(store)).isEmpty();
    }

    @Test
    void inMemoryItIsReadOnceForEachChange() {
        try (Store store = new MemoryStore()) {
            assertReadOnceForEachChange(store);
        }
    }

    @Test
    void onTheEmbeddedStoreItIsReadOnceForEachChange(@TempDir Path directory) {
        try (Store store = RocksStore.open(directory.resolve("store"))) {
            assertReadOnceForEachChange(store);
        }
    }

    /** On Redis others write too: each call reads, and what is read is compared. */
    @Test
    void whereOthersWriteItIsReadEachTimeAndMadeOnceForEachChange() {
        MemoryStore kept = new MemoryStore();
        Store shared = new Store.Forwarding() {
            @Override
            public Store store() {
                return kept;
            }

            @Override
            public OptionalLong revision(Key... keys) {
                return OptionalLong.empty();
            }
        };
        for (int length = 1; length <= 3; length++) {
            put(kept, "x".repeat(length));
            assertThat(length(shared)).isEqualTo(length);
            assertThat(length(shared)).isEqualTo(length);
        }
        assertThat(looks).hasValue(6);
        assertThat(made).hasValue(3);
    }

    @Test
    void whatEndsIsShownNoLongerThanItLives() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH.plus(Duration.ofDays(1)));
        MemoryStore store = new MemoryStore(now::get, Limits.DEFAULT, StoreObserver.NONE);
        store.commit(Batch.builder()
                .put(KEY, "x", Expiry.after(Duration.ofMinutes(1)))
                .build());
        assertThat(length(store)).isEqualTo(1);
        assertThat(length(store)).isEqualTo(1);
        now.updateAndGet(instant -> instant.plus(Duration.ofMinutes(1)));
        assertThat(find(store)).isEmpty();
    }

    @Test
    void whatIsLookedAtWhileItChangesIsLookedAtAgain() {
        MemoryStore store = new MemoryStore();
        put(store, "x");
        Optional<Rendering> during = renderings.<Bytes>find(
                SHAPE,
                new Watch(store, KEY),
                () -> {
                    Optional<Text> seen = store.get(KEY).map(Text::new);
                    put(store, "xx");
                    return seen;
                },
                bytes -> Rendering.shared(bytes.toArray()));
        assertThat(during.orElseThrow().length()).isEqualTo(1);
        assertThat(length(store)).isEqualTo(2);
    }
}
