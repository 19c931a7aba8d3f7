package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Says in a store's directory that a repair was begun and is not complete, and how far it is. No store is opened beside it but
 * by the repair, because what was ended may live there until the repair is through.
 *
 * @param aside the name of the folder that takes the damaged files, beside the store's directory
 */
record RepairMarker(Phase phase, String aside) {
    private static final String NAME = "yorozu.repair";

    enum Phase {
        /** The files are those of the damaged store, whose logs may have been cut. */
        BEGUN,
        /** All that could be read is copied; the damaged files are being moved away. */
        CLEARING,
        /** The damaged files are away; the copy is being moved to their place. */
        FILLING
    }

    static Path file(Path directory) {
        return directory.resolve(NAME);
    }

    static Optional<RepairMarker> find(Path directory) throws IOException {
        try {
            String[] lines = Files.readString(file(directory)).split("\n", -1);
            return Optional.of(new RepairMarker(Phase.valueOf(lines[0]), lines[1]));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException unknown) {
            throw new IOException(file(directory) + " says nothing that this version knows", unknown);
        }
    }

    static void requireNone(Path directory) {
        if (Files.exists(file(directory))) {
            throw new StoreException.CannotOpen("A repair of " + directory
                    + " was begun and is not complete: run ./yorozu repair --accept-loss again, or restore a backup into an"
                    + " empty directory");
        }
    }

    /** On disk when this returns. */
    void write(Path directory) throws IOException {
        Path fresh = directory.resolve(NAME + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap((phase + "\n" + aside + "\n").getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(fresh, file(directory), StandardCopyOption.ATOMIC_MOVE);
        sync(directory);
    }

    static void remove(Path directory) throws IOException {
        Files.deleteIfExists(file(directory));
        sync(directory);
    }

    /** Makes what was made, moved or deleted in a directory last. */
    static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
