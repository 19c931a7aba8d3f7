package dev.yorozu.store.backend;

import dev.yorozu.store.Result;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;

/**
 * The generic cell rate algorithm, on whole microseconds so that every store computes the same.
 *
 * <p>All that is kept is one instant, the theoretical arrival time: when the last permitted request would have been due
 * if all came evenly spaced. A request passes when that instant lies at most one whole burst ahead of now. (ITU-T
 * I.371; the form with one stored instant is that of the "virtual scheduling" variant.) The script of the Redis store
 * does the same arithmetic; numbers stay below 2^53, where its doubles are exact.
 *
 * @param interval microseconds between two evenly spaced requests
 * @param burst microseconds that the arrival time may run ahead
 * @param cost microseconds that this request adds
 */
public record Throttling(long interval, long burst, long cost) {
    public static Throttling of(Write.Throttle throttle) {
        return of(throttle.limit(), throttle.period(), throttle.cost());
    }

    /** So many of {@code limit} in each {@code period}; for limits that are kept outside of a store. */
    public static Throttling of(long limit, Duration period, long cost) {
        long interval = Math.max(1, micros(period) / limit);
        return new Throttling(interval, interval * limit, interval * cost);
    }

    /**
     * What becomes of a request.
     *
     * @param arrival the arrival time to keep, in microseconds since 1970; what was there when refused
     */
    public record Outcome(Result.Decision decision, long arrival) {
        /** The first whole millisecond at which the kept instant no longer matters. */
        public Instant forgottenAt() {
            return Instant.ofEpochMilli(Math.ceilDiv(arrival, 1000));
        }
    }

    /**
     * Decides on a request.
     *
     * @param now microseconds since 1970
     * @param kept the kept arrival time; 0 when there is none
     */
    public Outcome decide(long now, long kept) {
        // An arrival time further ahead than one burst can only come from another limit or a clock set back.
        long arrival = Math.min(Math.max(kept, now), now + burst);
        long next = arrival + cost;
        long early = next - burst - now;
        if (early > 0) {
            return new Outcome(decision(false, arrival - now, early), kept);
        }
        return new Outcome(decision(true, next - now, 0), next);
    }

    private Result.Decision decision(boolean allowed, long ahead, long early) {
        return new Result.Decision(
                allowed, (burst - ahead) / interval, Duration.ofNanos(early * 1000), Duration.ofNanos(ahead * 1000));
    }

    /** Microseconds since 1970. */
    public static long micros(Instant instant) {
        return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
    }

    private static long micros(Duration duration) {
        return duration.toSeconds() * 1_000_000 + duration.toNanosPart() / 1000;
    }
}
