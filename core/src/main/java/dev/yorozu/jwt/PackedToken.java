package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a token says, in one array: a third of what its objects take, and the collector has nothing to follow in it.
 *
 * <pre>
 * most of the token's digest · the second from which on it counts · its issue · its end · length of its id, of its subject
 * id · subject · all other claims as JSON
 * </pre>
 */
final class PackedToken {
    /** What says more than this many bytes is not packed. */
    static final int LARGEST = 512;

    /** The first word of a digest tells where a token is kept; the others tell which one it is. */
    private static final int DIGEST_FROM = Long.BYTES;

    private static final int BEGIN = 32 - DIGEST_FROM;
    private static final int ISSUE = BEGIN + Long.BYTES;
    private static final int END = ISSUE + Long.BYTES;
    private static final int ID_LENGTH = END + Long.BYTES;
    private static final int SUBJECT_LENGTH = ID_LENGTH + Short.BYTES;
    private static final int ID = SUBJECT_LENGTH + Short.BYTES;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private PackedToken() {}

    /** What the token of this digest says; null where that is too much. */
    static byte @Nullable [] of(byte[] digest, JwtClaims.Timed token) {
        Jwt jwt = token.valid().jwt();
        byte[] id = jwt.id().getBytes(StandardCharsets.UTF_8);
        byte[] subject = jwt.subject().getBytes(StandardCharsets.UTF_8);
        Bytes claims = jwt.claims().bytes();
        int length = ID + id.length + subject.length + claims.length();
        if (length > LARGEST) {
            return null;
        }
        byte[] packed = new byte[length];
        System.arraycopy(digest, DIGEST_FROM, packed, 0, BEGIN);
        LONGS.set(packed, BEGIN, token.begin());
        LONGS.set(packed, ISSUE, jwt.issuedAt().getEpochSecond());
        LONGS.set(packed, END, jwt.endsAt().getEpochSecond());
        SHORTS.set(packed, ID_LENGTH, (short) id.length);
        SHORTS.set(packed, SUBJECT_LENGTH, (short) subject.length);
        System.arraycopy(id, 0, packed, ID, id.length);
        System.arraycopy(subject, 0, packed, ID + id.length, subject.length);
        claims.copyTo(packed, ID + id.length + subject.length);
        return packed;
    }

    static boolean isOf(byte[] packed, byte[] digest) {
        return Arrays.equals(packed, 0, BEGIN, digest, DIGEST_FROM, DIGEST_FROM + BEGIN);
    }

    static boolean isOver(byte[] packed, Instant now) {
        return second(packed, END) <= now.getEpochSecond();
    }

    static JwtClaims.Timed read(byte[] packed) {
        int subject = ID + (short) SHORTS.get(packed, ID_LENGTH);
        int claims = subject + (short) SHORTS.get(packed, SUBJECT_LENGTH);
        Jwt jwt = new Jwt(
                new String(packed, ID, subject - ID, StandardCharsets.UTF_8),
                new String(packed, subject, claims - subject, StandardCharsets.UTF_8),
                Instant.ofEpochSecond(second(packed, ISSUE)),
                Instant.ofEpochSecond(second(packed, END)),
                Document.parse(Bytes.wrap(packed, claims, packed.length - claims))
                        .orElseThrow());
        return new JwtClaims.Timed(new Verification.Valid(jwt), second(packed, BEGIN));
    }

    private static long second(byte[] packed, int place) {
        return (long) LONGS.get(packed, place);
    }
}
