package dev.yorozu.membership;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** What a patron may use. The plans rise with their order. */
public enum Plan {
    FREE("Free", 0, 0),
    PRO("Pro", 300, 10_000_000),
    PREMIUM("Premium", 500, 20_000_000),
    ULTIMATE("Ultimate", 900, 50_000_000);

    private final String text;
    private final long cents;
    private final long monthlyTokens;

    Plan(String text, long cents, long monthlyTokens) {
        this.text = text;
        this.cents = cents;
        this.monthlyTokens = monthlyTokens;
    }

    /** The plan's name in records, tokens and answers. */
    public String text() {
        return text;
    }

    /** How many tokens a month the plan includes. */
    public long monthlyTokens() {
        return monthlyTokens;
    }

    /** The plan that a tier of this amount entitles to. */
    public static Plan ofTier(long tierCents) {
        return Stream.of(values())
                .filter(plan -> tierCents >= plan.cents)
                .max(Comparator.naturalOrder())
                .orElse(FREE);
    }

    /** The plan of this name; empty for any other text. */
    public static Optional<Plan> named(String text) {
        return Stream.of(values()).filter(plan -> plan.text.equals(text)).findFirst();
    }
}
