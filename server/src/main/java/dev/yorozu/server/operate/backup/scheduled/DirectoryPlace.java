package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.server.files.OwnerOnly;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Backups in a directory. It is never made here: where a disk is not mounted, backups must not land on another one. A backup is
 * written under a name that begins with a dot, and gets its own in one step once it was verified.
 */
record DirectoryPlace(Path directory) implements BackupPlace {
    private static final Logger LOGGER = Logger.getLogger(DirectoryPlace.class.getName());
    private static final String PARTIAL = ".partial";

    @Override
    public List<Stored> list() throws IOException {
        List<Stored> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    BackupName.read(file.getFileName().toString(), Files.size(file))
                            .ifPresent(found::add);
                }
            }
        }
        found.sort(Comparator.comparing(Stored::name).reversed());
        return List.copyOf(found);
    }

    /** Clears first what a process left that was killed: nobody else writes by such a name, because that takes the turn. */
    @Override
    public Draft begin(String name) throws IOException {
        clear();
        return new FileDraft(directory.resolve(name));
    }

    private void clear() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (isUnfinished(name)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** An operator who saves a backup here by hand has a name of their own for it. */
    private static boolean isUnfinished(String name) {
        int end = name.lastIndexOf('-');
        return name.startsWith(".")
                && name.endsWith(PARTIAL)
                && end > 0
                && BackupName.read(name.substring(1, end), 0).isPresent();
    }

    @Override
    public InputStream read(String name) throws IOException {
        return Files.newInputStream(directory.resolve(name));
    }

    @Override
    public void remove(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    /** The same path on two machines is two places, as far as can be known. */
    @Override
    public String identity() {
        return host() + ":" + directory;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private static final class FileDraft implements Draft {
        private final Path target;
        private final Path partial;
        private final FileChannel channel;
        private final OutputStream out;

        FileDraft(Path target) throws IOException {
            this.target = target;
            this.partial = OwnerOnly.temporaryFile(target, PARTIAL);
            this.channel = FileChannel.open(partial, StandardOpenOption.WRITE);
            this.out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        }

        @Override
        public OutputStream out() {
            return out;
        }

        @Override
        public void finish() throws IOException {
            out.flush();
            channel.force(true);
        }

        @Override
        public InputStream readBack() throws IOException {
            return Files.newInputStream(partial);
        }

        /** The directory is forced to the disk too, so that the name is there after the power went. */
        @Override
        public void keep() throws IOException {
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            Path directory = target.toAbsolutePath().getParent();
            if (directory != null) {
                try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
                    folder.force(true);
                }
            }
        }

        @Override
        public void close() {
            try (channel) {
                Files.deleteIfExists(partial);
            } catch (IOException left) {
                LOGGER.warning(() -> "An unfinished backup stays in " + target.getParent() + ": " + left.getMessage());
            }
        }
    }
}
