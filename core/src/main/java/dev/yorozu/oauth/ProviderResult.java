package dev.yorozu.oauth;

/**
 * What came of asking a provider.
 *
 * @param <T> what is read out of its answer: tokens, or whose access token it is
 */
public sealed interface ProviderResult<T> {
    record Success<T>(T value) implements ProviderResult<T> {}

    /**
     * Nothing was given.
     *
     * @param status the provider's own, else that of a gateway without an answer
     * @param detail what the provider said, shortened and without secrets
     */
    record Failed<T>(Reason reason, int status, String detail) implements ProviderResult<T> {
        /** The status with which a relay passes the failure on: what is no error, and yet failed, is an answer of no use. */
        public int relayed() {
            return status >= 400 && status <= 599 ? status : BAD_GATEWAY;
        }

        /** Whether the provider does not know the access token any more. */
        public boolean isUnauthorized() {
            return status == UNAUTHORIZED;
        }
    }

    /** Why nothing was given. */
    enum Reason {
        /** The code or the refresh token is used up, withdrawn or unknown: it will never work again. */
        INVALID_GRANT,
        /** The provider answered anything else: what it was asked with may still be good. */
        DENIED,
        /** The provider may have done what it was asked. */
        TIMED_OUT,
        UNREACHABLE
    }

    int UNAUTHORIZED = 401;
    int BAD_GATEWAY = 502;
    int GATEWAY_TIMEOUT = 504;
}
