package dev.yorozu.oauth;

/** What came of asking a provider for new tokens in place of old ones. */
public sealed interface Renewal {
    record Granted(Grant grant) implements Renewal {}

    /** The refresh token is used up, withdrawn or unknown: it will never work again. */
    record InvalidGrant() implements Renewal {}

    /**
     * Anything else: the refresh token may still be good.
     *
     * @param detail what went wrong, shortened and without secrets
     */
    record Trouble(String detail) implements Renewal {}
}
