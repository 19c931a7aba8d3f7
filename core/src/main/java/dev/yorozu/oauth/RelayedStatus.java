package dev.yorozu.oauth;

/** With which status a relay passes on that a provider did not do what it was asked. */
final class RelayedStatus {
    /** There is no answer, or one that nothing can be made of. */
    static final int NO_USE = 502;

    static final int NOT_IN_TIME = 504;

    private RelayedStatus() {}

    /** The provider's own where it reports an error; what is none, and yet failed, is an answer of no use. */
    static int of(int status) {
        return status >= 400 && status <= 599 ? status : NO_USE;
    }
}
