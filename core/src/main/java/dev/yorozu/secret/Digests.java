package dev.yorozu.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 in the forms that the product uses, and comparison that takes the same time wherever two texts differ. */
public final class Digests {
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    /** Only ever copied: to look an algorithm up takes longer than to digest a short text. */
    private static final MessageDigest SHA_256 = prototype();

    private Digests() {}

    private static MessageDigest prototype() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    public static byte[] sha256(byte[] data) {
        return sha256().digest(data);
    }

    /** One that has read nothing yet. */
    public static MessageDigest sha256() {
        return copy(SHA_256);
    }

    /** One that has read the same. */
    public static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("The SHA-256 of every Java platform can be copied", e);
        }
    }

    /** The digest of the UTF-8 form. */
    public static byte[] sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** In base64 for URLs without padding: 43 characters. */
    public static String base64url(String text) {
        return BASE64URL.encodeToString(sha256(text));
    }

    /** In base64 with padding: 44 characters. */
    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(sha256(text));
    }

    /** In lower-case hexadecimal: 64 characters. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(sha256(text));
    }

    /** The first 40 digits of {@link #hex}: enough to tell subjects apart, in keys that stay short. */
    public static String shortHex(String text) {
        return hex(text).substring(0, 40);
    }

    /** HMAC-SHA-256 of the UTF-8 form. */
    public static byte[] hmac(byte[] key, String text) {
        return hmac(key, text.getBytes(StandardCharsets.UTF_8));
    }

    /** HMAC-SHA-256. */
    public static byte[] hmac(byte[] key, byte[] data) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HmacSHA256", e);
        }
    }

    /** Whether two secrets are the same, found out in a time that does not tell where they differ. */
    public static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
