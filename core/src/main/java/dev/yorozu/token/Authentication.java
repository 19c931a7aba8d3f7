package dev.yorozu.token;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.session.Session;
import java.util.Optional;

/** What became of an access token that was presented. */
public sealed interface Authentication {
    /**
     * The token counts.
     *
     * @param session the living session on which it hangs, of which it may show no more than user, id and times; empty where
     *     none does
     */
    record Granted(Jwt jwt, Optional<Session> session) implements Authentication {}

    /**
     * The token grants no access.
     *
     * @param reason for logs and operators; {@link Reason#UNKNOWN} where its session does not live
     */
    record Denied(Reason reason) implements Authentication {}
}
