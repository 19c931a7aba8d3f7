package dev.yorozu.limit;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Counts requests in windows that slide: what passed in the last window counts by the share of it that still lies in sight, as
 * if it had come evenly. One round trip for each request, and one more for one that is denied, which gives back what it was
 * counted as. Until then a concurrent request can be denied that would just have passed; none passes that is too many.
 *
 * <p>Relaxed or deferred, as {@link FixedWindow} is. Safe for use by many threads, and throws no {@link StoreException}.
 */
public final class SlidingWindow implements RateLimiter {
    private final Store store;
    private final CounterWriter counters;
    private final WindowLayout layout;
    private final InstantSource clock;

    /** @param layout where counters lie, each until the window after its own has passed */
    public SlidingWindow(Store store, WindowLayout layout, InstantSource clock, Durability durability) {
        this.store = store;
        this.counters = new CounterWriter(store, durability);
        this.layout = layout;
        this.clock = clock;
    }

    @Override
    public Decision check(WindowPolicy policy, String id) {
        return RoundTrip.ask(store, trip -> check(trip, policy, id));
    }

    @Override
    public RoundTrip.Answer<Decision> check(RoundTrip trip, WindowPolicy policy, String id, long cost) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        Window window = Window.of(policy, now);
        Window last = Window.of(policy, window.start().minusMillis(1));
        Write.Add add = new Write.Add(
                layout.key().apply(window, id), cost, layout.life().apply(window, now), true);
        RoundTrip.Answer<Optional<Bytes>> before =
                trip.read(new Read.Get(layout.key().apply(last, id)));
        RoundTrip.Answer<Result> counted = counters.apply(trip, policy, add);
        return RoundTrip.Answer.once(() -> {
            try {
                long count = ((Result.Number) counted.get()).value();
                Sight sight = new Sight(policy.limit(), window, past(before), count, cost);
                if (sight.used(now) > policy.limit()) {
                    counters.giveBack(add);
                    return sight.denied(now);
                }
                return sight.allowed(now);
            } catch (StoreException fault) {
                return Decision.withoutStore(policy, now);
            }
        });
    }

    /** What is no count was written by another program, and counts as none until its window has passed. */
    private static long past(RoundTrip.Answer<Optional<Bytes>> before) {
        try {
            return Math.max(
                    0, before.get().map(bytes -> bytes.number().orElse(0)).orElse(0L));
        } catch (StoreException.WrongType garbage) {
            return 0;
        }
    }

    /**
     * What a request sees of two windows.
     *
     * @param past what passed in the window before
     * @param count what passed in this one, with the request
     */
    private record Sight(long limit, Window window, long past, long count, long cost) {
        private double share(Instant now) {
            return (double) Duration.between(now, window.end()).toMillis()
                    / window.length().toMillis();
        }

        /** What counts at this moment, rounded up: a part of a request is one. */
        long used(Instant now) {
            return count + (long) Math.ceil(past * share(now));
        }

        Decision allowed(Instant now) {
            return new Decision(true, limit, limit - used(now), freeAgain(), Duration.ZERO);
        }

        Decision denied(Instant now) {
            long others = used(now) - cost;
            return new Decision(false, limit, Math.max(0, limit - others), freeAgain(), wait(now));
        }

        private Instant freeAgain() {
            return window.end().plusMillis(window.length().toMillis());
        }

        /** Until so much of what passed is out of sight that the request would pass, if nothing else came. */
        private Duration wait(Instant now) {
            double length = window.length().toMillis();
            double rest = share(now) * length;
            double millis = count <= limit
                    ? rest - length * (limit - count) / past
                    : rest + length * Math.max(0, 1 - (double) (limit - cost) / (count - cost));
            return Duration.ofMillis(Math.max(1, (long) Math.ceil(millis)));
        }
    }
}
