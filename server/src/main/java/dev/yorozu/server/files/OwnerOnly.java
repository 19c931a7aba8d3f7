package dev.yorozu.server.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that hold secrets: made so that nobody but their owner can ever read them. */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private OwnerOnly() {}

    /** Makes an empty file of a fresh name beside the given one. */
    public static Path temporaryFile(Path beside, String suffix) throws IOException {
        Path directory = beside.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("There is no directory to write to");
        }
        return Files.createTempFile(directory, "." + beside.getFileName() + "-", suffix, attributes("rw-------"));
    }

    /** Gives a file this content in one step, which is on the disk when this returns. */
    public static void replace(Path file, byte[] content) throws IOException {
        Files.move(written(file, content), file, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Makes a file with this content in one step, which is on the disk when this returns; false, and nothing done, where there
     * is one already. Of several processes exactly one makes it.
     */
    public static boolean create(Path file, byte[] content) throws IOException {
        Path whole = written(file, content);
        try {
            Files.createLink(file, whole);
            return true;
        } catch (FileAlreadyExistsException there) {
            return false;
        } finally {
            Files.delete(whole);
        }
    }

    /** A file of a fresh name beside the given one, with this content on the disk. */
    private static Path written(Path file, byte[] content) throws IOException {
        Path partial = temporaryFile(file, ".partial");
        try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        return partial;
    }

    /** Makes this directory where it is missing. */
    public static Path directory(Path directory) throws IOException {
        return Files.createDirectories(directory, attributes("rwx------"));
    }

    /** Makes this file, empty, where it is missing. */
    public static void file(Path file) throws IOException {
        try {
            Files.createFile(file, attributes("rw-------"));
        } catch (FileAlreadyExistsException there) {
            // As it should be: what is in it stays.
            return;
        }
    }

    /** Makes an empty directory of a fresh name within the given one. */
    public static Path temporaryDirectory(Path within, String prefix) throws IOException {
        return Files.createTempDirectory(within, prefix, attributes("rwx------"));
    }

    /** Whether anybody but the owner may read or write the file; false where the file system has no such notion. */
    public static boolean isOpenToOthers(Path file) throws IOException {
        if (!posix()) {
            return false;
        }
        return Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        if (!posix()) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }

    private static boolean posix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
