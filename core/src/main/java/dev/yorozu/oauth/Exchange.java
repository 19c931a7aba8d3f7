package dev.yorozu.oauth;

/** What came of exchanging a code for tokens. */
public sealed interface Exchange {
    record Granted(Grant grant) implements Exchange {}

    /**
     * The provider answered, and granted nothing.
     *
     * @param detail what it said, shortened and without secrets
     */
    record Denied(int status, String detail) implements Exchange {}

    record TimedOut() implements Exchange {}

    record Unreachable() implements Exchange {}
}
