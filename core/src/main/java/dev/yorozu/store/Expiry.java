package dev.yorozu.store;

import java.time.Duration;
import java.time.Instant;

/**
 * When a key ends by itself. Lives are kept to the millisecond; a key is absent from its instant on.
 *
 * <p>An instant that has already passed is allowed and ends the key at once.
 */
public sealed interface Expiry {
    /** Ends at this instant, by the store's clock. */
    record At(Instant instant) implements Expiry {
        public At {
            if (instant.toEpochMilli() <= 0) {
                throw new IllegalArgumentException("An expiry instant must lie after 1970");
            }
        }
    }

    /** Ends this long after the store applied the write. */
    record After(Duration life) implements Expiry {
        public After {
            if (life.toMillis() <= 0) {
                throw new IllegalArgumentException("A life must be at least one millisecond");
            }
        }
    }

    /** Keeps the end that the key has now; a new key has none. */
    record Keep() implements Expiry {}

    /** Never ends by itself. */
    record Never() implements Expiry {}

    static Expiry at(Instant instant) {
        return new At(instant);
    }

    static Expiry after(Duration life) {
        return new After(life);
    }

    static Expiry keep() {
        return new Keep();
    }

    static Expiry never() {
        return new Never();
    }
}
