package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * What deliveries need of the world around them.
 *
 * @param trust says which certificates are believed; asked for when the first delivery needs it, because a platform takes long
 *     to read all that it believes
 */
public record Network(Resolver resolver, Supplier<SSLContext> trust) {
    /** Finds the addresses of a host. May block. */
    @FunctionalInterface
    public interface Resolver {
        /**
         * All addresses of a host, the preferred first.
         *
         * @throws UnknownHostException when it has none, or when that cannot be found out now
         */
        List<InetAddress> resolve(String host) throws UnknownHostException;
    }

    /** Names as this machine finds them, certificates as this Java platform believes them. */
    public static Network standard() {
        return new Network(host -> List.of(InetAddress.getAllByName(host)), Network::believed);
    }

    private static SSLContext believed() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has TLS", e);
        }
    }
}
