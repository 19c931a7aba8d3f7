package dev.yorozu.server.systems.oidc;

/**
 * What came of checking a token of the provider's.
 *
 * @param <T> what a genuine one tells
 */
sealed interface Verdict<T> {
    record Genuine<T>(T told) implements Verdict<T> {}

    /**
     * Not a token for us.
     *
     * @param why for the log; shows nothing of the token
     */
    record Refused<T>(String why) implements Verdict<T> {}
}
