package dev.yorozu.server.log;

import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that lines are appended to, made for its owner alone. One that has grown to its limit gets the number 1 at the end of
 * its name, those with numbers the next one, and the last goes.
 *
 * <p>Before each write it is looked at which file has the name: one that was moved or removed, by whatever else rotates logs,
 * is not written to any more. A disk that is full, or a directory that takes no file, costs lines and not the server: each
 * write is tried anew, and standard error is told once when the trouble begins.
 */
final class LogFile implements LogSink {
    private static final byte[] END_OF_LINE = {'\n'};

    private final Path path;
    private final long maxBytes;
    private final int keep;
    private final PrintStream trouble;
    private @Nullable Opened opened;
    /** Whether the last line in the file is only a part of one. */
    private boolean torn;

    private boolean failing;

    /**
     * The file that is open.
     *
     * @param identity what the file system knows it by
     * @param regular whether it has a size to be limited, unlike a device or a pipe
     * @param full the size at which it makes room for another
     */
    private record Opened(FileChannel channel, Object identity, boolean regular, long full) {
        Opened fullAt(long size) {
            return new Opened(channel, identity, regular, size);
        }
    }

    /**
     * Opens the file, or fails.
     *
     * @param keep how many older ones there may be
     * @param trouble what is told when lines cannot be written
     */
    LogFile(Path path, long maxBytes, int keep, PrintStream trouble) throws IOException {
        this.path = path.toAbsolutePath();
        this.maxBytes = maxBytes;
        this.keep = keep;
        this.trouble = trouble;
        this.opened = open();
    }

    @Override
    public void write(byte[] lines) throws IOException {
        try {
            append(lines);
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                failing = true;
                trouble.println("The log file " + path + " cannot be written (" + e
                        + "): lines are dropped and counted in yorozu_log_dropped_lines_total until it can.");
            }
            throw e;
        }
    }

    private void append(byte[] lines) throws IOException {
        Opened file = withRoomFor(lines.length, current());
        if (torn) {
            writeFully(file.channel(), END_OF_LINE);
            torn = false;
        }
        writeFully(file.channel(), lines);
    }

    private void writeFully(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        try {
            while (left.hasRemaining()) {
                channel.write(left);
            }
        } finally {
            torn |= left.hasRemaining() && left.position() > 0;
        }
    }

    private Opened current() throws IOException {
        Opened file = opened;
        if (file != null && !identity(path).equals(Optional.of(file.identity()))) {
            close();
            file = null;
        }
        if (file == null) {
            file = open();
            opened = file;
        }
        return file;
    }

    /** What has the name now; empty when nothing has. Where files are known by their names alone it is the name. */
    private static Optional<Object> identity(Path path) throws IOException {
        try {
            return Optional.of(Objects.requireNonNullElse(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey(), path));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    private Opened open() throws IOException {
        OwnerOnly.file(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        torn = false;
        return new Opened(channel, identity(path).orElseThrow(), Files.isRegularFile(path), maxBytes);
    }

    /** A file that cannot be rotated, because its directory takes no other, grows on; it is tried again when it has doubled. */
    private Opened withRoomFor(int bytes, Opened file) throws IOException {
        long size = file.regular() ? file.channel().size() : 0;
        if (size == 0 || size + bytes <= file.full()) {
            return file;
        }
        try {
            rotate();
        } catch (IOException refused) {
            Opened larger = file.fullAt(2 * size);
            opened = larger;
            return larger;
        }
        return current();
    }

    private void rotate() throws IOException {
        for (int number = keep; number > 1; number--) {
            Path older = numbered(number - 1);
            if (Files.exists(older)) {
                Files.move(older, numbered(number), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.move(path, numbered(1), StandardCopyOption.REPLACE_EXISTING);
    }

    private Path numbered(int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    @Override
    public void close() {
        Opened file = opened;
        opened = null;
        try {
            if (file != null) {
                file.channel().close();
            }
        } catch (IOException e) {
            return; // What was written is with the operating system, and nothing else is lost with the channel.
        }
    }
}
