package dev.yorozu.server.upgrade.filled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.operate.backup.BackupOptions;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.Installation;
import dev.yorozu.server.operate.backup.RestoreOptions;
import dev.yorozu.server.operate.backup.Restored;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.Export;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Restore;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A store with its directory and key files, as a text: a backup that was made of a stopped server, with everything that
 * grants access. Each line is a key with its type, its value and its end.
 */
final class FilledStore {
    private static final BackupOptions WHOLE = new BackupOptions(false, true, true, false);
    private static final RestoreOptions MOVE = new RestoreOptions(false, true, false);

    private final BackupFile file;

    FilledStore(Path file) {
        this.file = BackupFile.plain(file);
    }

    void dump(Store store, DirectoryOnDemand directory, Path data, HeldClock clock) {
        file.write(out -> backups(store, directory, data, clock).write(out, WHOLE, Progress.NONE));
    }

    /**
     * Puts everything into a store and a data directory, both empty, and the clock to the moment of the dump.
     *
     * @param times what the store goes by: each key has as much of its life left there as it had
     */
    void load(Store store, InstantSource times, Path data, HeldClock clock) {
        Settings settings = AllSystems.settings(Map.of("data", data.toString()));
        try (DirectoryOnDemand directory = new DirectoryOnDemand(settings, clock);
                MemoryStore restored = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE)) {
            Backups backups = backups(restored, directory, data, clock);
            Summary summary = backups.examine(file);
            clock.set(summary.manifest().made());
            assertThat(backups.restore(file, summary, MOVE, Progress.NONE)).isInstanceOf(Restored.class);
            copy(restored, store, clock, times);
        }
    }

    private static void copy(Store from, Store to, InstantSource clock, InstantSource times) {
        Duration ahead = Duration.between(clock.instant(), times.instant());
        UnaryOperator<Key> placing = key -> Keyspace.schema().key(key.name());
        try (Restore copying = new Restore(to, placing, start -> true, Limits.DEFAULT, times)) {
            new Export(from, clock, name -> true)
                    .write(
                            line -> {
                                switch (line) {
                                    case Line.Start start -> copying.begin(later(start, ahead));
                                    case Line.More more -> copying.goOn(more);
                                    default -> throw new IllegalStateException("A store has keys alone");
                                }
                            },
                            Progress.NONE);
            copying.finish();
        }
    }

    private static Line.Start later(Line.Start start, Duration ahead) {
        return new Line.Start(start.key(), start.ends().map(end -> end.plus(ahead)), start.part());
    }

    private static Backups backups(Store store, DirectoryOnDemand directory, Path data, HeldClock clock) {
        return new Backups(
                store,
                Keyspace.schema(),
                Limits.DEFAULT,
                clock,
                Snapshots.live(store, true),
                "memory",
                Optional.of(new Installation(directory, data, false)));
    }
}
