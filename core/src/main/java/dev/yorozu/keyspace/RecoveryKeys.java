package dev.yorozu.keyspace;

import java.util.List;

/** The key that outlives every recovery of a store. */
public final class RecoveryKeys {
    public static final KeyPattern MARK = KeyPattern.of("yorozu", "yorozu:recovered")
            .category(Category.REVOCATION)
            .internal()
            .holds("the moment before which nothing issued counts, in milliseconds since 1970");

    static final List<KeyPattern> ALL = List.of(MARK);

    private RecoveryKeys() {}
}
