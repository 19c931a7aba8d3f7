package dev.yorozu.limit;

import dev.yorozu.store.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a second which counters denied a request, so that a client that keeps asking costs the store nothing.
 *
 * <p>Within a window a count does not fall by itself, so that a denial stays right; what another server or an operator
 * takes back counts here a second later. There is room for so many denials, and a newer one takes the place of an older
 * one: to forget one costs a trip to the store and nothing else. Safe for use by many threads, without a lock.
 */
final class DenialCache {
    private static final Duration MEMORY = Duration.ofSeconds(1);
    private static final int ROOM = 1024;

    private record Denial(String counter, Instant from, Instant until) {}

    private final AtomicReferenceArray<@Nullable Denial> slots = new AtomicReferenceArray<>(ROOM);

    void remember(Key counter, Instant now) {
        slots.set(slot(counter), new Denial(counter.name(), now, now.plus(MEMORY)));
    }

    void forget(Key counter) {
        slots.set(slot(counter), null);
    }

    /** Whether this counter denied a request within the last moment; a clock that was set back makes it forget. */
    boolean holds(Key counter, Instant now) {
        Denial denial = slots.get(slot(counter));
        return denial != null
                && denial.counter().equals(counter.name())
                && !now.isBefore(denial.from())
                && now.isBefore(denial.until());
    }

    private static int slot(Key counter) {
        int hash = counter.name().hashCode();
        return (hash ^ hash >>> 16) & ROOM - 1;
    }
}
