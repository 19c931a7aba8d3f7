package dev.yorozu.server.metrics;

import dev.yorozu.store.Commit;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.StoreException;
import org.jspecify.annotations.Nullable;

/** How what a store was asked ended, from good to bad. */
public enum StoreOutcome {
    OK,
    REJECTED,
    WRONG_TYPE,
    NOT_A_NUMBER,
    NOT_AN_OBJECT,
    LIMIT_EXCEEDED,
    UNAVAILABLE,
    DAMAGED,
    OUTCOME_UNKNOWN,
    FAILED;

    private final String word = EnumCounter.word(this);

    /** What stands for it in metrics and traces. */
    public String word() {
        return word;
    }

    /** Whether the store gave no answer. */
    public boolean isFault() {
        return this != OK && this != REJECTED;
    }

    public static StoreOutcome of(Throwable thrown) {
        if (!(thrown instanceof StoreException fault)) {
            return FAILED;
        }
        return switch (fault) {
            case StoreException.WrongType e -> WRONG_TYPE;
            case StoreException.NotANumber e -> NOT_A_NUMBER;
            case StoreException.NotAnObject e -> NOT_AN_OBJECT;
            case StoreException.LimitExceeded e -> LIMIT_EXCEEDED;
            case StoreException.Unavailable e -> UNAVAILABLE;
            case StoreException.Damaged e -> DAMAGED;
            case StoreException.OutcomeUnknown e -> OUTCOME_UNKNOWN;
            case StoreException.CannotOpen e -> FAILED;
        };
    }

    public static StoreOutcome ofAnswer(@Nullable Object answer) {
        return answer instanceof Commit.Rejected ? REJECTED : OK;
    }

    /** The worst on a trip that was sent. */
    public static StoreOutcome worst(RoundTrip trip) {
        StoreOutcome worst = OK;
        for (RoundTrip.Item<?> item : trip.items()) {
            StoreOutcome outcome = of(item);
            worst = outcome.compareTo(worst) > 0 ? outcome : worst;
        }
        return worst;
    }

    private static StoreOutcome of(RoundTrip.Item<?> item) {
        try {
            return ofAnswer(item.get());
        } catch (StoreException fault) {
            return of(fault);
        }
    }
}
