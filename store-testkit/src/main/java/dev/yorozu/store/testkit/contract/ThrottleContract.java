package dev.yorozu.store.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Result.Decision;
import dev.yorozu.store.StoreException.NotANumber;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Poll;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Periods are long, so that the real clock's steps between two calls do not show in what is asserted. */
abstract class ThrottleContract extends ContractFixture {
    private static final Duration HOUR = Duration.ofHours(1);

    private Decision ask(Key key, long limit, Duration period, long cost) {
        return apply(b -> b.write(new Write.Throttle(key, limit, period, cost))).decision(0);
    }

    @Test
    void theWholeLimitPassesAsABurstAndNoMore() {
        Key key = key("burst");
        for (int i = 4; i >= 0; i--) {
            Decision decision = ask(key, 5, HOUR, 1);
            assertThat(decision.allowed()).isTrue();
            assertThat(decision.remaining()).isEqualTo(i);
            assertThat(decision.retryAfter()).isZero();
            assertThat(decision.resetAfter()).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(12 * (5 - i)));
        }
        Decision refused = ask(key, 5, HOUR, 1);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.remaining()).isZero();
        assertThat(refused.retryAfter()).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(12));
        assertThat(refused.resetAfter()).isPositive().isLessThanOrEqualTo(HOUR);
    }

    @Test
    void aRefusalChangesNothing() {
        Key key = key("refused");
        ask(key, 2, HOUR, 2);
        Optional<Bytes> kept = store().get(key);
        for (int i = 0; i < 3; i++) {
            assertThat(ask(key, 2, HOUR, 1).allowed()).isFalse();
        }
        assertThat(store().get(key)).isEqualTo(kept).isPresent();
    }

    @Test
    void aPassIsKeptUntilItNoLongerMatters() {
        Key key = key("life");
        // Ends are rounded up to a millisecond, and the real clock rarely stands on one.
        Duration rounding = clock().isPresent() ? Duration.ZERO : Duration.ofMillis(1);
        assertThat(ask(key, 5, HOUR, 1).allowed()).isTrue();
        assertEndsWithin(key, Duration.ofMinutes(12).plus(rounding));
        assertThat(ask(key, 5, HOUR, 4).allowed()).isTrue();
        assertEndsWithin(key, HOUR.plus(rounding));
    }

    @Test
    void aCostTakesSeveralAtOnce() {
        Key key = key("cost");
        assertThat(ask(key, 10, HOUR, 7).remaining()).isEqualTo(3);
        Decision refused = ask(key, 10, HOUR, 4);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.remaining()).isEqualTo(3);
        assertThat(refused.retryAfter()).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(6));
        assertThat(ask(key, 10, HOUR, 3).allowed()).isTrue();
    }

    @Test
    void aRefusalDoesNotRejectTheBatch() {
        Key key = key("batch");
        ask(key, 1, HOUR, 1);
        Commit.Applied applied = apply(b -> b.throttle(key, 1, HOUR).put(key("other"), "written", NEVER));
        assertThat(applied.decision(0).allowed()).isFalse();
        assertValue(key("other"), "written");
    }

    @Test
    void severalThrottlesOfOneBatchSeeEachOther() {
        Key key = key("several");
        Commit.Applied applied =
                apply(b -> b.throttle(key, 2, HOUR).throttle(key, 2, HOUR).throttle(key, 2, HOUR));
        assertThat(applied.decision(0).remaining()).isEqualTo(1);
        assertThat(applied.decision(1).remaining()).isZero();
        assertThat(applied.decision(2).allowed()).isFalse();
        applied = apply(b -> b.delete(key).throttle(key, 2, HOUR));
        assertThat(applied.decision(1).allowed()).isTrue();
    }

    @Test
    void keysAreThrottledApart() {
        assertThat(ask(key("one"), 1, HOUR, 1).allowed()).isTrue();
        assertThat(ask(key("two"), 1, HOUR, 1).allowed()).isTrue();
        assertThat(ask(key("one"), 1, HOUR, 1).allowed()).isFalse();
    }

    @Test
    void theSpacingIsEvenOnceTheBurstIsUsed() {
        if (clock().isPresent()) {
            assertEvenSpacing(clock().get());
            return;
        }
        Key key = key("spacing");
        Duration period = Duration.ofMillis(200);
        assertThat(ask(key, 2, period, 2).allowed()).isTrue();
        Poll.until("one passes after its interval", () -> ask(key, 2, period, 1).allowed());
    }

    private void assertEvenSpacing(HeldClock clock) {
        Key key = key("spacing");
        ask(key, 5, HOUR, 5);
        assertThat(ask(key, 5, HOUR, 1)).isEqualTo(new Decision(false, 0, Duration.ofMinutes(12), HOUR));
        clock.advance(Duration.ofMinutes(12).minusNanos(1000));
        assertThat(ask(key, 5, HOUR, 1).retryAfter()).isEqualTo(Duration.ofNanos(1000));
        clock.advance(Duration.ofNanos(1000));
        assertThat(ask(key, 5, HOUR, 1)).isEqualTo(new Decision(true, 0, Duration.ZERO, HOUR));
        assertThat(ask(key, 5, HOUR, 1).allowed()).isFalse();
        clock.advance(HOUR);
        assertAbsent(key);
        assertThat(ask(key, 5, HOUR, 1).remaining()).isEqualTo(4);
    }

    @Test
    void aShortPeriodFreesTheLimitAgain() {
        Key key = key("short");
        Duration period = Duration.ofMillis(80);
        assertThat(ask(key, 2, period, 2).allowed()).isTrue();
        outlive(key, period);
        assertThat(ask(key, 2, HOUR, 2).allowed()).isTrue();
    }

    @Test
    void aPeriodThatIsNoMultipleOfTheLimitIsRoundedDownToMicroseconds() {
        clock().ifPresent(clock -> assertThat(ask(key("odd"), 7, Duration.ofSeconds(1), 3))
                .isEqualTo(new Decision(true, 4, Duration.ZERO, Duration.ofNanos(3 * 142_857_000L))));
        Key key = key("odd-real");
        assertThat(ask(key, 7, Duration.ofDays(366), 7).remaining()).isZero();
        assertThat(ask(key, 7, Duration.ofDays(366), 1).allowed()).isFalse();
    }

    @Test
    void theLargestLimitInTheShortestPeriodIsAccepted() {
        Key key = key("large");
        Decision decision = ask(key, 1_000_000, Duration.ofMillis(1), 1_000_000);
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.remaining()).isZero();
        assertThat(ask(key("long"), 1_000_000, Duration.ofDays(366), 1).remaining())
                .isEqualTo(999_999);
    }

    @Test
    void anOlderNumberIsLongPast() {
        Key key = key("number");
        apply(b -> b.put(key, "5", NEVER));
        assertThat(ask(key, 5, HOUR, 1).remaining()).isEqualTo(4);
        apply(b -> b.put(key, "-9223372036854775808", NEVER));
        assertThat(ask(key, 5, HOUR, 1).remaining()).isEqualTo(4);
    }

    @Test
    void anInstantTooFarAheadCountsAsAFullBurst() {
        Key key = key("ahead");
        apply(b -> b.put(key, "9223372036854775807", NEVER));
        Decision refused = ask(key, 5, HOUR, 1);
        assertThat(refused).isEqualTo(new Decision(false, 0, Duration.ofMinutes(12), HOUR));
        assertValue(key, "9223372036854775807");
    }

    @Test
    void aTextIsNoThrottle() {
        Key key = key("text");
        apply(b -> b.put(key, "1.5", NEVER));
        assertFault(NotANumber.class, b -> b.throttle(key, 5, HOUR));
        assertValue(key, "1.5");
    }
}
