package dev.yorozu.limit;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether a request may pass, and what its client is told.
 *
 * @param limit how many may pass
 * @param remaining how many more would pass now
 * @param reset when the whole limit is free again
 * @param retryAfter how long until the same request would pass; zero when it did
 */
public record Decision(boolean allowed, long limit, long remaining, Instant reset, Duration retryAfter) {
    /** How soon to try again where it is the store that cannot answer, and nothing better is known. */
    private static final Duration SOON = Duration.ofSeconds(5);

    /** Whole seconds to wait, rounded up: after so many the request passes. */
    public long retryAfterSeconds() {
        return wholeSeconds(retryAfter);
    }

    /** The whole seconds after which so much time has passed. */
    public static long wholeSeconds(Duration time) {
        return time.plusNanos(999_999_999).toSeconds();
    }

    /** What is decided on the request that brought a window's count here. */
    static Decision counted(WindowPolicy policy, long count, Instant end, Instant now) {
        if (count > policy.limit()) {
            return denied(policy, end, now);
        }
        long remaining = policy.limit() - Math.max(count, 0);
        return new Decision(true, policy.limit(), remaining, end, Duration.ZERO);
    }

    /** What is decided when the window's limit was reached before. */
    static Decision denied(WindowPolicy policy, Instant end, Instant now) {
        return new Decision(false, policy.limit(), 0, end, Duration.between(now, end));
    }

    /** What the policy says while the store cannot answer. */
    static Decision withoutStore(WindowPolicy policy, Instant now) {
        boolean open = policy.failMode() == FailMode.OPEN;
        Duration wait = policy.window().compareTo(SOON) < 0 ? policy.window() : SOON;
        return new Decision(
                open, policy.limit(), open ? policy.limit() - 1 : 0, now.plus(wait), open ? Duration.ZERO : wait);
    }
}
