package dev.yorozu.server.bucket;

import java.time.Duration;

/**
 * How patiently a storage is asked.
 *
 * @param timeout how long one request may take, with all bytes of one part
 * @param attempts how often a request is sent at most
 * @param pause before the second attempt; doubled before each further one
 * @param partBytes how much is sent and fetched in one request; a storage takes no less than 5 MiB, but for the last part
 */
public record BucketPolicy(Duration timeout, int attempts, Duration pause, int partBytes) {
    /** A part takes its time also on a line of a megabit a second. */
    public static final BucketPolicy STANDARD =
            new BucketPolicy(Duration.ofMinutes(3), 4, Duration.ofMillis(500), 8 << 20);

    /** How many parts a storage takes for one file. */
    static final int MOST_PARTS = 10_000;

    public BucketPolicy {
        if (attempts < 1 || partBytes < 1) {
            throw new IllegalArgumentException("A request is sent once at least, and a part holds something");
        }
    }
}
