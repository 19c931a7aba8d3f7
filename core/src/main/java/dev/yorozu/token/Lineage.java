package dev.yorozu.token;

import dev.yorozu.store.RoundTrip;
import java.util.Optional;

/**
 * Where the truth about refresh tokens lies: in the user's ledger ({@code Logins}), in the record of a session ({@link
 * TokenSessions}), or in a record for each token ({@link TokenFamilies}).
 */
@FunctionalInterface
public interface Lineage {
    /** Looks a token up, with what the first step of its rotation needs; empty for a text that is no token of this kind. */
    RoundTrip.Answer<Optional<Presented>> present(RoundTrip trip, String token);
}
