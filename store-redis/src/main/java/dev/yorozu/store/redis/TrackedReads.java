package dev.yorozu.store.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.yorozu.store.Bytes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The strings that were read over a {@link TrackingLink}, by the names of their keys.
 *
 * <p>A read is announced before it is sent, and kept only where its announcement is still there when the reply has come.
 * Whatever changes a key removes what is at its name, an announcement too: so a value that was read before a change is not
 * kept after it, whichever of the two is heard of first.
 */
final class TrackedReads {
    /** About what a name and an answer take besides their own bytes. */
    private static final int OVERHEAD = 160;

    private final Cache<String, Slot> slots;

    /** What is at a name. */
    private sealed interface Slot {}

    /** A read that is under way; equal to itself only. */
    static final class Reading implements Slot {}

    /**
     * An answer, empty where there was no such key.
     *
     * @param link over which Redis would tell of a change
     * @param until when it counts no more, by {@link System#nanoTime}
     */
    record Kept(Optional<Bytes> value, TrackingLink link, long until) implements Slot {}

    TrackedReads(long bytes) {
        slots = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher(TrackedReads::weight)
                .executor(Runnable::run)
                .build();
    }

    /** What may be answered without asking as long as its link is the one to its node; null where nothing may. */
    @Nullable
    Kept find(String name, long now) {
        return slots.getIfPresent(name) instanceof Kept kept && kept.until() - now > 0 ? kept : null;
    }

    /** Announces a read. Another one that is under way for this name will not be kept. */
    Reading announce(String name) {
        Reading reading = new Reading();
        slots.put(name, reading);
        return reading;
    }

    void keep(String name, Reading reading, Kept kept) {
        slots.asMap().replace(name, reading, kept);
    }

    void withdraw(String name, Reading reading) {
        slots.asMap().remove(name, reading);
    }

    void drop(String name) {
        slots.asMap().remove(name);
    }

    private static int weight(String name, Slot slot) {
        int value = slot instanceof Kept kept ? kept.value().map(Bytes::length).orElse(0) : 0;
        return OVERHEAD + name.length() + value;
    }
}
