package dev.yorozu.limit;

import dev.yorozu.store.RoundTrip;

/** Decides on requests by how many the same client made before. Safe for use by many threads. */
public interface RateLimiter {
    /** Counts one request of a client, and decides on it. Throws no {@code StoreException}: the policy says what happens then. */
    Decision check(WindowPolicy policy, String id);

    /** As {@link #check(WindowPolicy, String)}, with a trip. */
    RoundTrip.Answer<Decision> check(RoundTrip trip, WindowPolicy policy, String id);
}
