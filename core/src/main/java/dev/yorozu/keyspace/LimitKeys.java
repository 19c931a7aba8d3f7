package dev.yorozu.keyspace;

import java.util.List;

/** The keys of limits that no documented system names. */
public final class LimitKeys {
    private static final String OWNER = "limit";

    public static final KeyPattern RATE = KeyPattern.of(
                    OWNER,
                    "limit:{name}:{id}",
                    Part.of("name", Alphabet.WORD, 1, 64),
                    Part.of("id", Alphabet.WORD, 1, 64))
            .lives(Lifetime.until("the whole limit is free again"))
            .partition("id")
            .holds("when one client's next request is due");

    static final List<KeyPattern> ALL = List.of(RATE);

    private LimitKeys() {}
}
