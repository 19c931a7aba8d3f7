package dev.yorozu.server.operate.backup.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.server.operate.backup.BackupOptions;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.RestoreOptions;
import dev.yorozu.server.operate.backup.Restored;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup goes from kind to kind of store until it is back where it began, and has lost nothing on the way. */
class BackupBetweenStoresTest {
    private static final Schema SCHEMA = Keyspace.schema();
    private static final BackupOptions STOPPED = new BackupOptions(true, true, true, false);
    private static final RestoreOptions MOVE = new RestoreOptions(false, true, false);
    private static final Key TOTAL = NostalgicKeys.COUNTER_TOTAL.key("example-100680ad");

    @TempDir
    Path directory;

    @Test
    void fromKindToKindAndBack() {
        try (Store memory = new MemoryStore();
                Store rocks = RocksStore.open(directory.resolve("rocks"));
                RedisProcess redisProcess = RedisProcess.start();
                Store redis = redis(redisProcess.url());
                RedisClusterProcesses clusterProcesses = RedisClusterProcesses.start();
                Store cluster = redis(clusterProcesses.url());
                Store back = new MemoryStore()) {
            SampleStore.fill(memory, 5_000);
            memory.commit(Batch.builder()
                    .add(TOTAL, 41, Expiry.after(Duration.ofDays(9)))
                    .build());
            SortedMap<String, SampleStore.Held> expected = SampleStore.contents(memory);

            copy(memory, rocks);
            assertSame(rocks, expected);
            copy(rocks, redis);
            assertSame(redis, expected);
            copy(redis, cluster);
            assertSame(cluster, expected);
            assertThat(clusterProcesses.cli("get", "counter:{example-100680ad}:total"))
                    .isEqualTo("41");
            assertThat(cluster.get(TOTAL).orElseThrow().text()).isEqualTo("41");
            copy(cluster, back);
            assertSame(back, expected);
        }
    }

    /** Keys that no pattern describes keep the partition that a cluster showed. */
    @Test
    void undeclaredPartitionsSurviveBetweenClusters() {
        try (RedisClusterProcesses processes = RedisClusterProcesses.start();
                Store cluster = redis(processes.url())) {
            Key undeclared = Key.of("other:", "part", ":name");
            cluster.commit(Batch.builder().put(undeclared, "x", Expiry.never()).build());
            Path file = directory.resolve("backup");
            Backups backups = backups(cluster);
            BackupFile backup = BackupFile.plain(file);
            Summary summary = backup.write(out -> backups.write(out, STOPPED, Progress.NONE));
            processes.clear();

            assertThat(backups.restore(backup, summary, MOVE, Progress.NONE)).isEqualTo(new Restored(1, 0, 0, 0, 0));

            assertThat(cluster.scan(Scan.of("", 10)).keys()).isSubsetOf(undeclared);
            assertThat(processes.cli("get", "other:{part}:name")).isEqualTo("x");
        }
    }

    private void copy(Store source, Store target) {
        Path file = directory.resolve("backup");
        BackupFile backup = BackupFile.plain(file);
        Summary summary = backup.write(out -> backups(source).write(out, STOPPED, Progress.NONE));
        long keys = SampleStore.contents(source).size();

        assertThat(backups(target).restore(backup, summary, MOVE, Progress.NONE))
                .isEqualTo(new Restored(keys, 0, 0, 0, 0));
    }

    /** Everything but lives must be equal; a life may have run on by what the test took, and never grows. */
    private static void assertSame(Store store, SortedMap<String, SampleStore.Held> expected) {
        SortedMap<String, SampleStore.Held> found = SampleStore.contents(store);
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, held) -> {
            SampleStore.Held other = Objects.requireNonNull(found.get(name));
            assertThat(other.value()).as(name).isEqualTo(held.value());
            assertThat(other.type()).as(name).isEqualTo(held.type());
            if (held.life() instanceof Life.Ends ends) {
                assertThat(other.life())
                        .as(name)
                        .isInstanceOfSatisfying(
                                Life.Ends.class,
                                left -> assertThat(left.left())
                                        .isLessThanOrEqualTo(ends.left())
                                        .isGreaterThan(ends.left().minus(Duration.ofMinutes(10))));
            } else {
                assertThat(other.life()).as(name).isEqualTo(held.life());
            }
        });
    }

    private static Backups backups(Store store) {
        return new Backups(
                store,
                SCHEMA,
                Limits.DEFAULT,
                InstantSource.system(),
                Snapshots.live(store, false),
                "test",
                Optional.empty());
    }

    private static Store redis(String url) {
        return RedisStore.open(
                RedisSettings.of(url).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
    }
}
