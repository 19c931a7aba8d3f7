package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.metrics.NostalgicMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often visitors may act: each address, because who calls their browser something else is another visitor, and each leaves
 * a mark until the day is over; and each visitor, who waits between two scores or messages.
 *
 * <p>Visits and likes are counted in this process alone and minute by minute, because a visit must cost the store no second
 * question. Safe for use by many threads.
 */
final class VisitLimiter {
    /** Beyond this many addresses in one minute, further ones are not counted. */
    private static final int MOST_ADDRESSES = 100_000;

    private static final long MINUTE_MILLIS = 60_000;

    private final Settings settings;
    private final int limit;
    private final Check writes;
    private final NostalgicMetrics metrics;
    private final InstantSource clock;
    private volatile Minute latest = new Minute(-1, Map.of());

    private record Minute(long number, Map<String, AtomicInteger> calls) {}

    /** @param writes the rate of scores, messages and edits */
    VisitLimiter(Settings settings, Check writes, NostalgicMetrics metrics, InstantSource clock) {
        this.settings = settings;
        this.limit = settings.value(NostalgicSettings.VISIT_RATE);
        this.writes = writes;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Ends the call with status 429 when its address has written too much. */
    void requireWrite(ActionRequest request) {
        writes.require(request.call());
    }

    /** Too many of something from one address, whoever they were. */
    ProblemException tooMany(ActionRequest request, String what, Duration left) {
        metrics.overLimit();
        return NostalgicErrors.tooMany(what, left, isLegacy(request));
    }

    /** @param cooldown the setting of the time that the visitor did not wait */
    ProblemException tooSoon(ActionRequest request, String what, Setting<Duration> cooldown, Duration left) {
        metrics.tooSoon();
        String sentence =
                "Please wait before " + what + " (" + settings.value(cooldown).toSeconds() + " seconds cooldown)";
        return NostalgicErrors.tooSoon(sentence, left, isLegacy(request));
    }

    /** Whether who must wait gets the status of the earlier program. */
    private boolean isLegacy(ActionRequest request) {
        return settings.value(NostalgicSettings.LEGACY_COOLDOWN_STATUS) || request.isLegacy();
    }

    /** Counts a visit or a like; ends the call with status 429 when it is one too many. */
    void requireVisit(Visitor visitor) {
        long now = clock.millis();
        Map<String, AtomicInteger> calls = minute(now / MINUTE_MILLIS).calls();
        if (calls.size() >= MOST_ADDRESSES && !calls.containsKey(visitor.address())) {
            return;
        }
        AtomicInteger count = calls.computeIfAbsent(visitor.address(), address -> new AtomicInteger());
        if (count.incrementAndGet() > limit) {
            throw NostalgicErrors.tooMany((MINUTE_MILLIS - now % MINUTE_MILLIS + 999) / 1000);
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
