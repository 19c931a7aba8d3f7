package dev.yorozu.jwt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers tokens whose signature was found right, because to check one of RSA costs more than all else that a request does;
 * and of fewer what they say, because to read one costs as much as a question to the store.
 *
 * <p>A signature stays right for as long as the keys are the same ones, so nothing that was remembered under other keys is
 * found. What a token says is given back to be checked against the clock each time, and whether it was revoked is for the
 * store to say: neither is remembered. Tokens are known by their digest, so that nothing here compares secrets: by half of it
 * where the signature is all that is known, which nobody can meet on purpose either. Each has a few places, from which it
 * displaces another: the memory does not grow. Safe for use by many threads, without a lock.
 */
final class VerifiedTokenCache {
    /** The places in which a token may be. */
    private static final int WAYS = 4;

    private static final int READ = 1 << 14;
    private static final int SIGNED = 1 << 17;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private record Seen(byte[] digest, SigningKeys keys, JwtClaims.Timed token) {}

    /** Two numbers for each token, which are half of its digest. */
    private record Signatures(SigningKeys keys, AtomicLongArray halves) {}

    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(READ);
    private volatile @Nullable Signatures signatures;

    /** What the text of this digest says, if it was seen to be signed with one of these keys. */
    JwtClaims.@Nullable Timed find(byte[] digest, SigningKeys keys) {
        int first = first(digest, READ);
        for (int way = 0; way < WAYS; way++) {
            Seen seen = places.get(first + way);
            if (seen != null && seen.keys() == keys && Arrays.equals(seen.digest(), digest)) {
                return seen.token();
            }
        }
        return null;
    }

    void remember(byte[] digest, SigningKeys keys, JwtClaims.Timed token) {
        places.set(first(digest, READ) + (digest[digest.length - 1] & WAYS - 1), new Seen(digest, keys, token));
    }

    /** Whether the text of this digest was seen to be signed with one of these keys, whatever it says. */
    boolean isSigned(byte[] digest, SigningKeys keys) {
        Signatures known = signatures;
        if (known == null || known.keys() != keys) {
            return false;
        }
        int first = first(digest, SIGNED);
        for (int way = 0; way < WAYS; way++) {
            int place = 2 * (first + way);
            if (known.halves().get(place) == word(digest, 1) && known.halves().get(place + 1) == word(digest, 2)) {
                return true;
            }
        }
        return false;
    }

    void signed(byte[] digest, SigningKeys keys) {
        Signatures known = signatures;
        if (known == null || known.keys() != keys) {
            known = new Signatures(keys, new AtomicLongArray(2 * SIGNED));
            signatures = known;
        }
        int place = 2 * (first(digest, SIGNED) + (digest[digest.length - 1] & WAYS - 1));
        known.halves().set(place, word(digest, 1));
        known.halves().set(place + 1, word(digest, 2));
    }

    private static int first(byte[] digest, int places) {
        return (int) word(digest, 0) & places - WAYS;
    }

    private static long word(byte[] digest, int number) {
        return (long) LONGS.get(digest, number * Long.BYTES);
    }
}
