package dev.yorozu.store.rocks;

import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.rocks.log.LogCheck;
import dev.yorozu.store.rocks.log.LogDamage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/*
 * Damaged logs are copied aside and cut where the damage begins. Where a sorted file is damaged, all that can be read is copied
 * into a new store within the directory; then the old files are moved aside, and the new ones to their place.
 *
 * A marker stands in the directory from before the first change until the caller has ended what the loss may have revived. While
 * it is there nothing but a repair opens the store. A crash leaves, by what the marker says:
 *
 *   BEGUN      the damaged files, perhaps with shorter logs: the repair begins anew
 *   CLEARING   a complete copy, and damaged files, some of them moved: the moving goes on
 *   FILLING    a copy, some of whose files have been moved: the moving goes on
 */

/** Makes a damaged store usable again, with the loss of what cannot be read. Holds the store's directory until closed. */
public final class Repair implements AutoCloseable {
    private static final String COPY = "salvage";
    private static final RocksSettings SMALL = new RocksSettings(8 << 20, 16 << 20);
    private static final DateTimeFormatter SUFFIX =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final DataDirectory directory;
    private final Opening opening;
    private final InstantSource clock;

    private Repair(DataDirectory directory, InstantSource clock) {
        this.directory = directory;
        this.opening = new Opening(directory, SMALL);
        this.clock = clock;
    }

    /**
     * What is wrong with a store.
     *
     * @param log damage of the write-ahead logs
     * @param missing why the engine does not trust the logs that are there, in its words: one is missing, or too short
     * @param tables damage of the sorted files
     * @param unfinished whether a repair was begun and is not complete
     */
    public record Findings(
            Optional<LogDamage> log, Optional<String> missing, Optional<TableLoss> tables, boolean unfinished) {
        public boolean isSound() {
            return log.isEmpty() && missing.isEmpty() && tables.isEmpty() && !unfinished;
        }
    }

    /** Takes the directory of a stopped store; throws {@link StoreException.CannotOpen} when another has it. */
    public static Repair of(Path directory, InstantSource clock) {
        if (!Files.isRegularFile(directory.resolve("CURRENT")) && !Files.exists(RepairMarker.file(directory))) {
            throw new StoreException.CannotOpen(
                    "There is no store in " + directory + ": name its directory with --data");
        }
        return new Repair(DataDirectory.hold(directory), clock);
    }

    /**
     * Looks at everything and changes nothing. Throws {@link StoreException.CannotOpen} when the engine finds nothing at all
     * here, because the list of its files is damaged: then only a backup helps.
     */
    public Findings look() {
        try {
            Optional<RepairMarker> begun = RepairMarker.find(path());
            if (begun.isPresent() && begun.get().phase() != RepairMarker.Phase.BEGUN) {
                return new Findings(Optional.empty(), Optional.empty(), Optional.empty(), true);
            }
            Optional<LogDamage> log = LogCheck.of(path()).filter(LogDamage::promised);
            Optional<TableLoss> tables = tables();
            return new Findings(
                    log,
                    log.isPresent() || tables.isPresent() ? Optional.empty() : missing(),
                    tables,
                    begun.isPresent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<TableLoss> tables() {
        try (Engine engine = opening.openForReading(false)) {
            List<Path> damaged = engine.tables().stream()
                    .filter(file -> !Files.exists(file) || !TableCheck.isSound(file))
                    .toList();
            if (damaged.isEmpty()) {
                return Optional.empty();
            }
            try (ReadableEntries entries = new ReadableEntries(engine, damaged)) {
                return Optional.of(new Salvage(entries, null, clock).run(damaged));
            }
        }
    }

    /** What keeps the engine from opening a store whose files are all sound by themselves. */
    private Optional<String> missing() {
        try (Engine engine = opening.openForReading(true)) {
            engine.find(Family.SYSTEM, Manifest.FORMAT_KEY);
            return Optional.empty();
        } catch (StoreException.CannotOpen e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(String.valueOf(cause.getMessage()));
        }
    }

    /**
     * Gives up what cannot be read. Afterwards the store can be {@linkplain #open opened} to end what may have come back, and by
     * nobody else until this is {@linkplain #complete complete}. Returns the folder that holds the damaged files.
     */
    public Path accept(Findings findings) {
        try {
            RepairMarker marker =
                    RepairMarker.find(path()).orElse(new RepairMarker(RepairMarker.Phase.BEGUN, asideName()));
            Path aside = path().resolveSibling(marker.aside());
            Files.createDirectories(aside);
            DataDirectory.restrict(aside);
            marker.write(path());
            if (marker.phase() == RepairMarker.Phase.BEGUN) {
                cutLogs(findings, aside);
                findings.tables().ifPresent(tables -> salvage(tables.files(), marker.aside()));
            }
            replace(aside);
            return aside;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String asideName() {
        return path().getFileName() + ".damaged-" + SUFFIX.format(clock.instant());
    }

    private void cutLogs(Findings findings, Path aside) throws IOException {
        if (findings.log().isEmpty() && findings.missing().isEmpty()) {
            return;
        }
        List<Path> logs = LogCheck.files(path());
        for (Path log : logs) {
            Path copy = Files.copy(log, aside.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
        RepairMarker.sync(aside);
        if (findings.log().isPresent()) {
            LogCheck.cut(path(), findings.log().get());
        } else {
            // A log is missing, and nobody knows what the others build on.
            for (Path log : logs.reversed()) {
                Files.delete(log);
            }
            RepairMarker.sync(path());
        }
    }

    /** Copies all that can be read; from here on the copy counts. */
    private void salvage(List<Path> damaged, String aside) {
        try {
            Path copy = path().resolve(COPY);
            deleteAll(copy);
            try (Engine engine = opening.openForReading(false);
                    ReadableEntries entries = new ReadableEntries(engine, damaged);
                    Store target = RocksStore.open(copy, clock, largest(), StoreObserver.NONE, SMALL)) {
                new Salvage(entries, target, clock).run(damaged);
            }
            new RepairMarker(RepairMarker.Phase.CLEARING, aside).write(path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is there was let in once, under whatever limits. */
    private static Limits largest() {
        return new Limits(64 << 10, 64 << 20, 10_000, Limits.DEFAULT.reads());
    }

    private void replace(Path aside) throws IOException {
        Optional<RepairMarker> marker = RepairMarker.find(path());
        if (marker.isPresent() && marker.get().phase() == RepairMarker.Phase.CLEARING) {
            move(path(), aside);
            new RepairMarker(RepairMarker.Phase.FILLING, marker.get().aside()).write(path());
            marker = RepairMarker.find(path());
        }
        if (marker.isPresent() && marker.get().phase() == RepairMarker.Phase.FILLING) {
            Path copy = path().resolve(COPY);
            if (Files.isDirectory(copy)) {
                move(copy, path());
                deleteAll(copy);
            }
            new RepairMarker(RepairMarker.Phase.BEGUN, marker.get().aside()).write(path());
        }
    }

    private static void move(Path from, Path to) throws IOException {
        for (Path file : files(from)) {
            Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
        RepairMarker.sync(to);
        RepairMarker.sync(from);
    }

    /** The engine's files of a directory, and none of ours. */
    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("yorozu."))
                    .sorted()
                    .toList();
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> entries = Files.walk(directory)) {
                for (Path entry : entries.toList().reversed()) {
                    Files.delete(entry);
                }
            }
        }
    }

    /** Opens the accepted store, to end what may have come back. The directory stays held when the store is closed. */
    public Store open(Limits limits) {
        return RocksStore.ofRepair(opening, clock, limits);
    }

    /** Lets others open the store again. */
    public void complete() {
        try {
            RepairMarker.remove(path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path path() {
        return directory.path();
    }

    @Override
    public void close() {
        directory.close();
    }
}
