package dev.yorozu.store;

import java.util.Optional;

/** What a failed guard found in place of what it asked for, so that the caller need not read again. */
public sealed interface Found {
    /** The string that was there, for callers that need no more. */
    default Optional<Bytes> string() {
        return this instanceof Value found ? Optional.of(found.value()) : Optional.empty();
    }

    /** The key, or the member asked for, is not there. */
    record Nothing() implements Found {}

    /** A string was there, or another element. */
    record Value(Bytes value) implements Found {}

    /** A set, sorted set, list or hash was there. */
    record Collection(ValueType type) implements Found {}

    /** The member that should not be there is. */
    record Membership() implements Found {}

    /** The member has this score. */
    record Score(double score) implements Found {}

    /** So many elements were there. */
    record Size(long size) implements Found {}
}
