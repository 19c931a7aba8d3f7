package dev.yorozu.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksSnapshotsTest {
    private static final Key FIRST = Key.of("a:", "pair", "");
    private static final Key LAST = Key.of("z:", "pair", "");

    @TempDir
    Path directory;

    /** Two counters that are always changed together are equal in every copy, however far apart they are read. */
    @Test
    void aCopyIsOneMomentOfAStoreThatGoesOnChanging() throws Exception {
        try (RocksStore store = RocksStore.open(directory)) {
            Snapshots snapshots = new RocksSnapshots(store, directory, InstantSource.system(), Limits.DEFAULT);
            assertThat(snapshots.pointInTime()).isTrue();
            AtomicBoolean done = new AtomicBoolean();
            Batch both = Batch.builder().add(FIRST, 1).add(LAST, 1).relaxed().build();
            store.commit(both);
            Thread writer = Thread.ofVirtual().start(() -> {
                while (!done.get()) {
                    store.commit(both);
                }
            });
            try {
                for (int round = 0; round < 5; round++) {
                    snapshots.use(copy -> {
                        Bytes first = copy.get(FIRST).orElseThrow();
                        store.commit(both);
                        assertThat(copy.get(LAST)).contains(first);
                    });
                }
            } finally {
                done.set(true);
                writer.join();
            }
            assertThat(copies()).isEmpty();
        }
    }

    @Test
    void whatACrashLeftBehindIsCleared() throws IOException {
        Path leftover = Files.createDirectories(directory.resolve(".backup-123/copy"));
        Files.writeString(leftover.resolve("CURRENT"), "x");
        try (RocksStore store = RocksStore.open(directory)) {
            store.commit(Batch.builder().put(FIRST, "x", Expiry.never()).build());

            assertThat(new RocksSnapshots(store, directory, InstantSource.system(), Limits.DEFAULT).pointInTime())
                    .isTrue();

            assertThat(copies()).isEmpty();
        }
    }

    private Stream<String> copies() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith(".backup-"))
                    .toList()
                    .stream();
        }
    }
}
