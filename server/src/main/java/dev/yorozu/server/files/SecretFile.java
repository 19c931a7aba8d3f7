package dev.yorozu.server.files;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.StartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * A secret that the server makes for itself where nobody set one: made once, kept in the data directory, and read by
 * nobody but its owner.
 *
 * @param file its name in the data directory
 * @param what it is called in messages
 * @param setting that can be set in its place
 */
public record SecretFile(String file, String what, String setting) {
    private static final int BYTES = 32;

    /** The secret in this directory, which exists; made there when there is none. */
    public byte[] inDirectory(Path data, RandomTokens random) {
        Path path = data.resolve(file);
        try {
            return Files.exists(path) ? read(path) : make(path, random);
        } catch (IOException unusable) {
            throw new StartException("The file " + path + " cannot be read or written: allow this user to, or set "
                    + setting + " instead.");
        }
    }

    private byte[] read(Path path) throws IOException {
        if (OwnerOnly.isOpenToOthers(path)) {
            throw new StartException(
                    "The " + what + " in " + path + " can be read by others: delete it, so that a new one is made.");
        }
        try {
            byte[] secret = HexFormat.of().parseHex(Files.readString(path).strip());
            if (secret.length == BYTES) {
                return secret;
            }
        } catch (IllegalArgumentException damaged) {
            // Told below.
        }
        throw new StartException("The " + what + " in " + path + " is damaged: delete it, so that a new one is made.");
    }

    private static byte[] make(Path path, RandomTokens random) throws IOException {
        byte[] secret = random.bytes(BYTES);
        OwnerOnly.replace(path, (HexFormat.of().formatHex(secret) + "\n").getBytes(StandardCharsets.US_ASCII));
        return secret;
    }
}
