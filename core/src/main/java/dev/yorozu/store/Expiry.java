package dev.yorozu.store;

import java.time.Duration;
import java.time.Instant;

/**
 * When a key ends by itself. Lives are kept to the millisecond; a key is absent from its instant on. (Redis itself keeps
 * a key until its last millisecond is over, so a store on Redis may show it for that one millisecond more.)
 *
 * <p>An instant that has already passed is allowed and ends the key at once. Ends lie before the year 10000, where every
 * store can count their milliseconds exactly.
 */
public sealed interface Expiry {
    /** The first instant at which a key may end. */
    Instant FIRST = Instant.ofEpochMilli(1);

    /** The last instant at which a key may end. */
    Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    Duration SHORTEST = Duration.ofMillis(1);

    /** A thousand years, which with any sensible clock ends before {@link #LAST}. */
    Duration LONGEST = Duration.ofDays(365_250);

    /** Ends at this instant, by the store's clock. */
    record At(Instant instant) implements Expiry {
        public At {
            if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
                throw new IllegalArgumentException("An expiry instant must lie after 1970 and before the year 10000");
            }
        }
    }

    /** Ends this long after the store applied the write. */
    record After(Duration life) implements Expiry {
        public After {
            if (life.compareTo(SHORTEST) < 0 || life.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("A life must last from one millisecond to a thousand years");
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
