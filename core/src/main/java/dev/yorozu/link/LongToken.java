package dev.yorozu.link;

import dev.yorozu.json.Document;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.store.Bytes;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * The text form of an encrypted link: {@code v1.{IV}.{ciphertext and tag}}, each in base64 for URLs without padding.
 *
 * <p>Other spellings of the same bytes are read as well: standard base64, padding, bits that are left over. A token is
 * known by the digest of its canonical text, lest a second spelling outlives the deletion of the first.
 */
public final class LongToken {
    /** What came of opening a text. */
    public sealed interface OpenResult {}

    /**
     * A token that one of the keys opened.
     *
     * @param canonical the token in its one canonical spelling
     */
    public record Opened(Payload payload, String canonical) implements OpenResult {
        /** Shows no token. */
        @Override
        public String toString() {
            return "Opened[" + payload + "]";
        }
    }

    /** @param result what a client is told that presents this text */
    public record Invalid(ResolveResult result) implements OpenResult {}

    private static final Pattern FORM = Pattern.compile("v1\\.([A-Za-z0-9_+/-]*)=*\\.([A-Za-z0-9_+/-]*)=*");
    private static final int LONGEST = 16 * 1024;

    private LongToken() {}

    /** @param iv 12 bytes that were never used with this key before */
    public static String seal(Payload payload, KeyRing keys, byte[] iv) {
        return text(iv, keys.current().seal(iv, payload.document().json()));
    }

    private static String text(byte[] iv, byte[] sealed) {
        return "v1." + encoded(iv) + "." + encoded(sealed);
    }

    public static OpenResult open(String token, KeyRing keys) {
        var matcher = FORM.matcher(token);
        if (token.length() > LONGEST || !matcher.matches()) {
            return new Invalid(new ResolveResult.InvalidFormat());
        }
        byte[] iv = decoded(matcher.group(1));
        byte[] sealed = decoded(matcher.group(2));
        if (iv.length != SealingKey.IV_BYTES || sealed.length <= SealingKey.TAG_BYTES) {
            return new Invalid(new ResolveResult.InvalidBytes());
        }
        return keys.open(iv, sealed)
                .flatMap(plain -> Document.parse(Bytes.wrap(plain)))
                .flatMap(Payload::of)
                .<OpenResult>map(payload -> new Opened(payload, text(iv, sealed)))
                .orElseGet(() -> new Invalid(new ResolveResult.InvalidPayload()));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Every text of the alphabet has bytes: a last letter that does not make one is left out. */
    private static byte[] decoded(String text) {
        String plain = text.replace('+', '-').replace('/', '_');
        int whole = plain.length() % 4 == 1 ? plain.length() - 1 : plain.length();
        return Base64.getUrlDecoder().decode(plain.substring(0, whole));
    }
}
