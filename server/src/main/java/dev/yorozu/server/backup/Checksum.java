package dev.yorozu.server.backup;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes the digest that every Java has. */
final class Checksum {
    private Checksum() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
