package dev.yorozu.oauth;

import dev.yorozu.keyspace.KeyPattern;
import java.time.Duration;

/**
 * When and how tokens are renewed.
 *
 * @param lock has one part, what stands for the session's id in keys
 * @param waitTimeout how long others wait for the one that renews
 */
public record RenewalPolicy(KeyPattern lock, Duration waitTimeout) {
    /** Tokens that end within this time are renewed. */
    static final Duration DUE_WITHIN = Duration.ofSeconds(30);

    static final Duration LOCK_LIFE = Duration.ofSeconds(5);

    /** Shorter than the lock lives, so that a slow provider does not let two renew at once. */
    static final Duration PROVIDER_TIMEOUT = LOCK_LIFE.minusSeconds(1);

    /** As documented: others wait for 1.5 s. */
    public static RenewalPolicy documented(KeyPattern lock) {
        return new RenewalPolicy(lock, Duration.ofMillis(1500));
    }
}
