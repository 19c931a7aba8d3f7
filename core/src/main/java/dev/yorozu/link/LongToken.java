package dev.yorozu.link;

import dev.yorozu.json.Document;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.store.Bytes;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The text form of an encrypted link: {@code v1.{IV}.{ciphertext and tag}}, each in base64 for URLs without padding.
 *
 * <p>Only the one canonical spelling of the bytes is read. A token is known by the digest of its text, so that a second
 * spelling would be a token of its own, and outlive the deletion of the first.
 */
public final class LongToken {
    /** What a text turned out to be. */
    public sealed interface Reading {}

    /** A token that one of the keys opened. */
    public record Opened(Payload payload) implements Reading {}

    /** Not of the form of a token. */
    public record InvalidFormat() implements Reading {}

    /** Of the form, but the parts have lengths that no token has. */
    public record InvalidBytes() implements Reading {}

    /** No key opens it, or what it holds is no link. */
    public record InvalidPayload() implements Reading {}

    private static final Pattern FORM = Pattern.compile("v1\\.([A-Za-z0-9_-]*)\\.([A-Za-z0-9_-]*)");
    private static final int LONGEST = 16 * 1024;

    private LongToken() {}

    /** @param iv 12 bytes that were never used with this key before */
    public static String seal(Payload payload, KeyRing keys, byte[] iv) {
        byte[] sealed = keys.seal(iv, payload.document().bytes().toArray());
        return "v1." + encoded(iv) + "." + encoded(sealed);
    }

    public static Reading open(String token, KeyRing keys) {
        var matcher = FORM.matcher(token);
        if (token.length() > LONGEST || !matcher.matches()) {
            return new InvalidFormat();
        }
        Optional<byte[]> iv = decoded(matcher.group(1));
        Optional<byte[]> sealed = decoded(matcher.group(2));
        if (iv.isEmpty() || sealed.isEmpty()) {
            return new InvalidFormat();
        }
        if (iv.get().length != SealingKey.IV_BYTES || sealed.get().length <= SealingKey.TAG_BYTES) {
            return new InvalidBytes();
        }
        return keys.open(iv.get(), sealed.get())
                .flatMap(plain -> Document.parse(Bytes.wrap(plain)))
                .flatMap(Payload::of)
                .<Reading>map(Opened::new)
                .orElseGet(InvalidPayload::new);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Optional<byte[]> decoded(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return encoded(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
