package dev.yorozu.server.access;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.files.SecretFile;
import java.nio.file.Path;

/** The salt of {@link ClientAddress} where nobody set one: made once and kept in the data directory. */
public final class AddressSalt {
    private static final SecretFile FILE = new SecretFile("address.salt", "salt", "addressSalt");

    private AddressSalt() {}

    /** The salt in this directory, which exists; made there when there is none. */
    public static byte[] inDirectory(Path data, RandomTokens random) {
        return FILE.inDirectory(data, random);
    }
}
