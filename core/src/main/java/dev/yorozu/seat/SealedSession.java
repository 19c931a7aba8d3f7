package dev.yorozu.seat;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** A session's token inside of an access token, which travels further than the token itself may. */
record SealedSession(SealingKey key, RandomTokens random) {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    String seal(String token) {
        byte[] iv = random.bytes(SealingKey.IV_BYTES);
        byte[] sealed = key.seal(iv, token.getBytes(StandardCharsets.ISO_8859_1));
        byte[] both = Arrays.copyOf(iv, iv.length + sealed.length);
        System.arraycopy(sealed, 0, both, iv.length, sealed.length);
        return ENCODER.encodeToString(both);
    }

    /** Empty for what was sealed with another key, and for what is no seal at all. */
    Optional<String> open(String sealed) {
        byte[] both;
        try {
            both = DECODER.decode(sealed);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        if (both.length < SealingKey.IV_BYTES) {
            return Optional.empty();
        }
        return key.open(
                        Arrays.copyOf(both, SealingKey.IV_BYTES),
                        Arrays.copyOfRange(both, SealingKey.IV_BYTES, both.length))
                .map(token -> new String(token, StandardCharsets.ISO_8859_1));
    }
}
