package dev.yorozu.login;

import dev.yorozu.jwt.Verification.Reason;

/** What became of a refresh token that somebody presented. */
public sealed interface Refresh {
    /** It was spent for a new pair. */
    record Refreshed(Tokens tokens) implements Refresh {}

    /** It had been spent a moment ago: the same pair once more. */
    record Repeated(Tokens tokens) implements Refresh {}

    /**
     * It had been spent before, and somebody else may hold it: all sessions of its user were ended.
     *
     * @param ended how many
     */
    record Reused(String user, int ended) implements Refresh {}

    /** It was revoked by its id; its session is ended. */
    record Revoked() implements Refresh {}

    /** Its session does not live. */
    record NoSession() implements Refresh {}

    /** Its user is not admitted any more. Nothing was spent. */
    record NotAdmitted() implements Refresh {}

    /** It is no refresh token that could count, whatever the store says. */
    record Invalid(Reason reason) implements Refresh {}
}
