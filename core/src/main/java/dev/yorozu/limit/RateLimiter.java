package dev.yorozu.limit;

import dev.yorozu.store.RoundTrip;

/** Decides on requests by how many the same client made before. Safe for use by many threads. */
public interface RateLimiter {
    /** Counts one request of a client, and decides on it. Throws no {@code StoreException}: the policy says what happens then. */
    Decision check(WindowPolicy policy, String id);

    /** As {@link #check(WindowPolicy, String)}, with a trip. */
    default RoundTrip.Answer<Decision> check(RoundTrip trip, WindowPolicy policy, String id) {
        return check(trip, policy, id, 1);
    }

    /** As the other, of a request that counts as so many. One that is denied counts as none. */
    RoundTrip.Answer<Decision> check(RoundTrip trip, WindowPolicy policy, String id, long cost);
}
