package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.RateLayout;
import dev.yorozu.limit.RateLimiter;
import dev.yorozu.limit.SlidingWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Durability;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows that slide, and requests that count as several. */
@OnEveryStore
final class SlidingLimitTest extends Suite {
    private static final int THREADS = 40;
    /** The beginning of a minute. */
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final HeldClock clock = new HeldClock(START);
    private final String app = "app-" + RandomTokens.secure().hex(4);
    private final WindowPolicy ten = WindowPolicy.perMinute("ten", 10, FailMode.CLOSED);

    private SlidingWindow sliding() {
        return new SlidingWindow(store(), WindowLayout.ofApp(app), clock, Durability.RELAXED);
    }

    private Decision check(RateLimiter limiter, long cost) {
        return RoundTrip.ask(store(), trip -> limiter.check(trip, ten, "id", cost));
    }

    private long allowed(int requests) {
        long allowed = 0;
        for (int i = 0; i < requests; i++) {
            allowed += sliding().check(ten, "id").allowed() ? 1 : 0;
        }
        return allowed;
    }

    @Test
    void whatPassedInTheLastWindowCountsByItsShare() {
        assertThat(allowed(12)).isEqualTo(10);

        clock.advance(Duration.ofSeconds(60));
        assertThat(allowed(3)).isZero();
        clock.advance(Duration.ofSeconds(30));
        assertThat(allowed(12)).isEqualTo(5);
        clock.advance(Duration.ofSeconds(90));
        assertThat(allowed(12)).isEqualTo(10);
    }

    @Test
    void whoWaitsAsLongAsIsSaidPasses() {
        allowed(10);
        for (int i = 0; i < 5; i++) {
            Decision denied = sliding().check(ten, "id");
            assertThat(denied.allowed()).isFalse();
            clock.advance(denied.retryAfter());
            assertThat(sliding().check(ten, "id").allowed()).isTrue();
            allowed(10);
        }
    }

    @Test
    void ofAllAtOnceJustTheLimitPasses() throws Exception {
        List<Boolean> passed =
                Race.run(THREADS, () -> sliding().check(ten, "id").allowed());

        assertThat(passed).filteredOn(each -> each).hasSize(10);
    }

    @Test
    void aRequestMayCountAsSeveralAndCountsAsNoneWhereItIsDenied() {
        List<RateLimiter> limiters = List.of(
                sliding(),
                new FixedWindow(store(), WindowLayout.ofApp(app + "-fixed"), clock),
                new Gcra(store(), RateLayout.GENERAL, clock, Durability.RELAXED));
        for (RateLimiter limiter : limiters) {
            assertThat(check(limiter, 7).remaining()).isEqualTo(3);
            assertThat(check(limiter, 4).allowed()).isFalse();
            assertThat(check(limiter, 3).allowed()).isTrue();
            assertThat(check(limiter, 1).allowed()).isFalse();
        }
    }

    @Test
    void withoutTheStoreThePolicyDecides() {
        assertThat(broken().check(ten, "id").allowed()).isFalse();
        assertThat(broken().check(WindowPolicy.perMinute("open", 10, FailMode.OPEN), "id")
                        .allowed())
                .isTrue();
    }

    private SlidingWindow broken() {
        FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.KILLED_BEFORE, 1);
        return new SlidingWindow(faulty, WindowLayout.ofApp(app), clock, Durability.RELAXED);
    }
}
