package dev.yorozu.keyspace;

import java.time.Duration;
import java.util.List;

/** The keys by which caches decide who fills them; what is cached lies at keys of the systems. */
public final class CacheKeys {
    private static final String OWNER = "cache";

    public static final KeyPattern LEASE = KeyPattern.of(
                    OWNER,
                    "cache_lease:{name}:{id}",
                    Part.of("name", Alphabet.WORD, 1, 64),
                    Part.of("id", Alphabet.WORD, 1, 64))
            .category(Category.LOCK)
            .lives(Lifetime.of(Duration.ofSeconds(10)))
            .partition("id")
            .holds("who loads or changes what a cache keeps under this id");

    static final List<KeyPattern> ALL = List.of(LEASE);

    private CacheKeys() {}
}
