package dev.yorozu.server.operate.backup.encrypted;

import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A passphrase as the first line of a file that only its owner can read. */
public final class PassphraseFile {
    /** How many characters a new passphrase has at least. */
    public static final int SHORTEST = 8;

    private static final int MOST_BYTES = 4096;

    private PassphraseFile() {}

    /** Throws {@link StartException} where there is none, or others can read it. */
    public static String read(Path file) {
        try {
            if (Files.isRegularFile(file) && OwnerOnly.isOpenToOthers(file)) {
                throw new StartException(
                        "The passphrase in " + file + " can be read by others: run `chmod 600` on it.");
            }
            try (InputStream in = Files.newInputStream(file)) {
                String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
                return text.lines()
                        .findFirst()
                        .filter(line -> !line.isEmpty())
                        .orElseThrow(() -> new StartException("There is no passphrase in " + file + "."));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
