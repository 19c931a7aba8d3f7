package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is to be written at a key.
 *
 * @param life the words that SET takes for it; none for a value that does not end
 */
record KvWrite(Bytes value, List<Bytes> life, Optional<KvMetadata> metadata) {
    /** Cloudflare takes no shorter life. */
    private static final long SHORTEST_SECONDS = 60;

    private static final long LONGEST_SECONDS = Duration.ofDays(365_000).toSeconds();

    /**
     * The end that a client asks for; a life goes before an instant, as in Cloudflare's.
     *
     * @param expiration in seconds since 1970
     * @param expirationTtl in seconds from now on
     */
    static List<Bytes> life(Optional<String> expiration, Optional<String> expirationTtl, Instant now) {
        if (expirationTtl.isPresent()) {
            long seconds = seconds("expiration_ttl", expirationTtl.get());
            if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS) {
                throw KvErrors.invalid("Invalid expiration_ttl: it must be at least " + SHORTEST_SECONDS + ".");
            }
            return List.of(Bytes.of("EX"), Bytes.of(seconds));
        }
        if (expiration.isEmpty()) {
            return List.of();
        }
        long end = seconds("expiration", expiration.get());
        if (end < now.getEpochSecond() + SHORTEST_SECONDS || end > Expiry.LAST.getEpochSecond()) {
            throw KvErrors.invalid("Invalid expiration: it must lie at least " + SHORTEST_SECONDS
                    + " seconds ahead, in seconds since 1970.");
        }
        return List.of(Bytes.of("EXAT"), Bytes.of(end));
    }

    private static long seconds(String name, String text) {
        if (!text.matches("[0-9]{1,15}")) {
            throw KvErrors.invalid("Invalid " + name + ": it must be a whole number of seconds.");
        }
        return Long.parseLong(text);
    }
}
