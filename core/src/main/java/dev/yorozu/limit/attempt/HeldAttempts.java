package dev.yorozu.limit.attempt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What one attempt to sign in has reserved at several limits: a place at all of them, or at none. For one thread. */
final class HeldAttempts {
    private final List<Held> held = new ArrayList<>();

    private record Held(AttemptLimiter limiter, Attempt.Allowed attempt) {
        long settle(LoginAttempt.Verdict verdict) {
            switch (verdict) {
                case CORRECT -> limiter.succeeded(attempt);
                case NOT_CHECKED -> limiter.giveBack(attempt);
                case WRONG -> {
                    return limiter.failed(attempt);
                }
            }
            return attempt.remaining();
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
                settle(LoginAttempt.Verdict.NOT_CHECKED, limiter);
                yield Optional.of(refused.retryAfter());
            }
        };
    }

    /**
     * Tells all limits what came of the attempt.
     *
     * @return how many more may fail at this limit
     */
    long settle(LoginAttempt.Verdict verdict, AttemptLimiter asked) {
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
                one.settle(LoginAttempt.Verdict.NOT_CHECKED);
            } catch (RuntimeException another) {
                fault.addSuppressed(another);
            }
        }
    }
}
