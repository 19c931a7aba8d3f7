package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers tokens whose signature was found right, because to check one of RSA costs more than all else that a request
 * does.
 *
 * <p>A signature stays right for as long as the keys are the same ones, so nothing that was remembered under other keys is
 * found. What a token says is given back to be checked against the clock each time, and whether it was revoked is for the
 * store to say: neither is remembered. Tokens are known by their digest, so that nothing here compares secrets, and each
 * has one place, from which it displaces another: the memory does not grow. Safe for use by many threads, without a lock.
 */
final class VerifiedTokenCache {
    private static final int PLACES = 4096;

    private record Seen(byte[] digest, SigningKeys keys, Document claims) {}

    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(PLACES);

    /** What the text of this digest says, if it was seen to be signed with one of these keys. */
    Optional<Document> claims(byte[] digest, SigningKeys keys) {
        Seen seen = places.get(place(digest));
        return seen != null && seen.keys() == keys && Arrays.equals(seen.digest(), digest)
                ? Optional.of(seen.claims())
                : Optional.empty();
    }

    void remember(byte[] digest, SigningKeys keys, Document claims) {
        places.set(place(digest), new Seen(digest, keys, claims));
    }

    private static int place(byte[] digest) {
        return ((digest[0] & 0xff) << 8 | digest[1] & 0xff) & PLACES - 1;
    }
}
