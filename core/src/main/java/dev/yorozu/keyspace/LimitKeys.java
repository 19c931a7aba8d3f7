package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;

/** The keys of limits that no documented system names. */
public final class LimitKeys {
    static final KeyTable TABLE = new KeyTable("limit");

    public static final KeyPattern RATE = of("limit")
            .lives(Lifetime.until("the whole limit is free again"))
            .holds("when one client's next request is due");

    public static final KeyPattern TRIES = of("tries")
            .type(ValueType.RANK)
            .lives(Lifetime.until("the last try counts no more, and a minute"))
            .holds("failed tries of one subject, by their time in milliseconds");

    public static final KeyPattern PENDING = of("pending")
            .type(ValueType.RANK)
            .lives(Lifetime.until("the last of them is given up for lost, and a minute"))
            .holds("tries of one subject that are being made, by the time when they began in milliseconds");

    public static final KeyPattern FAMILIAR = of("familiar")
            .type(ValueType.RANK)
            .lives(Lifetime.of(Duration.ofDays(90)))
            .holds("digests of the addresses that signed in to one account, by the time when they last did");

    private LimitKeys() {}

    /** What a limit of some name counts of one client in each minute, for a system that documents its keys so. */
    static KeyPattern perMinute(KeyTable table, String prefix) {
        return table.key(
                        Category.RATE_LIMIT,
                        prefix + ":{name}:{window}:{id}",
                        Part.of("name", Alphabet.WORD, 1, 64).ofAnyText(),
                        Part.of("window", Alphabet.DIGITS, 1, 19),
                        Part.of("id", Alphabet.HEX, 16).ofAnyText())
                .lives(Lifetime.of(Duration.ofSeconds(70)))
                .partition("id")
                .number()
                .holds("requests of one client in one minute");
    }

    /** What a limit of some name counts of one subject. */
    private static KeyTable.Declaration of(String what) {
        return TABLE.key(
                        Category.RATE_LIMIT,
                        what + ":{name}:{id}",
                        Part.of("name", Alphabet.WORD, 1, 64).ofAnyText(),
                        Part.of("id", Alphabet.WORD, 1, 64).ofAnyText())
                .partition("id")
                .internal();
    }
}
