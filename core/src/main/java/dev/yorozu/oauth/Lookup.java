package dev.yorozu.oauth;

/** What came of asking a provider whose access token it is. */
public sealed interface Lookup {
    record Found(User user) implements Lookup {}

    /**
     * The provider answered, and named nobody.
     *
     * @param detail what it said, shortened and without secrets
     */
    record Denied(int status, String detail) implements Lookup {}

    record TimedOut() implements Lookup {}

    record Unreachable() implements Lookup {}
}
