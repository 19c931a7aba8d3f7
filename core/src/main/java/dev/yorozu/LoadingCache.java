package dev.yorozu;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.CacheFormat;
import dev.yorozu.cache.CacheLayout;
import dev.yorozu.cache.CachePolicy;
import dev.yorozu.cache.CacheStats;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.KeyPattern;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Copies of what is slow to ask for, shared by all servers, with the loader that asks.
 *
 * <pre>{@code
 * LoadingCache<String> profiles = yorozu.cache("profiles", id -> Optional.of("profile of " + id));
 * out.println(profiles.get("花子").orElse("nobody"));
 * }</pre>
 *
 * <p>However many miss the same id at once, one loads. What is asked after {@link #change} or {@link #forget} has returned
 * was loaded after it, on every server. Reading never fails on account of the store: the value is then loaded and not kept.
 * What the loader throws reaches the caller. Make one for each name and keep it. Safe for use by many threads.
 */
public final class LoadingCache<V> {
    private final Context context;
    private final Cache<V> cache;
    private final Function<String, Optional<V>> loader;

    LoadingCache(Builder builder, CacheFormat<V> format, Function<String, Optional<V>> loader) {
        this.context = builder.context;
        this.loader = loader;
        this.cache =
                new Cache<>(context.store(), builder.layout, builder.policy, format, context.random(), context.clock());
    }

    /**
     * The kept copy, or what the loader gives; empty when there is nothing.
     *
     * @param id any text
     */
    public Optional<V> get(String id) {
        context.requireOpen();
        return cache.get(id, () -> loader.apply(id)).value();
    }

    /** Forgets an id whose truth was changed elsewhere; true when there was a copy. */
    public boolean forget(String id) {
        return cache.invalidate(id);
    }

    /** Changes the truth behind an id; no copy of what was before outlives it, whether the action returns or throws. */
    public <R> R change(String id, Supplier<R> action) {
        return cache.write(id, action);
    }

    /** What this cache has done in this process. */
    public CacheStats stats() {
        return cache.stats();
    }

    /** What can be chosen of a cache. */
    public static final class Builder {
        private final Context context;
        private CacheLayout layout;
        private CachePolicy policy = CachePolicy.of(Duration.ofMinutes(10));

        Builder(Context context, String name) {
            this.context = context;
            KeyPattern values = AppKeys.CACHE.within(name);
            KeyPattern leases = AppKeys.CACHE_LEASE.within(name);
            KeyPattern writers = AppKeys.CACHE_WRITERS.within(name);
            this.layout = new CacheLayout(values::key, leases::key, writers::key, values.prefix(), leases.prefix());
        }

        /** How long a copy is kept; ten minutes unless it is said. */
        public Builder life(Duration length) {
            return policy(new CachePolicy(length, policy.absentLife(), policy.lease(), policy.waitTimeout()));
        }

        /** How long it is kept that there is nothing; unless it is said, the loader is asked each time. */
        public Builder absentLife(Duration length) {
            return policy(policy.withAbsentLife(length));
        }

        public Builder policy(CachePolicy whole) {
            this.policy = whole;
            return this;
        }

        /** Keeps copies at documented keys. */
        public Builder layout(CacheLayout documented) {
            this.layout = documented;
            return this;
        }
    }
}
