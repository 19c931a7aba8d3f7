package dev.yorozu.server.webhook;

import dev.yorozu.secret.Digests;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A delivery as it goes over the wire.
 *
 * <p>What is signed is the time in seconds since 1970, a dot, and the body, as bytes: so a receiver that looks at the time
 * cannot be told the same thing again later. Each try is signed anew, with its own time and the same id.
 */
final class SignedPost {
    private SignedPost() {}

    static byte[] bytes(Delivery delivery, Target target, String id, Instant now) {
        byte[] body = delivery.body();
        String time = Long.toString(now.getEpochSecond());
        String head = "POST " + target.resource() + " HTTP/1.1\r\n"
                + "Host: " + target.authority() + "\r\n"
                + "User-Agent: Yorozu\r\n"
                + "Accept: */*\r\n"
                + "Content-Type: application/json\r\n"
                + "Content-Length: " + body.length + "\r\n"
                + "Connection: close\r\n"
                + "X-Nostalgic-Event: " + delivery.event() + "\r\n"
                + Webhooks.DELIVERY + ": " + id + "\r\n"
                + "X-Nostalgic-Timestamp: " + time + "\r\n"
                + "X-Nostalgic-Signature: sha256=" + signature(delivery.signingKey(), time, body) + "\r\n"
                + "\r\n";
        return joined(head, body);
    }

    private static String signature(byte[] key, String time, byte[] body) {
        return HexFormat.of().formatHex(Digests.hmac(key, joined(time + ".", body)));
    }

    private static byte[] joined(String ascii, byte[] body) {
        byte[] head = ascii.getBytes(StandardCharsets.US_ASCII);
        byte[] both = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, both, head.length, body.length);
        return both;
    }
}
