package dev.yorozu.jwt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers tokens whose signature was found right, or was made here, because to check one of RSA costs more than all else
 * that a request does; and of fewer what they say, because to read one costs as much as a question to the store.
 *
 * <p>A signature stays right for as long as the keys are the same ones, so nothing that was remembered under other keys is
 * found. What a token says is given back to be checked against the clock each time, and whether it was revoked is for the
 * store to say: neither is remembered. Tokens are known by their digest, so that nothing here compares secrets: by half of it
 * where the signature is all that is known, which nobody can meet on purpose either. Each has a few places, from which it
 * displaces another: the memory grows with the signatures that are seen, and not without bound. Where many more tokens come than
 * can be kept read, most of them displace none: else each would be forgotten before it comes again, and the memory would be
 * filled anew all the time with what the collector has to move. Safe for use by many threads, without a lock.
 */
final class VerifiedTokenCache {
    /** The places in which a token may be. */
    private static final int WAYS = 4;

    private static final int READ = 1 << 14;
    /** Of so many that find their places taken one displaces another. */
    private static final int ONE_DISPLACES = 16;

    private static final int FIRST_SIGNED = 1 << 12;
    private static final int MOST_SIGNED = 1 << 18;
    /** The places in which a signature may be, which are two neighbours of the processor's cache. */
    private static final int SIGNED_WAYS = 8;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private record Seen(byte[] digest, SigningKeys keys, JwtClaims.Timed token) {}

    /**
     * Two numbers for each token, which are half of its digest; the first says as well where it lies, so that all find their
     * places in a larger table. One that is entered while others move there may be forgotten, and is checked anew.
     */
    private static final class Signatures {
        private final SigningKeys keys;
        private final int places;
        private final AtomicLongArray halves;
        private int seen;

        Signatures(SigningKeys keys, int places) {
            this.keys = keys;
            this.places = places;
            this.halves = new AtomicLongArray(2 * places);
        }

        boolean contains(byte[] digest) {
            long one = word(digest, 1);
            long other = word(digest, 2);
            int first = first(one);
            for (int way = 0; way < SIGNED_WAYS; way++) {
                int place = 2 * (first + way);
                if (halves.get(place) == one && halves.get(place + 1) == other) {
                    return true;
                }
            }
            return false;
        }

        private int first(long one) {
            return (int) one & places - SIGNED_WAYS;
        }

        void add(long one, long other) {
            int first = first(one);
            int way = 0;
            while (way < SIGNED_WAYS && halves.get(2 * (first + way)) != 0) {
                way++;
            }
            int place = 2 * (first + (way < SIGNED_WAYS ? way : (int) other & SIGNED_WAYS - 1));
            halves.set(place, one);
            halves.set(place + 1, other);
            seen++;
        }

        /** This table, or a larger one with the same signatures, so that few share their places. */
        Signatures withRoom() {
            if (seen <= places / 4 || places == MOST_SIGNED) {
                return this;
            }
            Signatures larger = new Signatures(keys, 2 * places);
            for (int place = 0; place < 2 * places; place += 2) {
                if (halves.get(place) != 0) {
                    larger.add(halves.get(place), halves.get(place + 1));
                }
            }
            return larger;
        }
    }

    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(READ);
    private volatile @Nullable Signatures signatures;
    private int withoutPlace;

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
        int first = first(digest, READ);
        int way = 0;
        while (way < WAYS && isKept(places.get(first + way), keys)) {
            way++;
        }
        if (way < WAYS || mayDisplace()) {
            places.set(first + (way < WAYS ? way : displaced(digest)), new Seen(digest, keys, token));
        }
    }

    /** Two threads may count as one here, at no harm. */
    private boolean mayDisplace() {
        int number = withoutPlace + 1;
        withoutPlace = number;
        return number % ONE_DISPLACES == 0;
    }

    private static boolean isKept(@Nullable Seen seen, SigningKeys keys) {
        return seen != null && seen.keys() == keys;
    }

    /** Which of the tokens that are in all of its places gives way to this one. */
    private static int displaced(byte[] digest) {
        return digest[digest.length - 1] & WAYS - 1;
    }

    /** Whether the text of this digest was seen to be signed with one of these keys, whatever it says. */
    boolean isSigned(byte[] digest, SigningKeys keys) {
        Signatures known = signatures;
        return known != null && known.keys == keys && known.contains(digest);
    }

    void signed(byte[] digest, SigningKeys keys) {
        Signatures known = signatures;
        Signatures roomy = known == null || known.keys != keys ? new Signatures(keys, FIRST_SIGNED) : known.withRoom();
        if (roomy != known) {
            signatures = roomy;
        }
        roomy.add(word(digest, 1), word(digest, 2));
    }

    private static int first(byte[] digest, int places) {
        return (int) word(digest, 0) & places - WAYS;
    }

    private static long word(byte[] digest, int number) {
        return (long) LONGS.get(digest, number * Long.BYTES);
    }
}
