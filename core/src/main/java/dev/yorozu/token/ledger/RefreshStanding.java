package dev.yorozu.token.ledger;

import dev.yorozu.token.Login;
import java.util.Optional;

/**
 * What there is to know of a refresh token that is remembered. Holds no secret.
 *
 * @param login the login that it belongs or belonged to
 * @param reason why it grants no access; empty where it is the current one of its login
 */
public record RefreshStanding(Login login, Optional<Reason> reason) {
    /** The first thing that is in a token's way. */
    public enum Reason {
        /** A newer token of the same login took its place. */
        REPLACED,
        EXPIRED,
        /** Issued before the moment from which on the user's tokens count. */
        INVALIDATED,
        /** The access token that was issued with it was revoked by its id. */
        REVOKED,
        /** Its login ended. */
        ENDED
    }
}
