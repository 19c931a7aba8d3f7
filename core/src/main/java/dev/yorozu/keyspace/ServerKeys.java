package dev.yorozu.keyspace;

import java.time.Duration;
import java.util.List;

/** The keys that servers on one store share for their own work. */
public final class ServerKeys {
    /** Shares its partition with the lock of the same name, so that only the holder of that lock can write here. */
    public static final KeyPattern STATISTICS = KeyPattern.of(
                    "yorozu", "yorozu:statistics:{name}", Part.of("name", Alphabet.WORD, 1, 64))
            .category(Category.STATISTICS)
            .lives(Lifetime.of(Duration.ofDays(7)))
            .partition("name")
            .holds("the last count of all keys, JSON");

    public static final Duration PROBE_LIFE = Duration.ofMinutes(1);

    /** Written to find out whether the store takes writes. Several, because each node of a cluster must. */
    public static final KeyPattern HEALTH_PROBE = KeyPattern.of(
                    "yorozu", "yorozu:health:{number}", Part.of("number", Alphabet.WORD, 1, 2))
            .category(Category.STATISTICS)
            .lives(Lifetime.of(PROBE_LIFE))
            .partition("number")
            .holds("nothing of meaning; written when a server is asked whether it is well");

    /** Outlives every recovery of a store. */
    public static final KeyPattern RECOVERY_CUTOFF = KeyPattern.of("yorozu", "yorozu:recovered")
            .category(Category.REVOCATION)
            .internal()
            .holds("the moment before which nothing issued counts, in milliseconds since 1970");

    /** By this an import that was broken off finds what it left behind. */
    public static final KeyPattern IMPORT = KeyPattern.of("yorozu", "yorozu:import")
            .category(Category.LOCK)
            .secretValue()
            .holds("the name of the large key that an import is writing");

    static final List<KeyPattern> ALL = List.of(STATISTICS, HEALTH_PROBE, RECOVERY_CUTOFF, IMPORT);

    private ServerKeys() {}
}
