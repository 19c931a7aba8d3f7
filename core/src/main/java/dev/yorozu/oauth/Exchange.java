package dev.yorozu.oauth;

/** What came of exchanging a code for tokens. */
public sealed interface Exchange {
    record Granted(Grant grant) implements Exchange {}

    /** Nothing was granted. */
    sealed interface Failed extends Exchange {
        /** The status with which a relay passes the failure on; see {@link RelayedStatus}. */
        int relayed();
    }

    /**
     * The provider answered, and granted nothing.
     *
     * @param detail what it said, shortened and without secrets
     */
    record Denied(int status, String detail) implements Failed {
        @Override
        public int relayed() {
            return RelayedStatus.of(status);
        }
    }

    record TimedOut() implements Failed {
        @Override
        public int relayed() {
            return RelayedStatus.NOT_IN_TIME;
        }
    }

    record Unreachable() implements Failed {
        @Override
        public int relayed() {
            return RelayedStatus.NO_USE;
        }
    }
}
