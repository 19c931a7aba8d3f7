package dev.yorozu.server.systems.nostalgic.events;

import dev.yorozu.nostalgic.Service;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the webhooks of each service are signed with: a text of hexadecimal digits, derived from the server's secret, so
 * that nothing of it is stored and no owner learns another's.
 */
public final class WebhookKeys {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec secret;

    public WebhookKeys(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** The key of one service; the bytes that sign are those of this text. */
    public String of(Service service) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            String purpose = "webhook:" + service.kind().id() + ":" + service.id();
            return HexFormat.of().formatHex(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has " + ALGORITHM, impossible);
        }
    }
}
