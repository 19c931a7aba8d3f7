package dev.yorozu.limit;

import dev.yorozu.store.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a moment whom a limit has refused, so that whoever keeps asking costs the store nothing.
 *
 * <p>Within a window a count does not fall by itself, so that a refusal stays right; what another server or an operator
 * takes back counts here a second later. There is room for so many refusals, and a newer one takes the place of an older
 * one: to forget one costs a trip to the store and nothing else. Safe for use by many threads, without a lock.
 */
final class Refusals {
    private static final Duration MEMORY = Duration.ofSeconds(1);
    private static final int ROOM = 1024;

    private record Refusal(String counter, Instant from, Instant until) {}

    private final AtomicReferenceArray<@Nullable Refusal> slots = new AtomicReferenceArray<>(ROOM);

    void remember(Key counter, Instant now) {
        slots.set(slot(counter), new Refusal(counter.name(), now, now.plus(MEMORY)));
    }

    void forget(Key counter) {
        slots.set(slot(counter), null);
    }

    /** Whether this counter refused a request within the last moment; a clock that was set back makes it forget. */
    boolean holds(Key counter, Instant now) {
        Refusal refusal = slots.get(slot(counter));
        return refusal != null
                && refusal.counter().equals(counter.name())
                && !now.isBefore(refusal.from())
                && now.isBefore(refusal.until());
    }

    private static int slot(Key counter) {
        int hash = counter.name().hashCode();
        return (hash ^ hash >>> 16) & ROOM - 1;
    }
}
