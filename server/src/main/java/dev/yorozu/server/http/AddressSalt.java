package dev.yorozu.server.http;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.StartException;
import dev.yorozu.server.backup.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;

/** The salt of {@link ClientAddress} where nobody set one: made once and kept in the data directory. */
public final class AddressSalt {
    private static final String FILE = "address.salt";
    private static final int BYTES = 32;

    private AddressSalt() {}

    /** The salt in this directory, which exists; made there when there is none. */
    public static byte[] inDirectory(Path data, RandomTokens random) {
        Path file = data.resolve(FILE);
        try {
            return Files.exists(file) ? read(file) : make(file, random);
        } catch (IOException unusable) {
            throw new StartException(
                    "The file " + file + " cannot be read or written: allow this user to, or set addressSalt instead.");
        }
    }

    private static byte[] read(Path file) throws IOException {
        if (OwnerOnly.isOpenToOthers(file)) {
            throw new StartException(
                    "The salt in " + file + " can be read by others: delete it, so that a new one is made.");
        }
        try {
            byte[] salt = HexFormat.of().parseHex(Files.readString(file).strip());
            if (salt.length == BYTES) {
                return salt;
            }
        } catch (IllegalArgumentException damaged) {
            // Told below.
        }
        throw new StartException("The salt in " + file + " is damaged: delete it, so that a new one is made.");
    }

    private static byte[] make(Path file, RandomTokens random) throws IOException {
        byte[] salt = random.bytes(BYTES);
        Path partial = OwnerOnly.temporaryFile(file, ".partial");
        Files.writeString(partial, HexFormat.of().formatHex(salt) + "\n");
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        return salt;
    }
}
