package dev.yorozu.login;

import dev.yorozu.jwt.Verification.Reason;

/** What became of an access token that somebody presented. */
public sealed interface Check {
    /** The token counts. */
    record Admitted(Caller caller) implements Check {}

    /**
     * The token lets nobody in.
     *
     * @param reason for logs and operators; {@link Reason#UNKNOWN} where its session does not live
     */
    record Refused(Reason reason) implements Check {}
}
