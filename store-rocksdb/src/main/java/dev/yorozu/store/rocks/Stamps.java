package dev.yorozu.store.rocks;

import dev.yorozu.store.rocks.log.Stamp;
import java.time.InstantSource;

/** Makes the stamps of groups. For whoever holds the writer's lock. */
final class Stamps {
    private final InstantSource clock;
    private long synced;

    /** @param synced the engine's number of the last write that is on disk; all that was there when it opened is */
    Stamps(InstantSource clock, long synced) {
        this.clock = clock;
        this.synced = synced;
    }

    Stamp durable() {
        return new Stamp(true, clock.instant(), synced);
    }

    Stamp relaxed() {
        return new Stamp(false, clock.instant(), synced);
    }

    void synced(long number) {
        synced = number;
    }
}
