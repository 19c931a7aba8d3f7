package dev.yorozu;

/** What became of a refresh token that was presented. */
public sealed interface TokenRefresh {
    /** It was spent for this pair. A retry within the grace (10 seconds) is given the same refresh token. */
    record Refreshed(TokenPair tokens) implements TokenRefresh {}

    /** It had been spent before, so that a second party may hold it: its login was ended. */
    record Reused(String user) implements TokenRefresh {}

    /** It is no token that lives. */
    record Refused() implements TokenRefresh {}
}
