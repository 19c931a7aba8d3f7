package dev.yorozu.server.demo;

import dev.yorozu.link.ReceiveKey;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The key of a demonstration's share links: made once and kept with its data, so that its links outlive a restart. */
final class ReceiveKeyFile {
    private static final String NAME = "receive.key";

    private ReceiveKeyFile() {}

    /** The key in this directory, which exists; made there when there is none. */
    static String inDirectory(Path data, RandomTokens random) {
        Path file = data.resolve(NAME);
        try {
            String key = Files.exists(file) ? Files.readString(file).strip() : make(file, random);
            if (ReceiveKey.parse(key).isEmpty()) {
                throw new StartException("The key in " + file + " is damaged: delete it, so that a new one is made.");
            }
            return key;
        } catch (IOException unusable) {
            throw new StartException(
                    "The file " + file + " cannot be read or written: allow this user to, or choose another --data.");
        }
    }

    private static String make(Path file, RandomTokens random) throws IOException {
        String key = random.base64url(SealingKey.KEY_BYTES);
        Path partial = OwnerOnly.temporaryFile(file, ".partial");
        Files.writeString(partial, key + "\n");
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        return key;
    }
}
