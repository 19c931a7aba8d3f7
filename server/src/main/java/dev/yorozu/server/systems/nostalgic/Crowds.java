package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Visitor;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many visits and likes one address may leave in a minute: who calls their browser something else is another visitor,
 * and each leaves a mark until the day is over.
 *
 * <p>Counted in this process alone and minute by minute, because a visit must cost the store no second question. Safe for
 * use by many threads.
 */
final class Crowds {
    /** Beyond this many addresses in one minute, further ones are not counted. */
    private static final int MOST_ADDRESSES = 100_000;

    private static final long MINUTE_MILLIS = 60_000;

    private final int limit;
    private final InstantSource clock;
    private volatile Minute latest = new Minute(-1, Map.of());

    private record Minute(long number, Map<String, AtomicInteger> calls) {}

    Crowds(int limit, InstantSource clock) {
        this.limit = limit;
        this.clock = clock;
    }

    /** Counts one call; ends it with status 429 when it is one too many. */
    void admit(Visitor visitor) {
        long now = clock.millis();
        Map<String, AtomicInteger> calls = minute(now / MINUTE_MILLIS).calls();
        if (calls.size() >= MOST_ADDRESSES && !calls.containsKey(visitor.address())) {
            return;
        }
        AtomicInteger count = calls.computeIfAbsent(visitor.address(), address -> new AtomicInteger());
        if (count.incrementAndGet() > limit) {
            throw Refusals.tooMany((MINUTE_MILLIS - now % MINUTE_MILLIS + 999) / 1000)
                    .exception();
        }
    }

    private Minute minute(long number) {
        Minute minute = latest;
        return minute.number() == number ? minute : begin(number);
    }

    private synchronized Minute begin(long number) {
        if (latest.number() != number) {
            latest = new Minute(number, new ConcurrentHashMap<>());
        }
        return latest;
    }
}
