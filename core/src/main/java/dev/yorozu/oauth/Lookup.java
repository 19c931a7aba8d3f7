package dev.yorozu.oauth;

/**
 * What came of asking a provider whose access token it is.
 *
 * @param <T> what is read out of the answer
 */
public sealed interface Lookup<T> {
    record Found<T>(T user) implements Lookup<T> {}

    /** Nobody was named. */
    sealed interface Failed<T> extends Lookup<T> {
        /** The status with which a relay passes the failure on; see {@link RelayedStatus}. */
        int relayed();
    }

    /**
     * The provider answered, and named nobody.
     *
     * @param detail what it said, shortened and without secrets
     */
    record Denied<T>(int status, String detail) implements Failed<T> {
        @Override
        public int relayed() {
            return RelayedStatus.of(status);
        }
    }

    record TimedOut<T>() implements Failed<T> {
        @Override
        public int relayed() {
            return RelayedStatus.NOT_IN_TIME;
        }
    }

    record Unreachable<T>() implements Failed<T> {
        @Override
        public int relayed() {
            return RelayedStatus.NO_USE;
        }
    }
}
