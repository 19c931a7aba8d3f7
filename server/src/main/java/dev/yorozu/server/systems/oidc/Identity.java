package dev.yorozu.server.systems.oidc;

import dev.yorozu.secret.Digests;
import java.time.Instant;
import java.util.Optional;

/**
 * Who somebody is to a provider.
 *
 * @param name to be shown; empty when the token does not tell
 * @param session the provider's own, in which the person signed in; empty when the token does not tell
 * @param issuedAt when the provider said so
 */
record Identity(String issuer, String subject, Optional<String> name, Optional<String> session, Instant issuedAt) {
    String user() {
        return keyPart(issuer, subject);
    }

    /** What stands in keys for the provider's session. */
    Optional<String> providerSession() {
        return session.map(sid -> keyPart(issuer, sid));
    }

    /** What stands in keys for what a provider calls so: its names are free texts, and unique only together with the issuer. */
    static String keyPart(String issuer, String name) {
        return Digests.base64url(issuer + "\n" + name);
    }
}
