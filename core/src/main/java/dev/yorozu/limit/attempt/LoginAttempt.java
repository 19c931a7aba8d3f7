package dev.yorozu.limit.attempt;

import dev.yorozu.limit.Decision;
import java.time.Duration;

/**
 * What came of an attempt to sign in with a password.
 *
 * @param <T> what checking the password gives
 */
public sealed interface LoginAttempt<T> {
    /**
     * The password was checked.
     *
     * @param outcome what that gave
     * @param remaining how many more of this address may fail
     */
    record Checked<T>(T outcome, long remaining) implements LoginAttempt<T> {}

    /**
     * There were too many: the password was not checked.
     *
     * @param retryAfter how long to wait until it may be
     */
    record Refused<T>(Duration retryAfter) implements LoginAttempt<T> {
        /** Whole seconds to wait, rounded up. */
        public long retryAfterSeconds() {
            return Decision.wholeSeconds(retryAfter);
        }
    }

    /** What a password turned out to be. */
    enum Verdict {
        CORRECT,
        WRONG,
        /** There was nothing to check it against: the attempt does not count. */
        NOT_CHECKED
    }
}
