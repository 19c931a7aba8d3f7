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
 * Counts requests in fixed windows: one counter for each client and window, one round trip for each request.
 *
 * <p>Exact under any concurrency within a window: of all requests the first {@code limit} pass. Around the border of two
 * windows twice the limit may pass in less time than a window, which is how the documented systems count; {@link Gcra}
 * spreads evenly instead. Counters are relaxed: a machine that stops forgets the last of them; who makes the limit may have it
 * count {@linkplain Durability#DEFERRED deferred} instead, where its policy lets requests pass uncounted. Safe for use by many threads, and no method throws a
 * {@link StoreException}: a limit never breaks what it limits.
 *
 * <p>A counter has its end from its first instant, because the write that makes it sets both. Other programs that count
 * at the same keys may make one and die before they give it an end; the next request gives it the end that it should have.
 *
 * <p>A client that was denied and asks again within a second is denied from memory; {@link DenialCache} says what that means.
 */
public final class FixedWindow implements RateLimiter {
    private final Store store;
    private final CounterWriter counters;
    private final DenialCache denials;
    private final WindowLayout layout;
    private final InstantSource clock;

    public FixedWindow(Store store, WindowLayout layout, InstantSource clock) {
        this(store, layout, clock, Durability.RELAXED);
    }

    /** @param durability what a count has reached when its request is decided on */
    public FixedWindow(Store store, WindowLayout layout, InstantSource clock, Durability durability) {
        this.store = store;
        this.denials = new DenialCache(store);
        this.counters = new CounterWriter(store, durability);
        this.layout = layout;
        this.clock = clock;
    }

    /** A request that is denied from memory adds nothing to the trip. */
    @Override
    public RoundTrip.Answer<Decision> check(RoundTrip trip, WindowPolicy policy, String id, long cost) {
        Instant now = clock.instant();
        Window window = Window.of(policy, now);
        Write.Add add = new Write.Add(
                layout.key().apply(window, id), cost, layout.life().apply(window, now), true);
        if (denials.holds(add.key(), now)) {
            return () -> Decision.denied(policy, window.end(), now);
        }
        RoundTrip.Answer<Result> counted = counters.apply(trip, policy, add);
        return RoundTrip.Answer.once(() -> {
            try {
                long count = ((Result.Number) counted.get()).value();
                if (count > policy.limit()) {
                    turnedAway(policy, add, count, now);
                }
                return Decision.counted(policy, count, window.end(), now);
            } catch (StoreException fault) {
                return Decision.withoutStore(policy, now);
            }
        });
    }

    /** Counts one request of a client, and decides on it. */
    @Override
    public Decision check(WindowPolicy policy, String id) {
        return RoundTrip.ask(store, trip -> check(trip, policy, id));
    }

    /** What a larger request was counted as is given back, since a smaller one may still pass. */
    private void turnedAway(WindowPolicy policy, Write.Add add, long count, Instant now) {
        if (count - add.delta() < policy.limit()) {
            counters.giveBack(add);
        } else {
            denials.remember(add.key(), now);
        }
    }

    /**
     * Takes one request back that was counted and then not made. A counter that has ended meanwhile is not made again, and
     * none falls below zero.
     *
     * @param counted what was decided on that request
     */
    public void giveBack(WindowPolicy policy, String id, Decision counted) {
        Instant now = clock.instant();
        Window window = Window.of(policy, counted.reset().minus(policy.window()));
        if (now.isBefore(window.end())) {
            Key key = layout.key().apply(window, id);
            counters.giveBack(new Write.Add(key, 1, layout.life().apply(window, now)));
            denials.forget(key);
        }
    }
}
