package dev.yorozu.server.bucket;

import java.net.URI;

/**
 * How a storage is reached. Its text form shows no key.
 *
 * @param endpoint where it answers, without a slash at its end
 */
public record BucketAccess(URI endpoint, String region, String accessKey, String secretKey) {
    /** What a signature says for the host: the port only where it is not the usual one. */
    String host() {
        int usual = "https".equalsIgnoreCase(endpoint.getScheme()) ? 443 : 80;
        int port = endpoint.getPort();
        return endpoint.getHost() + (port < 0 || port == usual ? "" : ":" + port);
    }

    @Override
    public String toString() {
        return "BucketAccess[" + endpoint + "]";
    }
}
