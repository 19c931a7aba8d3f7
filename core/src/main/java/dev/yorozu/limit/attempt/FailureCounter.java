package dev.yorozu.limit.attempt;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Guard;
import java.time.Duration;
import java.time.Instant;

/** Where the failed attempts of subjects are counted: in the partition of the subject, where those under way are listed too. */
interface FailureCounter {
    /** A subject that nothing is known of, taken to have no failed attempt. */
    Seen none(String subject, Instant now);

    /** What is counted of a subject. */
    Seen look(String subject, Instant now);

    /**
     * What was seen of a subject.
     *
     * @param count how many attempts failed
     * @param guard holds unless there are more by now
     * @param retryAfter how long until there is room for another, where the limit is reached
     */
    record Seen(long count, Guard guard, Duration retryAfter) {}

    /**
     * Adds one to a batch that has begun, and applies it.
     *
     * @param mark tells the attempt from the subject's others
     * @return how many there are with it
     */
    long add(Batch.Builder batch, String subject, String mark, Instant now);

    /** Has a batch forget those of a subject whose attempt succeeded, where these do not count any longer. */
    void forgive(Batch.Builder batch, String subject, Instant now);
}
