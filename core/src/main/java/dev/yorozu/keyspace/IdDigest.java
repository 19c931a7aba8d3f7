package dev.yorozu.keyspace;

import dev.yorozu.secret.Digests;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The one rule by which any text becomes a part of a key ({@link Part#ofAnyText}).
 *
 * <p>A text that the part's declaration allows stands as it is. Any other text is replaced by its digest: {@code =} and the
 * SHA-256 of its UTF-8 form in base64 for URLs without padding, 44 characters. Two different texts never share a key:
 *
 * <ul>
 *   <li>Two that stand as they are differ.
 *   <li>One that stands as it is differs from every digest, because no alphabet of such a part has the character {@code =}.
 *       A text that merely looks like a digest is therefore not allowed, and is digested like any other.
 *   <li>Two that are digested have different bytes, so that their digests differ unless SHA-256 has a collision. An
 *       unpaired surrogate, which UTF-8 has no form for, is written as its code point would be (WTF-8); well-formed text
 *       never contains those bytes.
 * </ul>
 */
final class IdDigest {
    static final char MARK = '=';

    static final int LENGTH = 44;

    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private IdDigest() {}

    static String of(String text) {
        return MARK + BASE64URL.encodeToString(Digests.sha256(bytes(text)));
    }

    /** How many characters, from this position on, can be those of a digest; 0 where none begins. */
    static int run(String name, int from) {
        return from < name.length() && name.charAt(from) == MARK ? 1 + Alphabet.BASE64URL.run(name, from + 1) : 0;
    }

    private static byte[] bytes(String text) {
        if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                bytes.write(0xE0 | point >> 12);
                bytes.write(0x80 | point >> 6 & 0x3F);
                bytes.write(0x80 | point & 0x3F);
            } else {
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }
}
