package dev.yorozu.store.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. */
public final class HeldClock implements InstantSource {
    private final AtomicReference<Instant> now;

    public HeldClock(Instant start) {
        now = new AtomicReference<>(start);
    }

    /** A clock that stands at an instant of no importance. */
    public static HeldClock start() {
        return new HeldClock(Instant.parse("2026-03-01T12:00:00Z"));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    public void advance(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    public void set(Instant instant) {
        now.set(instant);
    }
}
