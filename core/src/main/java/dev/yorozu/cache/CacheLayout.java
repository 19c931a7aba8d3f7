package dev.yorozu.cache;

import dev.yorozu.keyspace.CacheKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Key;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Where a cache lies. The three keys of an id share a partition; an id that the keys cannot hold is a fault of the caller.
 *
 * @param value where the copy of this id lies
 * @param lease where the token of the caller lies that loads it
 * @param writers where the tokens of the callers lie that change it
 * @param values what the names of all copies begin with, and no other names do
 * @param leases what the names of all leases begin with, and no other names do
 */
public record CacheLayout(
        Function<String, Key> value,
        Function<String, Key> lease,
        Function<String, Key> writers,
        String values,
        String leases) {
    private static final String QUOTA = "quota-";

    /** {@code cache:profile:{user_id}}. */
    public static final CacheLayout PROFILES = of("profile", UserKeys.PROFILE);

    /** {@code cache:account:{user_id}}. */
    public static final CacheLayout ACCOUNTS = of("account", UserKeys.ACCOUNT);

    /** {@code membership:{patreonUserId}}. */
    public static final CacheLayout MEMBERSHIPS = of("membership", PatreonKeys.MEMBERSHIP);

    /** {@code cache/auth:{sessionToken}}. */
    public static final CacheLayout AUTHENTICATIONS = of("auth", PatreonKeys.AUTHENTICATION);

    /**
     * {@code cache/quota:{userId}:{yearMonth}}, by ids such as {@code 2026-03.7b0c…}: the month, then the user. The name of
     * a lease has the month in it, so that all keys of an id share the user's partition.
     */
    public static final CacheLayout QUOTAS = new CacheLayout(
            id -> quota(id, (month, user) -> PatreonKeys.QUOTA.key(user, month)),
            id -> quota(id, (month, user) -> CacheKeys.LEASE.key(QUOTA + month, user)),
            id -> quota(id, (month, user) -> CacheKeys.WRITERS.key(QUOTA + month, user)),
            PatreonKeys.QUOTA.prefix(),
            CacheKeys.LEASE.prefix() + QUOTA);

    public CacheLayout {
        if (values.isEmpty() || leases.isEmpty()) {
            throw new IllegalArgumentException("A cache needs names that can be told from others by their beginning");
        }
    }

    /**
     * The layout of a cache whose copies lie at keys with the id as their only part, which is also their partition.
     *
     * @param name tells its leases from those of other caches
     */
    public static CacheLayout of(String name, KeyPattern value) {
        return new CacheLayout(
                value::key,
                id -> CacheKeys.LEASE.key(name, id),
                id -> CacheKeys.WRITERS.key(name, id),
                value.prefix(),
                CacheKeys.LEASE.prefix() + name + ":");
    }

    private static Key quota(String id, BiFunction<String, String, Key> key) {
        int dot = id.indexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException("Not a month and a user");
        }
        return key.apply(id.substring(0, dot), id.substring(dot + 1));
    }
}
