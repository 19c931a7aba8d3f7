package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * What deliveries need of the world around them.
 *
 * @param trust says which certificates are believed
 */
public record Network(Resolver resolver, SSLContext trust) {
    /** Names as this machine finds them, certificates as this Java platform believes them. */
    public static Network standard() {
        try {
            return new Network(host -> List.of(InetAddress.getAllByName(host)), SSLContext.getDefault());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has TLS", e);
        }
    }
}
