package dev.yorozu.keyspace;

import java.time.Duration;
import java.util.List;

/** The key by which all servers on one store share the last count of its keys. */
public final class CensusKeys {
    /** Shares its partition with the lock of the same name, so that only who holds that lock can write here. */
    public static final KeyPattern RESULT = KeyPattern.of(
                    "yorozu", "yorozu:statistics:{name}", Part.of("name", Alphabet.WORD, 1, 64))
            .category(Category.STATISTICS)
            .lives(Lifetime.of(Duration.ofDays(7)))
            .partition("name")
            .holds("the last count of all keys, JSON");

    static final List<KeyPattern> ALL = List.of(RESULT);

    private CensusKeys() {}
}
