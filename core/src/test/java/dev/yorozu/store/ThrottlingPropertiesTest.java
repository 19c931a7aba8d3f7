package dev.yorozu.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

final class ThrottlingPropertiesTest {
    private static final long NOW = 1_772_366_400_123_456L;

    private static Throttling of(long limit, Duration period) {
        return Throttling.of(new Write.Throttle(Key.of("throttled"), limit, period, 1));
    }

    @Property
    void neverMoreThanABurstAndTheSpacingPass(
            @ForAll @IntRange(min = 1, max = 20) int limit,
            @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 200_000) Long> pauses) {
        Throttling throttling = of(limit, Duration.ofSeconds(1));
        long now = NOW;
        long kept = 0;
        long passed = 0;
        for (long pause : pauses) {
            now += pause;
            Throttling.Outcome outcome = throttling.decide(now, kept);
            kept = outcome.arrival();
            passed += outcome.decision().allowed() ? 1 : 0;
        }
        assertThat(passed).isLessThanOrEqualTo(limit + (now - NOW) / throttling.interval());
    }

    @Property
    void whoWaitsAsLongAsToldPasses(
            @ForAll @IntRange(min = 1, max = 1000) int limit,
            @ForAll @LongRange(min = 1, max = 100_000) long periodMillis,
            @ForAll @LongRange(min = 0, max = 200_000_000) long ahead) {
        Throttling throttling = of(limit, Duration.ofMillis(periodMillis));
        Result.Decision decision = throttling.decide(NOW, NOW + ahead).decision();
        long wait = decision.retryAfter().toNanos() / 1000;
        long kept = Math.min(NOW + ahead, NOW + throttling.burst());
        assertThat(throttling.decide(NOW + wait, kept).decision().allowed()).isTrue();
        assertThat(decision.remaining()).isBetween(0L, (long) limit);
    }
}
