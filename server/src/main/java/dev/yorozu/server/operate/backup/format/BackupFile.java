package dev.yorozu.server.operate.backup.format;

import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.store.backend.Limits;
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
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A backup as a file: made whole or not at all, readable by its owner only, and checked before it is used.
 *
 * @param path where it lies
 * @param envelope what it is wrapped in
 */
public record BackupFile(Path path, Envelope envelope) {
    /** For who does not know the limits of the store that a backup is for: the greatest that a store can be given. */
    public static final Limits ANY = new Limits(64 << 10, 64 << 20, 128, 128);

    /** A file that is not wrapped in anything. */
    public static BackupFile plain(Path path) {
        return new BackupFile(path, Envelope.NONE);
    }

    /** Writes a backup into a stream. */
    public interface Content {
        void writeTo(OutputStream out);
    }

    /**
     * Writes a backup beside its place, checks it, and moves it there. Whatever goes wrong, the place keeps what it had.
     */
    public Summary write(Content content) {
        Path target = path.toAbsolutePath();
        try {
            Path partial = OwnerOnly.temporaryFile(target, ".partial");
            partial.toFile().deleteOnExit();
            try {
                try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE);
                        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
                    try (OutputStream sealed = envelope.seal(out)) {
                        content.writeTo(sealed);
                    }
                    out.flush();
                    channel.force(true);
                }
                Summary summary = new BackupFile(partial, envelope).check(ANY);
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

    /**
     * Reads the whole file, and throws {@link DamagedBackup} when it is not the whole of a backup, or holds keys or
     * values that are larger than a store with these limits takes.
     */
    public Summary check(Limits limits) {
        try (InputStream in = contents()) {
            return check(in, limits);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** The same of a backup that lies elsewhere; the stream, which shows what is within its envelope, stays the caller's. */
    public static Summary check(InputStream contents, Limits limits) {
        Summary.Counting counting = new Summary.Counting(limits);
        Manifest manifest = read(contents, limits, counting);
        return counting.summary(manifest);
    }

    /** Hands over all lines between the first and the last, as they are read: a damaged backup is found out on the way. */
    public Manifest read(Limits limits, Consumer<Line> lines) {
        try (InputStream in = contents()) {
            return read(in, limits, lines);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static Manifest read(InputStream contents, Limits limits, Consumer<Line> lines) {
        BackupReader reader = new BackupReader(contents, limits);
        for (Optional<Line> line = reader.next(); line.isPresent(); line = reader.next()) {
            lines.accept(line.get());
        }
        return reader.manifest();
    }

    /** Whether a file begins as a backup does that is not in an envelope; reads some hundred bytes of it. */
    public static boolean begins(InputStream file) {
        return BackupReader.begins(file);
    }

    /** What is within the envelope. */
    public InputStream contents() throws IOException {
        InputStream file = Files.newInputStream(path);
        try {
            return envelope.open(file);
        } catch (IOException | RuntimeException unopened) {
            file.close();
            throw unopened;
        }
    }
}
