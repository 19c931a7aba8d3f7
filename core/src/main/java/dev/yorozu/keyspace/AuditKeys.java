package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.util.List;

/** The keys of the audit log. */
public final class AuditKeys {
    private static final String OWNER = "audit";

    public static final KeyPattern DAY = KeyPattern.of(
                    OWNER,
                    "audit:{kind}:{day}",
                    Part.of("kind", Alphabet.LABEL, 1, 32),
                    Part.of("day", Alphabet.of("0-9-"), 10))
            .category(Category.AUDIT)
            .type(ValueType.RANK)
            .lives(Lifetime.until("90 d (setting) after the day"))
            .partition("day")
            .holds("the events of one kind on one day (UTC), or its refusals, JSON by time");

    static final List<KeyPattern> ALL = List.of(DAY);

    private AuditKeys() {}
}
