package dev.yorozu.keyspace;

import java.util.List;

/** The key by which an import that was broken off finds what it left behind. */
public final class ImportKeys {
    public static final KeyPattern UNDER_WAY = KeyPattern.of("yorozu", "yorozu:import")
            .category(Category.LOCK)
            .secretValue()
            .holds("the name of the large key that an import is writing");

    static final List<KeyPattern> ALL = List.of(UNDER_WAY);

    private ImportKeys() {}
}
