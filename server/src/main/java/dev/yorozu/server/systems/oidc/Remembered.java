package dev.yorozu.server.systems.oidc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Something that is fetched from elsewhere and kept for a while. One thread fetches while the others wait; when fetching
 * fails, what was known before is kept. However often it is asked for, it is fetched at most once in a pause.
 */
final class Remembered<T> {
    private final Supplier<Optional<T>> source;
    private final Duration life;
    private final Duration pause;
    private final InstantSource clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile Held<T> held = new Held<>(Optional.empty(), Instant.MIN, Instant.MIN);

    private record Held<T>(Optional<T> value, Instant goodUntil, Instant nextFetch) {}

    Remembered(Supplier<Optional<T>> source, Duration life, Duration pause, InstantSource clock) {
        this.source = source;
        this.life = life;
        this.pause = pause;
        this.clock = clock;
    }

    /** What is known, fetched when it is too old; empty while it cannot be had. */
    Optional<T> value() {
        Held<T> seen = held;
        return clock.instant().isBefore(seen.goodUntil()) ? seen.value() : fetchUnlessFetchedSince(seen);
    }

    /** Something newer than what turned out not to be enough, where the pause allows to ask for it. */
    Optional<T> newerThan(T known) {
        Held<T> seen = held;
        boolean other = seen.value().isPresent() && seen.value().get() != known;
        return other ? seen.value() : fetchUnlessFetchedSince(seen);
    }

    private Optional<T> fetchUnlessFetchedSince(Held<T> seen) {
        fetching.lock();
        try {
            Instant now = clock.instant();
            if (held == seen && !now.isBefore(seen.nextFetch())) {
                Optional<T> fetched = source.get();
                held = fetched.isPresent()
                        ? new Held<>(fetched, now.plus(life), now.plus(pause))
                        : new Held<>(seen.value(), now.plus(pause), now.plus(pause));
            }
            return held.value();
        } finally {
            fetching.unlock();
        }
    }
}
