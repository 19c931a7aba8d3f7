package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;

/** Somewhere to look. */
sealed interface Place {
    /** The mapping of an address. */
    record Mapping(Kind kind, Key key) implements Place {}

    /** The index of a kind, as a whole. */
    record Index(Kind kind) implements Place {}

    /** A member of an index. */
    record Member(Kind kind, Bytes member) implements Place {}

    /** A record, and all that it says about the other places. */
    record Record(Kind kind, String id) implements Place {}

    /** Any other key of a service, by itself. */
    record Data(Kind kind, KeyPattern pattern, String id, Key key) implements Place {
        /** Whether the list of marks should name it. */
        boolean isListed() {
            return pattern.equals(kind.mark()) || pattern.equals(kind.keys().addresses());
        }
    }

    /** A key that no pattern declares. */
    record Unknown(Kind kind, Key key) implements Place {}
}
