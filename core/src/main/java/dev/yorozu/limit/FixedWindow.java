package dev.yorozu.limit;

import dev.yorozu.store.Commit;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

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
        try {
            return decision(policy, ((Result.Number) counting.apply(add(window, id))).value(), window, now);
        } catch (StoreException fault) {
            return Decision.withoutStore(policy, now);
        }
    }

    /**
     * A decision, and the answer that came with it.
     *
     * @param answer empty when the two could not be had together: whoever needs it asks the store again
     */
    public record Checked<R>(Decision decision, Optional<R> answer) {}

    /** As {@link #check(WindowPolicy, String)}, with an answer to something else on the same trip to the store. */
    public <R> Checked<R> check(WindowPolicy policy, String id, Read<R> question) {
        Instant now = clock.instant();
        Window window = Window.of(policy, now);
        try {
            Store.Answered<R> answered = counting.apply(add(window, id), question);
            long count = ((Commit.Applied) answered.commit()).number(0);
            return new Checked<>(decision(policy, count, window, now), Optional.of(answered.answer()));
        } catch (StoreException.WrongType | StoreException.NotANumber garbage) {
            return new Checked<>(check(policy, id), Optional.empty());
        } catch (StoreException fault) {
            return new Checked<>(Decision.withoutStore(policy, now), Optional.empty());
        }
    }

    private Write add(Window window, String id) {
        return new Write.Add(layout.key().apply(window, id), 1, layout.life().apply(window));
    }

    private static Decision decision(WindowPolicy policy, long count, Window window, Instant now) {
        boolean allowed = count <= policy.limit();
        long remaining = Math.clamp(policy.limit() - Math.max(count, 0), 0, policy.limit());
        Duration wait = allowed ? Duration.ZERO : Duration.between(now, window.end());
        return new Decision(allowed, policy.limit(), remaining, window.end(), wait);
    }
}
