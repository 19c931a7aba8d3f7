package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The directory that holds the database, made for its owner only, and held by one store at a time. */
final class DataDirectory implements AutoCloseable {
    private static final String LOCK = "yorozu.lock";
    private static final String PROBE = "yorozu.probe";
    private static final int PROBE_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final Path path;
    private final FileChannel channel;

    private DataDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Makes the directory where it is missing, and takes its lock. */
    static DataDirectory hold(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        FileChannel channel = null;
        try {
            Files.createDirectories(path, ownerOnly(path));
            channel = FileChannel.open(
                    path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(path, channel);
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
            return new DataDirectory(path, channel);
        } catch (OverlappingFileLockException e) {
            close(channel);
            throw new StoreException.CannotOpen("The data directory " + path + " is already open in this process", e);
        } catch (FileAlreadyExistsException e) {
            throw new StoreException.CannotOpen(path + " is not a directory: choose another with --data", e);
        } catch (IOException e) {
            close(channel);
            throw new StoreException.CannotOpen(
                    "The data directory " + path + " is not writable: allow this user to write there, or choose another"
                            + " with --data",
                    e);
        }
    }

    Path path() {
        return path;
    }

    /** Whether files can be written and synced here now. */
    boolean takesWrites() {
        Path probe = path.resolve(PROBE);
        try (FileChannel file = FileChannel.open(
                probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            ByteBuffer zeros = ByteBuffer.allocate(PROBE_BYTES);
            while (zeros.hasRemaining()) {
                file.write(zeros);
            }
            file.force(true);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        close(channel);
    }

    /** Closing the channel gives the lock back. */
    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new StoreException.Unavailable("The lock of the data directory could not be given back", e);
        }
    }

    private static StoreException.CannotOpen inUse(Path path, FileChannel channel) throws IOException {
        ByteBuffer holder = ByteBuffer.allocate(20);
        channel.read(holder, 0);
        channel.close();
        String pid = new String(holder.array(), 0, holder.position(), StandardCharsets.UTF_8);
        return new StoreException.CannotOpen("The data directory " + path + " is in use by another process"
                + (pid.isEmpty() ? "" : " (" + pid + ")") + ": stop it or choose another with --data");
    }

    /** Takes a directory away from everybody but its owner. */
    static Path restrict(Path path) {
        try {
            if (isPosix(path)) {
                Files.setPosixFilePermissions(path, OWNER_ONLY);
            }
            return path;
        } catch (IOException e) {
            throw new StoreException.Unavailable("The permissions of " + path + " could not be set", e);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] ownerOnly(Path path) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }
}
