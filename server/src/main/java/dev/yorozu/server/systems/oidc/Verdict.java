package dev.yorozu.server.systems.oidc;

/** What came of checking an ID token. */
sealed interface Verdict {
    record Genuine(Identity identity) implements Verdict {}

    /**
     * Not a token for us.
     *
     * @param why for the log; shows nothing of the token
     */
    record Refused(String why) implements Verdict {}
}
