package dev.yorozu.oauth;

/** What came of asking a provider for new tokens in place of old ones. */
public sealed interface Renewal {
    record Granted(Grant grant) implements Renewal {}

    /** Nothing was granted. */
    sealed interface Failed extends Renewal {
        /** The status with which a relay passes the failure on; see {@link RelayedStatus}. */
        int relayed();
    }

    /** The refresh token is used up, withdrawn or unknown: it will never work again. */
    record InvalidGrant(int relayed) implements Failed {}

    /**
     * Anything else: the refresh token may still be good.
     *
     * @param detail what went wrong, shortened and without secrets
     */
    record Trouble(int relayed, String detail) implements Failed {}
}
