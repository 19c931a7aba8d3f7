package dev.yorozu.cache;

import dev.yorozu.keyspace.CacheKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Key;
import java.util.function.Function;

/**
 * Where a cache lies. The three keys of an id share a partition; an id that the keys cannot hold is a fault of the caller.
 *
 * @param value where the copy of this id lies
 * @param lease where it is said who loads it
 * @param writers where it is said who changes it
 * @param values what the names of all copies begin with, and no other names do
 * @param leases what the names of all leases begin with, and no other names do
 */
public record CacheLayout(
        Function<String, Key> value,
        Function<String, Key> lease,
        Function<String, Key> writers,
        String values,
        String leases) {
    /** {@code cache:profile:{user_id}}. */
    public static final CacheLayout PROFILES = of("profile", UserKeys.PROFILE);

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
}
