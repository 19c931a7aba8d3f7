package dev.yorozu.store.redis;

import dev.yorozu.store.StoreException;
import java.time.Duration;

/**
 * Where Redis is and how long to wait for it.
 *
 * <p>The URL is one of
 *
 * <ul>
 *   <li>{@code redis://[user:password@]host[:port][/database]}, a server of its own; {@code rediss://} for TLS
 *   <li>{@code redis-sentinel://[user:password@]host[:port],host[:port]…[/database]#master-name}, the master that these
 *       sentinels name; user and password are those of the master and its replicas
 *   <li>{@code redis-cluster://[user:password@]host[:port],host[:port]…}, a cluster that some of these nodes belong to
 *   <li>{@code upstash:https://host}, a database of Upstash by its REST address, with its token apart
 * </ul>
 *
 * <p>A user without a password is not possible; a password without a user is written {@code :password@}. Characters with
 * a meaning in URLs are percent-encoded.
 *
 * @param timeout how long any call may take
 * @param token the token of Upstash; empty for all others
 * @param confirmation what durable batches wait for; nothing with Upstash
 */
public record RedisSettings(String url, Duration timeout, String token, Confirmation confirmation) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    public RedisSettings {
        if (timeout.toMillis() < 1) {
            throw new StoreException.CannotOpen("The timeout of the store must be at least a millisecond");
        }
    }

    public static RedisSettings of(String url) {
        return new RedisSettings(url, DEFAULT_TIMEOUT, "", Confirmation.NONE);
    }

    public RedisSettings withTimeout(Duration other) {
        return new RedisSettings(url, other, token, confirmation);
    }

    public RedisSettings withToken(String other) {
        return new RedisSettings(url, timeout, other, confirmation);
    }

    public RedisSettings withConfirmation(Confirmation other) {
        return new RedisSettings(url, timeout, token, other);
    }

    /** Neither the URL nor the token is shown: both may hold secrets. */
    @Override
    public String toString() {
        return "RedisSettings[" + timeout.toMillis() + " ms]";
    }
}
