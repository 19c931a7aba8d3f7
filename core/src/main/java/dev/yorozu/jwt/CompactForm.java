package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * The three parts of a signed token as text (RFC 7515, 7.1), with dots between them.
 *
 * <p>Only the one canonical spelling in base64 for URLs is read: no padding, no other letters, and no bits set behind the
 * last byte, so that nobody can make a second text out of a token that means the same.
 */
record CompactForm(String header, String payload, String signature) {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();
    private static final String BY_VALUE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    static Optional<CompactForm> of(String token) {
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        if (first < 1 || second < first + 2 || token.indexOf('.', second + 1) >= 0) {
            return Optional.empty();
        }
        return Optional.of(new CompactForm(
                token.substring(0, first), token.substring(first + 1, second), token.substring(second + 1)));
    }

    /** What is signed. */
    byte[] content() {
        return content(header, payload);
    }

    static byte[] content(String header, String payload) {
        return (header + "." + payload).getBytes(StandardCharsets.US_ASCII);
    }

    static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /** The bytes of one part; empty when it is not in its canonical spelling. */
    static Optional<byte[]> decode(String part) {
        if (part.indexOf('=') >= 0 || !endsCleanly(part)) {
            return Optional.empty();
        }
        try {
            return Optional.of(DECODER.decode(part));
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    /** Two letters carry four bits more than their one byte, three letters two bits more than their two bytes. */
    private static boolean endsCleanly(String part) {
        return switch (part.length() % 4) {
            case 0 -> true;
            case 2 -> (last(part) & 0b1111) == 0;
            case 3 -> (last(part) & 0b11) == 0;
            default -> false;
        };
    }

    private static int last(String part) {
        return BY_VALUE.indexOf(part.charAt(part.length() - 1));
    }

    /** The JSON object in one part; empty when it is none, or not in UTF-8. */
    static Optional<Document> object(String part) {
        return decode(part).filter(CompactForm::isUtf8).flatMap(json -> Document.parse(Bytes.wrap(json)));
    }

    /** A parser of JSON guesses the encoding by the first bytes; a token has no choice. */
    private static boolean isUtf8(byte[] json) {
        return json.length > 1
                && json[0] == '{'
                && json[1] != 0
                && Arrays.equals(new String(json, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), json);
    }
}
