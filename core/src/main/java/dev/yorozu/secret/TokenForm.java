package dev.yorozu.secret;

import java.util.HexFormat;
import java.util.Optional;

/**
 * How the random ids look that sessions and tokens are known by, and what stands for them in keys.
 *
 * <p>A secret form grants access to its holder: only texts of its exact shape are ever looked up, and hardened storage keeps
 * a digest in its place, which has the shape of the form where that is hexadecimal. A form that is no secret merely names
 * something: it lies in keys as it is in either storage, and other programs may have named things in ways of their own.
 *
 * @param prefix what every id begins with; empty for a secret
 * @param bytes how many random bytes follow
 * @param earlier a form that an earlier program issued, and that is accepted as well
 */
public record TokenForm(Encoding encoding, String prefix, int bytes, Optional<TokenForm> earlier) {
    /** How the random bytes are written. */
    public enum Encoding {
        BASE64URL,
        HEX,
        /** RFC 9562, version 4: 122 random bits in groups of 8, 4, 4, 4 and 12 characters of hexadecimal. */
        UUID,
        /** Hexadecimal behind a prefix; no secret. */
        NAME
    }

    /** 128 bits in 32 characters of hexadecimal. */
    public static final TokenForm HEX = of(Encoding.HEX, 16);

    /** 256 bits in 64 characters of hexadecimal. */
    public static final TokenForm LONG_HEX = of(Encoding.HEX, 32);

    public static final TokenForm UUID = of(Encoding.UUID, 16);

    /** An id of fewer random bytes could be guessed, or drawn twice. */
    private static final int FEWEST_BYTES = 16;

    public TokenForm {
        if (bytes < FEWEST_BYTES) {
            throw new IllegalArgumentException("An id needs at least " + FEWEST_BYTES + " random bytes");
        }
        if (encoding != Encoding.NAME && !prefix.isEmpty()) {
            throw new IllegalArgumentException("A secret id is all random");
        }
    }

    private static TokenForm of(Encoding encoding, int bytes) {
        return new TokenForm(encoding, "", bytes, Optional.empty());
    }

    /** So many random bytes in base64 for URLs. */
    public static TokenForm base64url(int bytes) {
        return of(Encoding.BASE64URL, bytes);
    }

    /** A prefix and so many random bytes in hexadecimal, which grant no access. */
    public static TokenForm named(String prefix, int bytes) {
        return new TokenForm(Encoding.NAME, prefix, bytes, Optional.empty());
    }

    /** The same, which also accepts what an earlier program issued. */
    public TokenForm accepting(TokenForm issuedEarlier) {
        return new TokenForm(encoding, prefix, bytes, Optional.of(issuedEarlier));
    }

    public boolean secret() {
        return encoding != Encoding.NAME;
    }

    /** An id that cannot be guessed. */
    public String next(RandomTokens random) {
        if (encoding == Encoding.BASE64URL) {
            return random.base64url(bytes);
        }
        byte[] drawn = random.bytes(bytes);
        if (encoding == Encoding.UUID) {
            drawn[6] = (byte) (drawn[6] & 0x0f | 0x40);
            drawn[8] = (byte) (drawn[8] & 0x3f | 0x80);
        }
        return prefix + shaped(HexFormat.of().formatHex(drawn));
    }

    /** What stands for an id in keys and indexes. */
    public String keyPart(String id, Storage storage) {
        if (!secret() || storage == Storage.DOCUMENTED) {
            return id;
        }
        return encoding == Encoding.BASE64URL
                ? Digests.base64url(id)
                : shaped(Digests.hex(id).substring(0, 2 * bytes));
    }

    /** Whether what stands in keys is the id itself. */
    public boolean showsIn(Storage storage) {
        return !secret() || storage == Storage.DOCUMENTED;
    }

    /** Whether a text can be an id of this form. A name can be any; the bits of a UUID that say how it was made too. */
    public boolean accepts(String text) {
        boolean own = switch (encoding) {
            case NAME -> true;
            case BASE64URL -> text.length() == (bytes * 8 + 5) / 6;
            case HEX, UUID -> isShaped(text);
        };
        return own || earlier.isPresent() && earlier.get().accepts(text);
    }

    private boolean isShaped(String text) {
        if (text.length() != (encoding == Encoding.UUID ? 36 : 2 * bytes)) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean dash = encoding == Encoding.UUID && (i == 8 || i == 13 || i == 18 || i == 23);
            if (dash ? c != '-' : (c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private String shaped(String hex) {
        return encoding != Encoding.UUID
                ? hex
                : hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                        + hex.substring(16, 20) + "-" + hex.substring(20);
    }
}
