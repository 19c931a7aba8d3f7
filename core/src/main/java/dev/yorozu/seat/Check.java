package dev.yorozu.seat;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification.Reason;

/** What became of an access token that somebody presented. */
public sealed interface Check {
    /** The token counts, and its session lives. */
    record Admitted(Jwt jwt, Seat seat) implements Check {}

    /**
     * The token lets nobody in.
     *
     * @param reason for logs and operators; {@link Reason#UNKNOWN} where its session does not live, {@link Reason#REVOKED}
     *     where its family was ended
     */
    record Refused(Reason reason) implements Check {}
}
