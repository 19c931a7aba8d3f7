package dev.yorozu.server.systems.nostalgic.events;

import dev.yorozu.nostalgic.Service;
import dev.yorozu.secret.Digests;
import java.util.HexFormat;

/**
 * What the webhooks of each service are signed with: a text of hexadecimal digits, derived from the server's secret, so
 * that nothing of it is stored and no owner learns another's.
 */
public final class WebhookKeys {
    private final byte[] secret;

    public WebhookKeys(byte[] secret) {
        this.secret = secret.clone();
    }

    /** The key of one service; the bytes that sign are those of this text. */
    public String of(Service service) {
        String purpose = "webhook:" + service.kind().id() + ":" + service.id();
        return HexFormat.of().formatHex(Digests.hmac(secret, purpose));
    }
}
