package dev.yorozu.server.operate.backup.scheduled;

import java.time.Duration;
import java.time.Instant;

/**
 * A backup that was made and verified.
 *
 * @param at when it was begun: it holds nothing that came later but what a walk met on its way
 * @param place where it lies, with the machine where that is a directory
 * @param sha256 of the file as it lies there, in hexadecimal
 * @param verified when it was last read as a whole and found to be sound
 */
public record Made(
        String name, String place, Instant at, long bytes, long keys, Duration took, String sha256, Instant verified) {
    Made verified(Instant now) {
        return new Made(name, place, at, bytes, keys, took, sha256, now);
    }

    /** One that was found where backups lie, of which nobody has told anything. */
    static Made found(Stored stored, String place) {
        return new Made(stored.name(), place, stored.at(), stored.bytes(), 0, Duration.ZERO, "", Instant.EPOCH);
    }
}
