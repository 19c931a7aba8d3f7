package dev.yorozu.keyspace;

import java.time.Duration;
import java.util.List;

/** The keys that are written to find out whether the store takes writes. */
public final class HealthKeys {
    public static final Duration LIFE = Duration.ofMinutes(1);

    /** Several, because each node of a cluster must take writes. */
    public static final KeyPattern PROBE = KeyPattern.of(
                    "yorozu", "yorozu:health:{number}", Part.of("number", Alphabet.WORD, 1, 2))
            .category(Category.STATISTICS)
            .lives(Lifetime.of(LIFE))
            .partition("number")
            .holds("nothing of meaning; written when a server is asked whether it is well");

    static final List<KeyPattern> ALL = List.of(PROBE);

    private HealthKeys() {}
}
