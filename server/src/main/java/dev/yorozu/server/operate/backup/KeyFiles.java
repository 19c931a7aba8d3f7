package dev.yorozu.server.operate.backup;

import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The files of a data directory without which a restored store is not understood: what signs tokens, and what names of
 * visitors and links are made with.
 *
 * <p>Not among them are {@code admin.token}, which opens one server to its operator and is made anew by the next,
 * {@code server.json}, which tells of a process, and files whose names begin with a dot, which are not finished.
 */
record KeyFiles(Path data) {
    static final List<String> NAMES = List.of(
            "tokens.jwks",
            "users.jwks",
            "nostalgic.secret",
            "address.salt",
            "receive.key",
            "patreon.jwt",
            "apps.secret");

    private static final int LARGEST = 1 << 20;

    void export(Consumer<Line> lines) {
        for (String name : NAMES) {
            Path file = data.resolve(name);
            if (Files.isRegularFile(file)) {
                lines.accept(new Line.KeyFile(name, Bytes.wrap(read(file))));
            }
        }
    }

    private static byte[] read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(LARGEST + 1);
            if (content.length > LARGEST) {
                throw new IOException("A key file is larger than any can be");
            }
            return content;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A backup says which files to write, and must not be able to name any other. */
    static void requireKnown(List<String> names) {
        for (String name : names) {
            if (!NAMES.contains(name)) {
                throw new DamagedBackup("The backup has a key file that this Yorozu does not know: restore it with the"
                        + " Yorozu that made it, or a newer one");
            }
        }
    }

    boolean has(List<String> names) {
        return names.stream().anyMatch(name -> Files.exists(data.resolve(name)));
    }

    /** Writes these files; each is replaced in one step, and what was there is kept aside under this moment's name. */
    void write(Map<String, Bytes> contents, Instant now) {
        requireKnown(List.copyOf(contents.keySet()));
        try {
            OwnerOnly.directory(data);
            for (Map.Entry<String, Bytes> each : contents.entrySet()) {
                Path file = data.resolve(each.getKey());
                byte[] content = each.getValue().toArray();
                if (Files.exists(file)) {
                    String aside = each.getKey() + ".before-" + now.toEpochMilli();
                    OwnerOnly.replace(data.resolve(aside), read(file));
                }
                OwnerOnly.replace(file, content);
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
