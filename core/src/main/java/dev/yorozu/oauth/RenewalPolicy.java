package dev.yorozu.oauth;

import dev.yorozu.keyspace.KeyPattern;
import java.time.Duration;

/**
 * When and how tokens are renewed.
 *
 * @param lock has one part, what stands for the session's id in keys
 * @param dueWithin tokens that end within this time are renewed
 * @param lockLife longer than a provider may take for a renewal
 * @param patience how long others wait for the one that renews
 */
public record RenewalPolicy(KeyPattern lock, Duration dueWithin, Duration lockLife, Duration patience) {
    public RenewalPolicy {
        if (lockLife.compareTo(ProviderCalls.RENEWAL_PATIENCE) <= 0) {
            throw new IllegalArgumentException("A lock on a renewal must outlive the call to the provider");
        }
    }

    /** As documented: due within 30 s, locked for 5 s, awaited for 1.5 s. */
    public static RenewalPolicy documented(KeyPattern lock) {
        return new RenewalPolicy(lock, Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofMillis(1500));
    }

    /** The same, with others who wait for this long. */
    public RenewalPolicy awaited(Duration patience) {
        return new RenewalPolicy(lock, dueWithin, lockLife, patience);
    }
}
