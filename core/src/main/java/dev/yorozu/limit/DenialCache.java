package dev.yorozu.limit;

import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a second which counters denied a request, so that a client that keeps asking costs the store nothing.
 *
 * <p>Within a window a count does not fall by itself, so that a denial stays right. What an operator or a client of a door takes
 * back counts at once where every write passes the store of this process, and else a second later. There is room for so many denials, and a newer one takes the place of an older
 * one: to forget one costs a trip to the store and nothing else. Safe for use by many threads, without a lock.
 */
final class DenialCache {
    private static final Duration MEMORY = Duration.ofSeconds(1);
    private static final int ROOM = 1024;

    /** @param revision of the counter when it denied a request; empty where nobody knows */
    private record Denial(String counter, OptionalLong revision, Instant from, Instant until) {}

    private final Store store;
    private final AtomicReferenceArray<@Nullable Denial> slots = new AtomicReferenceArray<>(ROOM);

    DenialCache(Store store) {
        this.store = store;
    }

    void remember(Key counter, Instant now) {
        slots.set(slot(counter), new Denial(counter.name(), store.revision(counter), now, now.plus(MEMORY)));
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
                && now.isBefore(denial.until())
                && denial.revision().equals(store.revision(counter));
    }

    private static int slot(Key counter) {
        int hash = counter.name().hashCode();
        return (hash ^ hash >>> 16) & ROOM - 1;
    }
}
