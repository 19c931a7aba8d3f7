package dev.yorozu.token;

import dev.yorozu.jwt.Verification;

/** Whether an access token counts, whatever its signature says. */
public sealed interface Standing {
    record Live() implements Standing {}

    /** @param reason one of those that the store gives: revoked, invalidated, unknown */
    record Revoked(Verification.Reason reason) implements Standing {}
}
