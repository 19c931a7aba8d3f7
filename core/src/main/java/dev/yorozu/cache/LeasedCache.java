package dev.yorozu.cache;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.util.Optional;

/**
 * A cache whose loads happen elsewhere: who misses an id is given a lease, loads, and brings the copy with it. {@link Leases}
 * says what a lease means. What is asked after {@link #invalidate} has returned was loaded after it, on every server. Safe for
 * use by many threads.
 */
public final class LeasedCache {
    private final Store store;
    private final CacheLayout layout;
    private final Leases leases;

    public LeasedCache(Store store, CacheLayout layout, CachePolicy policy, RandomTokens random) {
        this.store = store;
        this.layout = layout;
        this.leases = new Leases(store, layout, policy, random);
    }

    /** What is known of an id. */
    public sealed interface Lookup {
        record Hit(Bytes copy) implements Lookup {}

        /** The caller loads, and brings what it loaded with this lease. */
        record Miss(String lease) implements Lookup {}

        /** Another caller loads: ask again in a moment, or load without a lease. */
        record Loading() implements Lookup {}
    }

    /** The copy alone; whoever misses it loads nothing for others. */
    public Optional<Bytes> find(String id) {
        return store.get(layout.value().apply(id));
    }

    public Lookup look(String id) {
        Optional<Bytes> copy = find(id);
        if (copy.isPresent()) {
            return new Lookup.Hit(copy.get());
        }
        return switch (leases.claim(id, any -> true)) {
            case LeaseResult.Granted granted -> new Lookup.Miss(granted.token());
            case LeaseResult.Present present -> new Lookup.Hit(present.copy());
            case LeaseResult.Held held -> new Lookup.Loading();
            case LeaseResult.Blocked blocked -> new Lookup.Loading();
        };
    }

    /** Keeps what was loaded; false when the lease has ended, and what was loaded may be old. */
    public boolean fill(String id, String lease, Bytes copy, Duration life) {
        return leases.fill(id, lease, copy, life);
    }

    /** Gives a lease back whose load failed, so that the next caller need not wait for it; false when it had ended. */
    public boolean release(String id, String lease) {
        return leases.release(id, lease);
    }

    /** Forgets an id, and what is being loaded for it; true when there was a copy. */
    public boolean invalidate(String id) {
        return leases.invalidate(id);
    }
}
