package dev.yorozu.limit.attempt;

import java.time.Duration;

/** Whether one more attempt may be made. */
public sealed interface Attempt {
    /**
     * The attempt is counted, and may be made now.
     *
     * @param subject whose attempt it is
     * @param mark tells it from the subject's other attempts
     * @param remaining how many more may fail, if this one does
     */
    record Allowed(String subject, String mark, long remaining) implements Attempt {}

    /**
     * There were too many: the attempt must not be made.
     *
     * @param retryAfter how long until one may be
     */
    record Refused(Duration retryAfter) implements Attempt {}
}
