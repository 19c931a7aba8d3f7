package dev.yorozu.server.demo.patreon;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What may happen to somebody's pledge. */
enum PledgeChange {
    PRO,
    PREMIUM,
    ULTIMATE,
    /** The card is declined. */
    DECLINE,
    LEAVE;

    /** The name that forms and texts have for it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<PledgeChange> named(String text) {
        return Arrays.stream(values())
                .filter(happening -> happening.text().equals(text))
                .findFirst();
    }
}
