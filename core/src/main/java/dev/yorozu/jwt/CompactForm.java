package dev.yorozu.jwt;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The three parts of a signed token as text (RFC 7515, 7.1), with dots between them.
 *
 * <p>Only the one canonical spelling in base64 for URLs is read: no padding, no other letters, and no bits set behind the
 * last byte, so that there is no second text of a token that means the same.
 */
record CompactForm(String header, String payload, String signature) {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    static Optional<CompactForm> of(String token) {
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        if (first < 1 || second < first + 2 || token.indexOf('.', second + 1) >= 0) {
            return Optional.empty();
        }
        return Optional.of(new CompactForm(
                token.substring(0, first), token.substring(first + 1, second), token.substring(second + 1)));
    }

    /** What a token says whose text is known to be right already; nothing of it is checked. */
    static Optional<Document> said(String token) {
        int first = token.indexOf('.');
        return Document.parse(Bytes.wrap(DECODER.decode(token.substring(first + 1, token.indexOf('.', first + 1)))));
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

    /** The bytes of one part; empty when it is not in its canonical spelling, which is the one that encoding gives. */
    static Optional<byte[]> decode(String part) {
        try {
            byte[] bytes = DECODER.decode(part);
            return encode(bytes).equals(part) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    /** The JSON object in one part, without anything before it; empty when it is none, or not in UTF-8. */
    static Optional<Document> object(String part) {
        return decode(part)
                .filter(json -> json.length > 0 && json[0] == '{')
                .flatMap(json -> Document.parse(Bytes.wrap(json)));
    }
}
