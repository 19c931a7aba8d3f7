package dev.yorozu.store.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Result;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

final class ThrottlingPropertiesTest {
    private static final long NOW = 1_772_366_400_123_456L;
    private static final int EACH = 100;

    @RepeatedTest(10)
    void neverMoreThanABurstAndTheSpacingPass(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < EACH; i++) {
            int limit = 1 + random.nextInt(20);
            Throttling throttling = Throttling.of(limit, Duration.ofSeconds(1), 1);
            long now = NOW;
            long kept = 0;
            long passed = 0;
            for (int requests = random.nextInt(60); requests > 0; requests--) {
                now += random.nextInt(200_000);
                Throttling.Outcome outcome = throttling.decide(now, kept);
                kept = outcome.arrival();
                passed += outcome.decision().allowed() ? 1 : 0;
            }
            assertThat(passed).isLessThanOrEqualTo(limit + (now - NOW) / throttling.interval());
        }
    }

    @RepeatedTest(10)
    void whoWaitsAsLongAsToldPasses(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < EACH; i++) {
            int limit = 1 + random.nextInt(1000);
            long ahead = random.nextInt(200_000_000);
            Throttling throttling = Throttling.of(limit, Duration.ofMillis(1 + random.nextInt(100_000)), 1);
            Result.Decision decision = throttling.decide(NOW, NOW + ahead).decision();
            long wait = decision.retryAfter().toNanos() / 1000;
            long kept = Math.min(NOW + ahead, NOW + throttling.burst());
            assertThat(throttling.decide(NOW + wait, kept).decision().allowed()).isTrue();
            assertThat(decision.remaining()).isBetween(0L, (long) limit);
        }
    }
}
