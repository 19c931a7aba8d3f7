package dev.yorozu.store.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Key;
import dev.yorozu.store.Result;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ThrottlingTest {
    private static final Key KEY = Key.of("throttled");
    private static final long NOW = Throttling.micros(Instant.parse("2026-03-01T12:00:00.123456789Z"));

    private static Throttling of(long limit, Duration period, long cost) {
        return Throttling.of(new Write.Throttle(KEY, limit, period, cost));
    }

    @Test
    void theIntervalIsThePeriodsShareInWholeMicroseconds() {
        assertThat(of(7, Duration.ofSeconds(1), 2)).isEqualTo(new Throttling(142_857, 999_999, 285_714));
        assertThat(of(1_000_000, Duration.ofMillis(1), 1)).isEqualTo(new Throttling(1, 1_000_000, 1));
        assertThat(NOW % 1_000_000).isEqualTo(123_456);
    }

    @Test
    void aFirstRequestPassesAndIsRemembered() {
        Throttling.Outcome outcome = of(10, Duration.ofSeconds(1), 3).decide(NOW, 0);
        assertThat(outcome.decision()).isEqualTo(new Result.Decision(true, 7, Duration.ZERO, Duration.ofMillis(300)));
        assertThat(outcome.arrival()).isEqualTo(NOW + 300_000);
    }

    @Test
    void aRefusalKeepsWhatWasThereAndSaysWhenToComeAgain() {
        Throttling throttling = of(10, Duration.ofSeconds(1), 4);
        Throttling.Outcome refused = throttling.decide(NOW, NOW + 700_000);
        assertThat(refused.decision())
                .isEqualTo(new Result.Decision(false, 3, Duration.ofMillis(100), Duration.ofMillis(700)));
        assertThat(refused.arrival()).isEqualTo(NOW + 700_000);
        assertThat(throttling.decide(NOW + 99_999, NOW + 700_000).decision().allowed())
                .isFalse();
        assertThat(throttling.decide(NOW + 100_000, NOW + 700_000).decision().allowed())
                .isTrue();
    }

    @Test
    void anArrivalTooFarAheadCountsAsOneBurst() {
        Result.Decision decision =
                of(10, Duration.ofSeconds(1), 1).decide(NOW, Long.MAX_VALUE).decision();
        assertThat(decision).isEqualTo(new Result.Decision(false, 0, Duration.ofMillis(100), Duration.ofSeconds(1)));
    }

    @Test
    void anArrivalOfAnyNegativeNumberIsLongPast() {
        assertThat(of(10, Duration.ofSeconds(1), 1)
                        .decide(NOW, Long.MIN_VALUE)
                        .decision()
                        .remaining())
                .isEqualTo(9);
    }

    @Test
    void theKeptInstantIsForgottenAtTheNextWholeMillisecond() {
        assertThat(outcome(1_000_000).forgottenAt()).isEqualTo(Instant.ofEpochMilli(1000));
        assertThat(outcome(1_000_001).forgottenAt()).isEqualTo(Instant.ofEpochMilli(1001));
    }

    private static Throttling.Outcome outcome(long arrival) {
        return new Throttling.Outcome(new Result.Decision(true, 0, Duration.ZERO, Duration.ZERO), arrival);
    }
}
