package dev.yorozu.limit.attempt;

import java.time.Duration;

/** Whether one more try may be made. */
public sealed interface Attempt {
    /**
     * The try is counted, and may be made now.
     *
     * @param subject whose try it is
     * @param mark tells it from the subject's other tries
     * @param remaining how many more may fail, if this one does
     */
    record Allowed(String subject, String mark, long remaining) implements Attempt {}

    /**
     * There were too many: the try must not be made.
     *
     * @param retryAfter how long until one may be
     */
    record Refused(Duration retryAfter) implements Attempt {
        /** Whole seconds to wait, rounded up: after so many a try may be made. */
        public long retryAfterSeconds() {
            return retryAfter.toSeconds() + (retryAfter.toNanosPart() > 0 ? 1 : 0);
        }
    }
}
