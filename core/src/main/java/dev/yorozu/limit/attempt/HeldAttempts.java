package dev.yorozu.limit.attempt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The places that one guess has taken at several limits: all of them, or none. For one thread. */
final class HeldAttempts {
    private final List<Held> held = new ArrayList<>();

    private record Held(AttemptLimiter limiter, Attempt.Allowed attempt) {
        long settle(Guess.Verdict verdict) {
            return switch (verdict) {
                case RIGHT -> {
                    limiter.succeeded(attempt);
                    yield attempt.remaining();
                }
                case WRONG -> limiter.failed(attempt);
                case NO_GUESS -> {
                    limiter.giveBack(attempt);
                    yield attempt.remaining();
                }
            };
        }
    }

    /** Holds a place that was taken. */
    void hold(AttemptLimiter limiter, Attempt.Allowed attempt) {
        held.add(new Held(limiter, attempt));
    }

    /** Takes one more place; where there is none, gives the others back and says how long to wait. */
    Optional<Duration> take(AttemptLimiter limiter, String subject) {
        Attempt attempt;
        try {
            attempt = limiter.take(subject);
        } catch (RuntimeException fault) {
            giveBack(fault);
            throw fault;
        }
        return switch (attempt) {
            case Attempt.Allowed allowed -> {
                hold(limiter, allowed);
                yield Optional.empty();
            }
            case Attempt.Refused refused -> {
                settle(Guess.Verdict.NO_GUESS, limiter);
                yield Optional.of(refused.retryAfter());
            }
        };
    }

    /**
     * Tells all limits what became of the guess.
     *
     * @return how many more may fail at this limit
     */
    long settle(Guess.Verdict verdict, AttemptLimiter asked) {
        long remaining = 0;
        for (Held one : held) {
            long left = one.settle(verdict);
            if (one.limiter() == asked) {
                remaining = left;
            }
        }
        return remaining;
    }

    /** Gives all back after a fault, which matters more than another one here: what is not given back ends by itself. */
    void giveBack(RuntimeException fault) {
        for (Held one : held) {
            try {
                one.settle(Guess.Verdict.NO_GUESS);
            } catch (RuntimeException another) {
                fault.addSuppressed(another);
            }
        }
    }
}
