package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;

/** The keys by which caches decide who fills them; what is cached lies at keys of the systems. */
public final class CacheKeys {
    static final KeyTable TABLE = new KeyTable("cache");

    private static final Part NAME = Part.of("name", Alphabet.WORD, 1, 32);
    /** Some caches go by session tokens, so no listing shows an id. */
    private static final Part ID = Part.of("id", Alphabet.WORD, 1, 64).asSecret();

    public static final KeyPattern LEASE = TABLE.key(Category.LOCK, "cache_lease:{name}:{id}", NAME, ID)
            .lives(Lifetime.of(Duration.ofSeconds(10)))
            .partition("id")
            .holds("who loads what a cache keeps under this id");

    public static final KeyPattern WRITERS = TABLE.key(Category.LOCK, "cache_writers:{name}:{id}", NAME, ID)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofSeconds(30), "renewed by each writer"))
            .partition("id")
            .holds("who changes what a cache keeps under this id");

    private CacheKeys() {}
}
