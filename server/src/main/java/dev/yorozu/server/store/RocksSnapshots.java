package dev.yorozu.server.store;

import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.files.Trees;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.rocks.RocksSettings;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The embedded store as it is at one moment: a checkpoint in a directory of its own within the data directory, where
 * files can be linked, opened as a store, and deleted after use. Leftovers of a crash go before the next one is made.
 */
final class RocksSnapshots implements Snapshots {
    private static final String PREFIX = ".backup-";
    private static final RocksSettings SMALL = new RocksSettings(8 << 20, 4 << 20);

    private final RocksStore store;
    private final Path directory;
    private final InstantSource clock;
    private final Limits limits;

    RocksSnapshots(RocksStore store, Path directory, InstantSource clock, Limits limits) {
        this.store = store;
        this.directory = directory;
        this.clock = clock;
        this.limits = limits;
        deleteLeftovers();
    }

    @Override
    public boolean pointInTime() {
        return true;
    }

    @Override
    public void use(Consumer<Store> reader) {
        Path room;
        try {
            room = OwnerOnly.temporaryDirectory(directory, PREFIX);
        } catch (IOException fault) {
            throw new StoreException.Unavailable("No copy could be made in the data directory", fault);
        }
        try {
            Path copy = room.resolve("copy");
            store.checkpoint(copy);
            try (RocksStore opened = RocksStore.open(copy, clock, limits, StoreObserver.NONE, SMALL)) {
                reader.accept(opened);
            }
        } finally {
            delete(room);
        }
    }

    private void deleteLeftovers() {
        List<Path> leftovers;
        try (Stream<Path> entries = Files.list(directory)) {
            leftovers = entries.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                    .toList();
        } catch (IOException unreadable) {
            // A leftover takes room and harms nobody; the next start tries again.
            return;
        }
        leftovers.forEach(RocksSnapshots::delete);
    }

    private static void delete(Path directory) {
        try {
            Trees.delete(directory);
        } catch (IOException | UncheckedIOException left) {
            // The next start tries again.
            return;
        }
    }
}
