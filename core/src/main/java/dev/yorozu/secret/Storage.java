package dev.yorozu.secret;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How the ids that grant access, and the secrets behind them, lie in the store.
 *
 * <p>Hardened, a key holds the SHA-256 of the id, and a secret is encrypted under a key made from the id itself. The
 * server needs no key of its own for that: a client that presents the id opens what belongs to it, and a copy of the store,
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
        return MARK + key(id, field).sealText(secret, random);
    }

    /**
     * The secret again; empty when it was stored for another id or field, or changed since. What was sealed is no secret of a
     * plain store either: where storage was hardened once, a digest in a key must not pass for an id.
     */
    public Optional<String> open(String id, String field, String stored) {
        if (this == DOCUMENTED) {
            return stored.startsWith(MARK) ? Optional.empty() : Optional.of(stored);
        }
        return stored.startsWith(MARK) ? key(id, field).openText(stored.substring(MARK.length())) : Optional.empty();
    }

    private static SealingKey key(String id, String field) {
        return SealingKey.of(Digests.hmac(id.getBytes(StandardCharsets.UTF_8), PURPOSE + field));
    }
}
