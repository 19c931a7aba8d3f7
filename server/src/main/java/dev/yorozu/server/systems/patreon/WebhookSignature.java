package dev.yorozu.server.systems.patreon;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells Patreon's webhooks from anybody else's: each is signed with HMAC-MD5 over its body as it was sent. MD5 is Patreon's
 * choice; as a keyed digest nobody is known to forge it.
 */
final class WebhookSignature {
    private static final String ALGORITHM = "HmacMD5";

    private WebhookSignature() {}

    /** Whether this is the body's signature, in hexadecimal; takes the same time wherever a wrong one differs. */
    static boolean matches(String secret, String signature, byte[] body) {
        byte[] expected = HexFormat.of().formatHex(digest(secret, body)).getBytes(StandardCharsets.US_ASCII);
        byte[] given = signature.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, given);
    }

    private static byte[] digest(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }
}
