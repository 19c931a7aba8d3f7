package dev.yorozu.keyspace;

import java.util.List;

/** The keys of locks that no documented system names. */
public final class LockKeys {
    private static final String OWNER = "yorozu";
    private static final Part NAME = Part.of("name", Alphabet.WORD, 1, 64);

    public static final KeyPattern LOCK = KeyPattern.of(OWNER, "yorozu:lock:{name}", NAME)
            .category(Category.LOCK)
            .lives(Lifetime.until("it is released, or its life has passed"))
            .partition("name")
            .holds("the owner of a lock");

    public static final KeyPattern FENCE = KeyPattern.of(OWNER, "yorozu:fence:{name}", NAME)
            .category(Category.LOCK)
            .partition("name")
            .holds("how many owners a lock has had");

    static final List<KeyPattern> ALL = List.of(LOCK, FENCE);

    private LockKeys() {}
}
