package dev.yorozu.server.operate.backup;

import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Files that arrive in pieces, each within the server's limit for a request, and are used when they are whole.
 *
 * <p>At most {@link #MOST} at a time; one that nobody touches for an hour is forgotten. Safe for use by many threads.
 */
final class Uploads {
    private static final int MOST = 4;
    private static final Duration FORGOTTEN = Duration.ofHours(1);
    private static final String PREFIX = ".upload-";

    private final Path directory;
    private final SecureRandom random;
    private final InstantSource clock;
    private final Map<String, Upload> uploads = new HashMap<>();

    private record Upload(Path file, Instant touched) {}

    /** Clears away what an earlier process left in the directory. */
    Uploads(Path directory, SecureRandom random, InstantSource clock) {
        this.directory = directory;
        this.random = random;
        this.clock = clock;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.getFileName().toString().startsWith(PREFIX)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException left) {
            // A leftover takes room and harms nobody; the next start tries again.
        }
    }

    /** Begins an upload; empty when too many are under way. */
    synchronized Optional<String> begin() throws IOException {
        forgetOld();
        if (uploads.size() >= MOST) {
            return Optional.empty();
        }
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        Path file = OwnerOnly.temporaryFile(directory.resolve("upload"), ".partial");
        uploads.put(id, new Upload(file, clock.instant()));
        return Optional.of(id);
    }

    /**
     * Adds a piece that begins at this position, and gives the new length; empty when there is no such upload, or when it
     * has another length.
     */
    synchronized OptionalLong append(String id, long position, InputStream piece) throws IOException {
        Upload upload = uploads.get(id);
        if (upload == null || Files.size(upload.file()) != position) {
            return OptionalLong.empty();
        }
        uploads.put(id, new Upload(upload.file(), clock.instant()));
        try (OutputStream out = Files.newOutputStream(upload.file(), StandardOpenOption.APPEND)) {
            return OptionalLong.of(position + piece.transferTo(out));
        }
    }

    /** Ends an upload and hands its file over; the receiver deletes it. */
    synchronized Optional<Path> take(String id) {
        return Optional.ofNullable(uploads.remove(id)).map(Upload::file);
    }

    private void forgetOld() throws IOException {
        for (Iterator<Upload> all = uploads.values().iterator(); all.hasNext(); ) {
            Upload upload = all.next();
            if (upload.touched().plus(FORGOTTEN).isBefore(clock.instant())) {
                Files.deleteIfExists(upload.file());
                all.remove();
            }
        }
    }
}
