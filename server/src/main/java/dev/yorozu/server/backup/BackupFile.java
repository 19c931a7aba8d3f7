package dev.yorozu.server.backup;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Limits;
import dev.yorozu.store.Ranked;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A backup as a file: made whole or not at all, readable by its owner only, and checked before it is used. */
public final class BackupFile {
    /** Writes a backup into a stream. */
    public interface Content {
        void writeTo(OutputStream out);
    }

    /** What a whole backup says of itself. */
    public record Summary(Instant made, String source, boolean pointInTime, long keys) {}

    private BackupFile() {}

    /**
     * Writes a backup beside its place, checks it, and moves it there. Whatever goes wrong, the place keeps what it had.
     */
    public static Summary write(Path file, Content content) {
        Path target = file.toAbsolutePath();
        try {
            Path partial = OwnerOnly.temporaryFile(target, ".partial");
            partial.toFile().deleteOnExit();
            try {
                try (FileChannel channel = OwnerOnly.append(partial);
                        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
                    content.writeTo(out);
                    out.flush();
                    channel.force(true);
                }
                Summary summary = summary(partial);
                Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
                return summary;
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Compresses what is written; it must be finished, and leaves the target open. */
    public static GZIPOutputStream compressed(OutputStream out) {
        try {
            return new GZIPOutputStream(out, 1 << 16) {
                {
                    def.setLevel(Deflater.BEST_SPEED);
                }
            };
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** Reads the whole file, and throws {@link DamagedBackup} when it is not the whole of a backup. */
    public static Summary summary(Path file) {
        return check(file, new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, 128, 128));
    }

    /** Like {@link #summary}; also refuses keys and values that are larger than a store with these limits takes. */
    public static Summary check(Path file, Limits limits) {
        try (InputStream in = Files.newInputStream(file)) {
            BackupReader reader = new BackupReader(in);
            long keys = 0;
            for (Optional<Line> line = reader.next(); line.isPresent(); line = reader.next()) {
                switch (line.get()) {
                    case Line.Start start -> {
                        keys++;
                        require("key", start.key().bytes().length, limits.keyBytes());
                        check(start.part(), limits.valueBytes());
                    }
                    case Line.More more -> check(more.part(), limits.valueBytes());
                    case Line.Header header -> throw new IllegalStateException("The reader lets no second header pass");
                    case Line.End end -> throw new IllegalStateException("The reader keeps the end to itself");
                }
            }
            Line.Header header = reader.header();
            return new Summary(header.made(), header.source(), header.pointInTime(), keys);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static void check(Part part, int allowed) {
        switch (part) {
            case Part.Text text -> require("value", text.value().length(), allowed);
            case Part.Members set -> checkAll(set.members(), allowed);
            case Part.Elements list -> checkAll(list.elements(), allowed);
            case Part.Ranking ranking ->
                checkAll(ranking.ranked().stream().map(Ranked::member).toList(), allowed);
            case Part.Fields hash -> {
                checkAll(hash.fields().stream().map(Part.Field::name).toList(), allowed);
                checkAll(hash.fields().stream().map(Part.Field::value).toList(), allowed);
            }
        }
    }

    private static void checkAll(List<Bytes> all, int allowed) {
        for (Bytes bytes : all) {
            require("value", bytes.length(), allowed);
        }
    }

    private static void require(String what, int length, int allowed) {
        if (length > allowed) {
            throw new DamagedBackup("The backup does not fit this store: it holds a " + what + " of " + length
                    + " bytes, and the limit is set to " + allowed);
        }
    }
}
