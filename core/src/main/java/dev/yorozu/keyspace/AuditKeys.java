package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;

/** The keys of the audit log. */
public final class AuditKeys {
    static final KeyTable TABLE = new KeyTable("audit");

    public static final KeyPattern DAY = TABLE.key(
                    Category.AUDIT,
                    "audit:{kind}:{day}",
                    Part.of("kind", Alphabet.LABEL, 1, 32),
                    Part.of("day", Alphabet.of("0-9-"), 10))
            .type(ValueType.RANK)
            .lives(Lifetime.until("90 d (setting) after the day"))
            .partition("day")
            .holds("the events of one kind on one day (UTC), or its refusals, JSON by time");

    private AuditKeys() {}
}
