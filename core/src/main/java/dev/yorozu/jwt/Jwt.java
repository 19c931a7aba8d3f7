package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.Set;

/**
 * What an access token says: which one it is, of whom it speaks, and from when to when.
 *
 * @param id the {@code jti}
 * @param subject the {@code sub}
 * @param issuedAt the {@code iat}, in whole seconds
 * @param endsAt the {@code exp}, in whole seconds
 * @param claims everything else that it says, in its order
 */
public record Jwt(String id, String subject, Instant issuedAt, Instant endsAt, Document claims) {
    /** Claims that every token has, or that are checked before a caller sees it. */
    static final Set<String> RESERVED = Set.of("jti", "sub", "iat", "exp", "nbf", "iss", "aud");

    /** The last second that can be written: the end of the year 9999. */
    private static final long LAST = 253_402_300_799L;

    private static final int LONGEST = 256;

    public Jwt {
        if (!isId(id) || !isId(subject)) {
            throw new IllegalArgumentException("The id and the subject of a token are texts of 1 to 256 characters");
        }
        if (issuedAt.getNano() != 0 || endsAt.getNano() != 0) {
            throw new IllegalArgumentException("The times of a token are whole seconds");
        }
        if (!isTime(issuedAt.getEpochSecond()) || !isTime(endsAt.getEpochSecond()) || !endsAt.isAfter(issuedAt)) {
            throw new IllegalArgumentException("A token ends after its issue, and before the year 10000");
        }
        if (!mayClaim(claims)) {
            throw new IllegalArgumentException("Claims that every token has are not given among the further claims");
        }
    }

    /** Whether a token can say this besides what every token says. */
    public static boolean mayClaim(Document further) {
        for (String name : further.names()) {
            if (RESERVED.contains(name)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a token can say this as its id or subject: 1 to 256 characters of well-formed text, none of them a control. */
    public static boolean isId(String text) {
        if (text.isEmpty() || text.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
            if (Character.isISOControl(c) || Character.isSurrogate(c) && !pair) {
                return false;
            }
            i += pair ? 1 : 0;
        }
        return true;
    }

    static boolean isTime(long second) {
        return second >= 0 && second <= LAST;
    }
}
