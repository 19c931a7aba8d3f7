package dev.yorozu.token;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;

/** How refresh tokens look: each of 128 random bits. */
public enum TokenForm {
    /** 32 characters of lower-case hexadecimal. */
    HEX;

    private static final int BYTES = 16;

    String next(RandomTokens random) {
        return random.hex(BYTES);
    }

    /** The digest of a token in the same form, so that keys look alike however tokens are stored. */
    String digest(String token) {
        return Digests.hex(token).substring(0, 2 * BYTES);
    }
}
