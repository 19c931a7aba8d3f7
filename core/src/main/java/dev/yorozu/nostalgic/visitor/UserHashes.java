package dev.yorozu.nostalgic.visitor;

import dev.yorozu.secret.Digests;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.HexFormat;

/**
 * Turns visitors into names that tell them apart and say nothing about them: sixteen hexadecimal digits of a SHA-256
 * over a secret, the address and the browser. Without the secret, addresses cannot be tried until one fits.
 */
public final class UserHashes {
    private static final int BYTES = 8;
    private static final byte END = 0;

    /** Has read the secret, and is only ever copied: so that nobody reads it again. */
    private final MessageDigest begun;

    /** @param secret the same on all servers that share a store */
    public UserHashes(byte[] secret) {
        if (secret.length < 16) {
            throw new IllegalArgumentException("A secret needs at least 16 bytes");
        }
        this.begun = Digests.sha256();
        begun.update(HexFormat.of().formatHex(secret).getBytes(StandardCharsets.UTF_8));
        begun.update(END);
    }

    /** The visitor's name on a board or ranking, the same every day. */
    public String of(Visitor visitor) {
        return hash(visitor, "");
    }

    /** The visitor's name on one day. */
    public String on(Visitor visitor, LocalDate date) {
        return hash(visitor, date.toString());
    }

    /** The name that the platform's earlier program gave the visitor on one day: it needs no secret, so it is only compared. */
    public String earlier(Visitor visitor, LocalDate date) {
        String text = visitor.address() + ":" + visitor.userAgent() + ":" + date;
        return hex(Digests.sha256(text));
    }

    /** The name of the visitor's address, whatever the browser calls itself; the same every day. */
    public String address(Visitor visitor) {
        return addressHash(visitor, "");
    }

    /** The name of the visitor's address on one day. */
    public String addressOn(Visitor visitor, LocalDate date) {
        return addressHash(visitor, date.toString());
    }

    /** One part more than names of visitors are made of, so that neither is ever the other. */
    private String addressHash(Visitor visitor, String day) {
        return digest(visitor.address(), "address", "", day);
    }

    private String hash(Visitor visitor, String day) {
        return digest(visitor.address(), visitor.userAgent(), day);
    }

    /** Of the secret and these parts. None can hold the character between them, so that two visitors never make one text. */
    private String digest(String... parts) {
        MessageDigest digest = Digests.copy(begun);
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                digest.update(END);
            }
            digest.update(parts[i].replace("\0", "").getBytes(StandardCharsets.UTF_8));
        }
        return hex(digest.digest());
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, BYTES);
    }
}
