package dev.yorozu.server.net;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Encodes texts, and decodes paths and queries strictly: what is not well-formed UTF-8 is refused and not repaired, because
 * two spellings of one broken name would otherwise meet in one key.
 */
public final class PercentEncoding {
    private PercentEncoding() {}

    /** The decoded part of a path; empty when it is malformed or holds a control character. */
    public static Optional<String> path(String raw) {
        return decode(raw, false);
    }

    /** The text in UTF-8, with every octet in percent-encoding that may not stand as it is. */
    public static String encode(String text, IntPredicate plain) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (plain.test(octet)) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return encoded.toString();
    }

    /** The decoded name or value of a query, where a plus is a space. */
    public static Optional<String> query(String raw) {
        return decode(raw, true);
    }

    private static Optional<String> decode(String raw, boolean plusIsSpace) {
        boolean plain = true;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c <= ' ' || c > '~') {
                return Optional.empty();
            }
            plain &= c != '%' && !(plusIsSpace && c == '+');
        }
        return plain ? Optional.of(raw) : decodeBytes(raw, plusIsSpace);
    }

    private static Optional<String> decodeBytes(String raw, boolean plusIsSpace) {
        ByteBuffer bytes = ByteBuffer.allocate(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                int value = i + 2 < raw.length() ? hexPair(raw, i + 1) : -1;
                // A path ends in no line and no terminal: control characters have no business in a name.
                if (value < 0 || value == 0x7f || (value < ' ' && !(plusIsSpace && value != 0))) {
                    return Optional.empty();
                }
                bytes.put((byte) value);
                i += 2;
            } else {
                bytes.put((byte) (plusIsSpace && c == '+' ? ' ' : c));
            }
        }
        return utf8(bytes.flip());
    }

    private static int hexPair(String raw, int index) {
        int high = Character.digit(raw.charAt(index), 16);
        int low = Character.digit(raw.charAt(index + 1), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    private static Optional<String> utf8(ByteBuffer bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
