package dev.yorozu.token;

import java.time.Instant;

/** What there is to know of a refresh token that somebody holds. Holds no secret. */
public sealed interface RefreshStanding {
    /** It is the current one of this login. */
    record Live(Login login) implements RefreshStanding {}

    /**
     * It is remembered, but lets nobody in.
     *
     * @param family the login that it belonged to
     */
    record Dead(Reason reason, String user, String family, Instant issuedAt, Instant endsAt)
            implements RefreshStanding {}

    /** Nothing is remembered of it, or never was. */
    record Unknown() implements RefreshStanding {}

    /** The first thing that is in a token's way. */
    enum Reason {
        EXPIRED,
        /** A newer token of the same login took its place. */
        REPLACED,
        /** Issued before the moment from which on the user's tokens count. */
        INVALIDATED,
        /** The access token that was issued with it was revoked by its id. */
        REVOKED,
        /** Its login ended. */
        ENDED
    }
}
