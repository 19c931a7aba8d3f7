package dev.yorozu.store.rocks.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/*
 * The engine replays its logs up to the first batch that it cannot read, and forgets what follows. After a crash that is
 * right: what follows was never promised to anybody. After damage to what had been synced it would roll the store back in
 * silence. This tells the two apart before the engine is opened.
 *
 * What a crash leaves. A killed process leaves every write whole but the last. A power failure keeps what was synced, and of
 * the rest any pages, in any order: a relaxed group may be torn with whole ones behind it. So what follows an unreadable
 * stretch decides:
 *
 *   nothing                      a torn end; the engine forgets it
 *   a batch with the next number an earlier start has forgotten that torn end already, and went on in a new log
 *   only relaxed groups, none of which knows of a sync behind the stretch's beginning
 *                                a power failure; they are cut off, so that what is left is a prefix of the commits
 *   anything else                damage: a durable group behind the stretch, or one that says that the stretch had been
 *                                synced, or one of an earlier version, which says nothing
 *
 * One case is undecidable and counts as damage: a power failure during the sync of a durable group, whose pages are on disk
 * while those of a relaxed group before it are not. The operator then accepts the loss of what nobody was promised.
 */

/** The logs of a store that is not open, and what is wrong with them. */
public final class LogCheck {
    private final List<Path> files;
    private long next = -1;
    private Optional<Instant> lastSound = Optional.empty();
    private @Nullable Stretch stretch;

    private LogCheck(List<Path> files) {
        this.files = files;
    }

    /** What was met since the first thing that could not be read. */
    private static final class Stretch {
        private final int file;
        private final long offset;
        private long groups;
        private long writes;
        private boolean promised;
        private long firstLost = -1;
        private Optional<Instant> newest = Optional.empty();

        Stretch(int file, long offset) {
            this.file = file;
            this.offset = offset;
        }

        /** @param next the first number that is lost; negative when nothing was read before, then it is the last but this */
        void add(LogRecord record, long next) {
            if (groups == 0) {
                firstLost = next < 0 ? record.sequence() - 1 : next;
            }
            promised |= record.stamp()
                    .map(stamp -> stamp.durable() || stamp.synced() >= firstLost)
                    .orElse(true);
            groups++;
            writes += record.writes();
            newest = record.stamp().map(Stamp::at).or(() -> newest);
        }
    }

    /** The logs of a directory, in the order in which they were written. */
    public static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(file -> file.getFileName().toString().matches("\\d+\\.log"))
                    .sorted((one, other) -> Long.compare(number(one), number(other)))
                    .toList();
        }
    }

    private static long number(Path file) {
        return Long.parseLong(file.getFileName().toString().replace(".log", ""));
    }

    /** Reads all logs of a directory; empty when they are sound, or torn at the end as a crash leaves them. */
    public static Optional<LogDamage> of(Path directory) throws IOException {
        LogCheck check = new LogCheck(files(directory));
        for (int i = 0; i < check.files.size(); i++) {
            check.read(i);
        }
        return check.damage();
    }

    /** Cuts the logs off where the damage begins; the later ones first, so that a crash on the way changes no verdict. */
    public static void cut(Path directory, LogDamage damage) throws IOException {
        List<Path> affected = new ArrayList<>(files(directory));
        affected.removeIf(file -> number(file) < number(damage.file()));
        for (Path file : affected.reversed()) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(file.equals(damage.file()) ? damage.offset() : 0);
                channel.force(true);
            }
        }
    }

    private void read(int file) throws IOException {
        try (LogReader reader = new LogReader(files.get(file))) {
            Optional<LogReader.Piece> piece = reader.next();
            while (piece.isPresent()) {
                switch (piece.get()) {
                    case LogReader.Piece.Sound sound -> sound(sound.record());
                    case LogReader.Piece.Unreadable unreadable -> {
                        if (stretch == null) {
                            stretch = new Stretch(file, unreadable.begin());
                        }
                    }
                }
                piece = reader.next();
            }
        }
    }

    private void sound(LogRecord record) {
        if (stretch == null || record.sequence() == next) {
            stretch = null;
            next = record.next();
            lastSound = record.stamp().map(Stamp::at).or(() -> lastSound);
        } else if (record.sequence() > next) {
            stretch.add(record, next);
        }
    }

    private Optional<LogDamage> damage() throws IOException {
        Stretch found = stretch;
        if (found == null || found.groups == 0) {
            return Optional.empty();
        }
        long bytes = -found.offset;
        for (Path file : files.subList(found.file, files.size())) {
            bytes += Files.size(file);
        }
        return Optional.of(new LogDamage(
                files.get(found.file),
                found.offset,
                found.promised,
                found.groups,
                found.writes,
                bytes,
                lastSound,
                found.newest));
    }
}
