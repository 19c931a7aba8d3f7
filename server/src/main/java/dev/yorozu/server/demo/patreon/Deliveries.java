package dev.yorozu.server.demo.patreon;

import dev.yorozu.server.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells the app what happened, signed as Patreon signs. There are no further tries: whoever let it happen sees what came of
 * it.
 */
final class Deliveries {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI webhook;
    private final String secret;

    Deliveries(URI webhook, String secret) {
        this.webhook = webhook;
        this.secret = secret;
    }

    /**
     * What came of a delivery.
     *
     * @param status 0 when there was no answer
     */
    record Outcome(String event, int status) {}

    Outcome send(String event, ObjectNode body) {
        byte[] bytes = Json.bytes(body);
        HttpRequest request = HttpRequest.newBuilder(webhook)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("X-Patreon-Event", event)
                .header("X-Patreon-Signature", signature(bytes))
                .POST(BodyPublishers.ofByteArray(bytes))
                .build();
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
            return new Outcome(event, answer.statusCode());
        } catch (IOException nobodyThere) {
            return new Outcome(event, 0);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return new Outcome(event, 0);
        }
    }

    private String signature(byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacMD5");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacMD5"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HmacMD5", e);
        }
    }
}
