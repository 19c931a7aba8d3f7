package dev.yorozu.secret;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Where unguessable ids come from. Safe for use by any number of threads when its source is. */
public final class RandomTokens {
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final RandomGenerator source;

    private RandomTokens(RandomGenerator source) {
        this.source = source;
    }

    /** Tokens that cannot be guessed. */
    public static RandomTokens secure() {
        return new RandomTokens(new SecureRandom());
    }

    /** Tokens from a source of the caller's choice, for tests that want the same ones again. */
    public static RandomTokens from(RandomGenerator source) {
        return new RandomTokens(source);
    }

    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        source.nextBytes(bytes);
        return bytes;
    }

    /** So many random bytes in base64 for URLs, without padding: 32 bytes give 43 characters. */
    public String base64url(int bytes) {
        return BASE64URL.encodeToString(bytes(bytes));
    }

    /** So many random characters of base64 for URLs, six bits each. */
    public String characters(int count) {
        return base64url((count * 6 + 7) / 8).substring(0, count);
    }

    /** So many random bytes in lower-case hexadecimal. */
    public String hex(int bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }
}
