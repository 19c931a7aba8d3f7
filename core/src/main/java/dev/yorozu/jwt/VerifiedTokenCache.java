package dev.yorozu.jwt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers tokens whose signature was found right, or was made here, because to check one of RSA costs more than all else
 * that a request does; and of those that were checked what they say, because to read one costs as much as a question to the store.
 *
 * <p>A signature stays right for as long as the keys are the same ones, so nothing that was remembered under other keys is
 * found. What a token says is given back to be checked against the clock each time, and whether it was revoked is for the
 * store to say: neither is remembered. Tokens are known by their digest, so that nothing here compares secrets: by half of it
 * where the signature is all that is known, which nobody can meet on purpose either. Each has a few places, from which it
 * displaces another: the memory grows with the signatures that are seen, up to a bound, and up to half as many
 * {@linkplain PackedToken packed} tokens. Where more tokens come than can be kept, most of them displace none that is still
 * good: else each would be forgotten before it comes again, and the memory would be filled anew all the time with what the
 * collector has to move. Safe for use by many threads, without a lock.
 */
final class VerifiedTokenCache {
    private static final int FIRST = 1 << 12;
    private static final int MOST = 1 << 18;

    /** The places in which a signature may be, which are two neighbours of the processor's cache. */
    private static final int WAYS = 8;
    /** Of so many places together as many tokens are kept. */
    private static final int PACKED = WAYS / 2;
    /** Of so many that find as many kept one displaces another. */
    private static final int ONE_DISPLACES = 16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /**
     * Two numbers for each token, which are half of its digest; the first says as well where it lies, so that all find their
     * places in a larger table. One that is entered while others move there may be forgotten, and is checked anew. What stands
     * packed in the same place may be of a token that was there before or comes just now, and says itself of which.
     */
    private static final class Table {
        private final SigningKeys keys;
        private final int places;
        private final AtomicLongArray halves;
        private final AtomicReferenceArray<byte @Nullable []> packed;
        private int seen;

        Table(SigningKeys keys, int places) {
            this.keys = keys;
            this.places = places;
            this.halves = new AtomicLongArray(2 * places);
            this.packed = new AtomicReferenceArray<>(places);
        }

        /** Where the signature of this digest lies; negative where it does not. */
        int place(byte[] digest) {
            long one = word(digest, 1);
            long other = word(digest, 2);
            int first = first(one);
            for (int place = first; place < first + WAYS; place++) {
                if (halves.get(2 * place) == one && halves.get(2 * place + 1) == other) {
                    return place;
                }
            }
            return -1;
        }

        private int first(long one) {
            return (int) one & places - WAYS;
        }

        void add(long one, long other, byte @Nullable [] said) {
            int first = first(one);
            int way = 0;
            while (way < WAYS && halves.get(2 * (first + way)) != 0) {
                way++;
            }
            int place = first + (way < WAYS ? way : (int) other & WAYS - 1);
            halves.set(2 * place, one);
            halves.set(2 * place + 1, other);
            packed.set(place, said);
            seen++;
        }

        /** This table, or a larger one with the same signatures, so that few share their places. */
        Table withRoom(int most) {
            if (seen <= places / 4 || places >= most) {
                return this;
            }
            Table larger = new Table(keys, 2 * places);
            for (int place = 0; place < places; place++) {
                if (halves.get(2 * place) != 0) {
                    larger.add(halves.get(2 * place), halves.get(2 * place + 1), packed.get(place));
                }
            }
            return larger;
        }

        /** Makes room for one more packed token beside a place, where there is none left; false where none gives way. */
        boolean hasRoom(int place, Instant now, BooleanSupplier mayDisplace) {
            int first = place & -WAYS;
            int kept = 0;
            int last = -1;
            for (int each = first; each < first + WAYS; each++) {
                byte[] said = each == place ? null : packed.get(each);
                if (said != null && PackedToken.isOver(said, now)) {
                    packed.set(each, null);
                } else if (said != null) {
                    kept++;
                    last = each;
                }
            }
            if (kept < PACKED) {
                return true;
            }
            boolean displaces = mayDisplace.getAsBoolean();
            if (displaces) {
                packed.set(last, null);
            }
            return displaces;
        }
    }

    private final int most;
    private volatile @Nullable Table table;
    private int withoutRoom;

    /** For 262,144 signatures where the heap has 512 MB, and for fewer where it has less. */
    VerifiedTokenCache() {
        this(Math.clamp(Long.highestOneBit(Runtime.getRuntime().maxMemory() >> 11), FIRST, MOST));
    }

    /** @param most signatures, a power of two */
    VerifiedTokenCache(int most) {
        this.most = most;
    }

    /** What the text of this digest says, if it was seen to be signed with one of these keys. */
    JwtClaims.@Nullable Timed find(byte[] digest, SigningKeys keys) {
        Table known = table;
        int place = known == null || known.keys != keys ? -1 : known.place(digest);
        byte[] said = known == null || place < 0 ? null : known.packed.get(place);
        return said != null && PackedToken.isOf(said, digest) ? PackedToken.read(said) : null;
    }

    void remember(byte[] digest, SigningKeys keys, JwtClaims.Timed token, Instant now) {
        Table known = table;
        int place = known == null || known.keys != keys ? -1 : known.place(digest);
        byte[] said = PackedToken.of(digest, token);
        if (known != null && place >= 0 && said != null && known.hasRoom(place, now, this::mayDisplace)) {
            known.packed.set(place, said);
        }
    }

    /** Two threads may count as one here, at no harm. */
    private boolean mayDisplace() {
        int number = withoutRoom + 1;
        withoutRoom = number;
        return number % ONE_DISPLACES == 0;
    }

    /** Whether the text of this digest was seen to be signed with one of these keys, whatever it says. */
    boolean isSigned(byte[] digest, SigningKeys keys) {
        Table known = table;
        return known != null && known.keys == keys && known.place(digest) >= 0;
    }

    void signed(byte[] digest, SigningKeys keys) {
        Table known = table;
        Table roomy = known == null || known.keys != keys ? new Table(keys, FIRST) : known.withRoom(most);
        if (roomy != known) {
            table = roomy;
        }
        roomy.add(word(digest, 1), word(digest, 2), null);
    }

    private static long word(byte[] digest, int number) {
        return (long) LONGS.get(digest, number * Long.BYTES);
    }
}
