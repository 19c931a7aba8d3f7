package dev.yorozu.session.provider;

import java.time.Instant;
import java.util.Optional;

/**
 * What a provider says in a logout token that was found genuine.
 *
 * @param id what stands for the token in keys: a digest of its issuer and its id
 * @param user all of whose sessions end, or, where a session of the provider is named, whose it is; empty where it does not say
 * @param providerSession what stands in keys for the one session at the provider that ended; empty for all of the user's
 * @param issuedAt by the provider's clock
 * @param endsAt until when the token could be presented again, the skew of clocks included
 */
public record Logout(
        String id, Optional<String> user, Optional<String> providerSession, Instant issuedAt, Instant endsAt) {
    public Logout {
        if (user.isEmpty() && providerSession.isEmpty()) {
            throw new IllegalArgumentException("A logout is of a user or of a session");
        }
    }
}
