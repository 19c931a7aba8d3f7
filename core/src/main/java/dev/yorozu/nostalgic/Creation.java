package dev.yorozu.nostalgic;

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
}
