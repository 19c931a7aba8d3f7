package dev.yorozu.store.rocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Damages files of a store as a bad disk does, and copies stores as a kill leaves them. */
final class DamagedFile {
    private DamagedFile() {}

    static void flip(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 0x10)).rewind();
            channel.write(one, offset);
        }
    }

    static void zero(Path file, long offset, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(length), offset);
        }
    }

    /** Files with this ending that hold something, oldest first. */
    static List<Path> files(Path directory, String ending) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file ->
                            file.toString().endsWith(ending) && file.toFile().length() > 0)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path newestLog(Path directory) {
        return files(directory, ".log").getLast();
    }

    /** The files of an open store as they are now: what a process that is killed at this moment leaves. */
    static Path killed(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }
}
