package dev.yorozu.token;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import java.util.HexFormat;

/** How tokens look: random bytes in lower case, and nothing else. */
public enum TokenForm {
    /** 128 bits in 32 characters of hexadecimal. */
    HEX(16),
    /** 256 bits in 64 characters of hexadecimal. */
    LONG_HEX(32),
    /** A random UUID (RFC 9562, version 4): 122 bits in groups of 8, 4, 4, 4 and 12 characters of hexadecimal. */
    UUID(16);

    private final int bytes;

    TokenForm(int bytes) {
        this.bytes = bytes;
    }

    /** A token that nobody can guess. */
    public String next(RandomTokens random) {
        byte[] drawn = random.bytes(bytes);
        if (this == UUID) {
            drawn[6] = (byte) (drawn[6] & 0x0f | 0x40);
            drawn[8] = (byte) (drawn[8] & 0x3f | 0x80);
        }
        return shaped(HexFormat.of().formatHex(drawn));
    }

    /** The digest of a token in the same form, so that keys look alike however tokens are stored. */
    public String digest(String token) {
        return shaped(Digests.hex(token).substring(0, 2 * bytes));
    }

    /** Whether a text has exactly this form. The bits of a UUID that say how it was made may be any. */
    public boolean accepts(String text) {
        if (text.length() != (this == UUID ? 36 : 2 * bytes)) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean fits = this == UUID && isDash(i) ? c == '-' : c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private String shaped(String hex) {
        return this != UUID
                ? hex
                : hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                        + hex.substring(16, 20) + "-" + hex.substring(20);
    }

    private static boolean isDash(int position) {
        return position == 8 || position == 13 || position == 18 || position == 23;
    }
}
