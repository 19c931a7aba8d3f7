package dev.yorozu.server.systems.oidc;

import dev.yorozu.secret.Digests;
import java.util.Optional;

/**
 * Who somebody is to a provider.
 *
 * @param name to be shown; empty when the token does not tell
 */
record Identity(String issuer, String subject, Optional<String> name) {
    /** What stands for the two in keys: subjects are free texts, and unique only together with their issuer. */
    String user() {
        return Digests.base64url(issuer + "\n" + subject);
    }
}
