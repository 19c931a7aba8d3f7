package dev.yorozu.server.bucket;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests with AWS Signature Version 4, for the service {@code s3}.
 *
 * <p>The signature covers the method, the path, the query, the headers named in it and the digest of the body, so that
 * nothing of them can be altered on the way, and it is good for some minutes only.
 */
final class RequestSigner {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final HexFormat HEX = HexFormat.of();

    private final BucketAccess access;

    RequestSigner(BucketAccess access) {
        this.access = access;
    }

    /**
     * What is signed.
     *
     * @param path as it is sent, with what is escaped in it
     * @param query the same, its parameters in the order of their names
     * @param headers further ones that the signature is to cover
     */
    record Unsigned(String method, String path, String query, Map<String, String> headers, byte[] body) {}

    /** All headers to send, the host excepted: those of the request, and what proves who sends it. */
    Map<String, String> headers(Unsigned request, Instant now) {
        String moment = MOMENT.format(now);
        String digest = HEX.formatHex(sha256(request.body()));
        SortedMap<String, String> signed = new TreeMap<>();
        request.headers().forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), value.strip()));
        signed.put("host", access.host());
        signed.put("x-amz-content-sha256", digest);
        signed.put("x-amz-date", moment);
        String names = String.join(";", signed.keySet());
        String canonical = String.join(
                "\n",
                request.method(),
                request.path(),
                request.query(),
                signed.entrySet().stream()
                        .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                        .collect(Collectors.joining()),
                names,
                digest);
        String scope = moment.substring(0, 8) + "/" + access.region() + "/s3/aws4_request";
        String statement = String.join("\n", ALGORITHM, moment, scope, HEX.formatHex(sha256(utf8(canonical))));
        String signature = HEX.formatHex(hmac(key(moment.substring(0, 8)), statement));
        signed.remove("host");
        signed.put(
                "authorization",
                ALGORITHM + " Credential=" + access.accessKey() + "/" + scope + ",SignedHeaders=" + names
                        + ",Signature=" + signature);
        return signed;
    }

    private byte[] key(String day) {
        byte[] key = hmac(utf8("AWS4" + access.secretKey()), day);
        return hmac(hmac(hmac(key, access.region()), "s3"), "aws4_request");
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(utf8(text));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has HMAC", impossible);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
