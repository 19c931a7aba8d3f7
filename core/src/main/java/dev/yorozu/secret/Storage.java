package dev.yorozu.secret;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * How the ids that let somebody in, and the secrets behind them, lie in the store.
 *
 * <p>Hardened, a key holds the SHA-256 of the id, and a secret is encrypted under a key made from the id itself. The
 * server needs no key of its own for that: whoever presents the id opens what belongs to it, and a copy of the store,
 * even together with the server's settings, opens nothing. It is as strong as the id is hard to guess.
 */
public enum Storage {
    /** As the documented systems keep them: plain. */
    DOCUMENTED,
    /** Digests in place of ids, ciphertext in place of secrets. */
    HARDENED;

    private static final String MARK = "h1.";
    private static final String PURPOSE = "yorozu sealed ";

    /** What stands for an id in a key or an index: itself, or the 43 characters of its digest. */
    public String keyPart(String id) {
        return this == DOCUMENTED ? id : Digests.base64url(id);
    }

    /**
     * What is stored of a secret.
     *
     * @param id the id that its owner will present
     * @param field tells two secrets of one id apart, so that they cannot be exchanged in the store
     */
    public String seal(String id, String field, String secret, RandomTokens random) {
        if (this == DOCUMENTED) {
            return secret;
        }
        byte[] iv = random.bytes(SealingKey.IV_BYTES);
        byte[] sealed = key(id, field).seal(iv, secret.getBytes(StandardCharsets.UTF_8));
        byte[] both = Arrays.copyOf(iv, iv.length + sealed.length);
        System.arraycopy(sealed, 0, both, iv.length, sealed.length);
        return MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(both);
    }

    /**
     * The secret again; empty when it was stored for another id or field, or changed since. What was sealed is no secret of a
     * plain store either: where storage was hardened once, a digest in a key must not pass for an id.
     */
    public Optional<String> open(String id, String field, String stored) {
        if (this == DOCUMENTED) {
            return stored.startsWith(MARK) ? Optional.empty() : Optional.of(stored);
        }
        return bytes(stored)
                .flatMap(both -> key(id, field)
                        .open(
                                Arrays.copyOf(both, SealingKey.IV_BYTES),
                                Arrays.copyOfRange(both, SealingKey.IV_BYTES, both.length)))
                .map(plain -> new String(plain, StandardCharsets.UTF_8));
    }

    private static Optional<byte[]> bytes(String stored) {
        if (!stored.startsWith(MARK)) {
            return Optional.empty();
        }
        try {
            byte[] both = Base64.getUrlDecoder().decode(stored.substring(MARK.length()));
            return both.length < SealingKey.IV_BYTES + SealingKey.TAG_BYTES ? Optional.empty() : Optional.of(both);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static SealingKey key(String id, String field) {
        return SealingKey.of(Digests.hmac(id.getBytes(StandardCharsets.UTF_8), PURPOSE + field));
    }
}
