package dev.yorozu.server.operate.credentials;

import dev.yorozu.credential.Credential;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A credential as operators see it.
 *
 * @param keys patterns of the names that it reaches
 * @param may the words of its permissions
 * @param scopes what it may call over HTTP
 * @param issued when its secret was given out or last confirmed
 * @param replacedUntil until when the secret before this one counts too
 * @param suspended whether it waits for an operator to confirm it, since a recovery
 */
public record CredentialSummary(
        String name,
        List<String> keys,
        List<String> may,
        List<String> scopes,
        Instant made,
        Instant issued,
        Optional<Instant> replacedUntil,
        boolean suspended) {
    static CredentialSummary of(Credentials.Listed listed, Instant now) {
        Credential credential = listed.credential();
        return new CredentialSummary(
                credential.name(),
                credential.rights().keys(),
                credential.rights().permissions().stream()
                        .sorted()
                        .map(Permission::word)
                        .toList(),
                credential.rights().scopes().stream()
                        .map(Scope::toString)
                        .sorted()
                        .toList(),
                credential.made(),
                credential.issued(),
                credential.earlier(now).map(Credential.Earlier::ends),
                listed.suspended());
    }
}
