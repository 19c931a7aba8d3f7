package dev.yorozu.server.doors.redis;

import java.time.Duration;

/**
 * How long a client may take.
 *
 * @param idle between two commands
 * @param pause within a command and for an answer, beside what their bytes take at the least rate
 * @param bytesPerSecond the least rate
 */
record ClientPatience(Duration idle, Duration pause, int bytesPerSecond) {
    /** How long so many bytes may take, in nanoseconds. */
    long nanos(long bytes) {
        return pause.toNanos() + bytes * 1_000_000_000L / bytesPerSecond;
    }
}
