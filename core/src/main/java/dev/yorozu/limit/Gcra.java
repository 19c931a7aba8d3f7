package dev.yorozu.limit;

import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Result;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Spreads requests evenly, with the whole limit as the greatest burst: the generic cell rate algorithm, computed near
 * the data with the store's clock, in one round trip for each request.
 *
 * <p>In no span of time as long as the window do more than twice the limit pass, and in the long run exactly the limit.
 * Relaxed or deferred, as {@link FixedWindow} is. Safe for use by many threads.
 */
public final class Gcra implements RateLimiter {
    private final Store store;
    private final CounterWriter counters;
    private final RateLayout layout;
    private final InstantSource clock;

    /** At the keys of the server. */
    public Gcra(Store store, InstantSource clock) {
        this(store, RateLayout.GENERAL, clock, Durability.RELAXED);
    }

    /** @param durability what a count has reached when its request is decided on */
    public Gcra(Store store, RateLayout layout, InstantSource clock, Durability durability) {
        this.store = store;
        this.counters = new CounterWriter(store, durability);
        this.layout = layout;
        this.clock = clock;
    }

    /** Counts one request of a client if it may pass, and decides on it. Never throws a {@link StoreException}. */
    @Override
    public Decision check(WindowPolicy policy, String id) {
        return RoundTrip.ask(store, trip -> check(trip, policy, id));
    }

    @Override
    public RoundTrip.Answer<Decision> check(RoundTrip trip, WindowPolicy policy, String id, long cost) {
        Instant now = clock.instant();
        Key key = layout.key(policy.name(), id);
        RoundTrip.Answer<Result> counted =
                counters.apply(trip, policy, new Write.Throttle(key, policy.limit(), policy.window(), cost));
        return () -> {
            try {
                Result.Decision decided = (Result.Decision) counted.get();
                return new Decision(
                        decided.allowed(),
                        policy.limit(),
                        decided.remaining(),
                        now.plus(decided.resetAfter()),
                        decided.retryAfter());
            } catch (StoreException fault) {
                return Decision.withoutStore(policy, now);
            }
        };
    }
}
