package dev.yorozu.limit.attempt;

import java.time.Duration;

/**
 * What became of a guess of a password.
 *
 * @param <T> what looking at it gives
 */
public sealed interface Guess<T> {
    /**
     * It was made.
     *
     * @param outcome what it gave
     * @param remaining how many more of this address may fail
     */
    record Made<T>(T outcome, long remaining) implements Guess<T> {}

    /**
     * There were too many: the password was not looked at.
     *
     * @param retryAfter how long to wait until it may be
     */
    record Refused<T>(Duration retryAfter) implements Guess<T> {
        /** Whole seconds to wait, rounded up. */
        public long retryAfterSeconds() {
            return new Attempt.Refused(retryAfter).retryAfterSeconds();
        }
    }

    /** What a password that was looked at turned out to be. */
    enum Verdict {
        RIGHT,
        WRONG,
        /** There was nothing to guess. */
        NO_GUESS
    }
}
