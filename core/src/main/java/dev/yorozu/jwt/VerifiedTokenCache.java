package dev.yorozu.jwt;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers tokens whose signature was found right and what they say, because to check one of RSA costs more than all else
 * that a request does, and to read one costs as much as a question to the store.
 *
 * <p>A signature stays right for as long as the keys are the same ones, so nothing that was remembered under other keys is
 * found. What a token says is given back to be checked against the clock each time, and whether it was revoked is for the
 * store to say: neither is remembered. Tokens are known by their digest, so that nothing here compares secrets, and each
 * has one place, from which it displaces another: the memory does not grow. Safe for use by many threads, without a lock.
 */
final class VerifiedTokenCache {
    private static final int PLACES = 16_384;

    private record Seen(byte[] digest, SigningKeys keys, JwtClaims.Timed token) {}

    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(PLACES);

    /** What the text of this digest says, if it was seen to be signed with one of these keys. */
    JwtClaims.@Nullable Timed find(byte[] digest, SigningKeys keys) {
        Seen seen = places.get(place(digest));
        return seen != null && seen.keys() == keys && Arrays.equals(seen.digest(), digest) ? seen.token() : null;
    }

    void remember(byte[] digest, SigningKeys keys, JwtClaims.Timed token) {
        places.set(place(digest), new Seen(digest, keys, token));
    }

    private static int place(byte[] digest) {
        return ((digest[0] & 0xff) << 8 | digest[1] & 0xff) & PLACES - 1;
    }
}
