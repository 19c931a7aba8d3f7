package dev.yorozu.nostalgic;

import java.time.Duration;

/** What came of the wish to have a service for an address. */
public sealed interface Creation {
    /** It is there, and the token is its owner's. */
    sealed interface Settled extends Creation {
        Service service();
    }

    record Created(Service service) implements Settled {}

    /** It was there before; nothing was changed. */
    record Existed(Service service) implements Settled {}

    /** It was there before, and belongs to another token. */
    record Refused() implements Creation {}

    /** It is not there, and the caller has made so many that another may be made only after so long. */
    record Limited(Duration left) implements Creation {}
}
