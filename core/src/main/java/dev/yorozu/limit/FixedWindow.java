package dev.yorozu.limit;

import dev.yorozu.store.Key;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Counts requests in fixed windows: one counter for each client and window, one round trip for each request.
 *
 * <p>Exact under any concurrency within a window: of all requests the first {@code limit} pass. Around the border of two
 * windows twice the limit may pass in less time than a window, which is how the documented systems count; {@link Gcra}
 * spreads evenly instead. Counters are relaxed: a machine that stops forgets the last of them. Safe for use by many
 * threads.
 */
public final class FixedWindow {
    private final Counting counting;
    private final WindowLayout layout;
    private final InstantSource clock;

    public FixedWindow(Store store, WindowLayout layout, InstantSource clock) {
        this.counting = new Counting(store);
        this.layout = layout;
        this.clock = clock;
    }

    /** Counts one request of a client, and decides on it. Never throws a {@link StoreException}. */
    public Decision check(WindowPolicy policy, String id) {
        Instant now = clock.instant();
        Window window = Window.of(policy, now);
        Key key = layout.key().apply(window, id);
        try {
            Write add = new Write.Add(key, 1, layout.life().apply(window));
            return decision(policy, ((Result.Number) counting.apply(add)).value(), window, now);
        } catch (StoreException fault) {
            return Decision.withoutStore(policy, now);
        }
    }

    private static Decision decision(WindowPolicy policy, long count, Window window, Instant now) {
        boolean allowed = count <= policy.limit();
        long remaining = Math.clamp(policy.limit() - Math.max(count, 0), 0, policy.limit());
        Duration wait = allowed ? Duration.ZERO : Duration.between(now, window.end());
        return new Decision(allowed, policy.limit(), remaining, window.end(), wait);
    }
}
