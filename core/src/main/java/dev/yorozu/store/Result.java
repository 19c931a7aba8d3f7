package dev.yorozu.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What one write of an applied batch gave. */
public sealed interface Result {
    record Done() implements Result {}

    record Flag(boolean value) implements Result {}

    record Number(long value) implements Result {}

    /** What a write removed, in the order in which it lay there. */
    record Elements(List<Bytes> elements) implements Result {
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    record Value(Optional<Bytes> value) implements Result {}

    /**
     * The answer of a throttle.
     *
     * @param remaining how many more would pass at this moment
     * @param retryAfter how long until the same request would pass; zero when it passed
     * @param resetAfter how long until the whole limit is free again
     */
    record Decision(boolean allowed, long remaining, Duration retryAfter, Duration resetAfter) implements Result {}
}
