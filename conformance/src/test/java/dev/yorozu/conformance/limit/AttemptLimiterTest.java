package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.Window;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.Attempt;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnEveryStore
final class AttemptLimiterTest extends Suite {
    private static final int THREADS = 32;
    private static final int LIMIT = 5;
    private static final WindowPolicy POLICY = WindowPolicy.perHour("sign-in", LIMIT, FailMode.CLOSED);

    private final HeldClock clock = HeldClock.start();
    private final String subject = RandomTokens.secure().hex(8);

    private AttemptLimiter limiter() {
        return limiter(store(), POLICY);
    }

    private AttemptLimiter limiter(Store store, WindowPolicy policy) {
        return AttemptLimiter.sliding(store, policy, BoundedWaits.real(), RandomTokens.secure(), clock);
    }

    /** Five failures an hour of the clock, at the key that a document names. */
    private AttemptLimiter hourly() {
        WindowPolicy window = WindowPolicy.perHour(UserKeys.Endpoint.LOGIN.path(), LIMIT, FailMode.CLOSED);
        return AttemptLimiter.fixedWindows(
                store(), "sign-in", WindowLayout.USERS, window, BoundedWaits.real(), RandomTokens.secure(), clock);
    }

    private List<AttemptLimiter> both() {
        return List.of(limiter(), hourly());
    }

    private static Attempt.Allowed allowed(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Allowed.class);
        return (Attempt.Allowed) attempt;
    }

    private static Duration wait(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Refused.class);
        return ((Attempt.Refused) attempt).retryAfter();
    }

    private static Attempt fail(AttemptLimiter limiter, String subject) {
        Attempt attempt = limiter.take(subject);
        if (attempt instanceof Attempt.Allowed made) {
            limiter.failed(made);
        }
        return attempt;
    }

    private Key key() {
        return LimitKeys.TRIES.key("sign-in", subject);
    }

    private static String anybody() {
        return RandomTokens.secure().hex(8);
    }

    @Test
    void ofManyWrongGuessesMadeAtOnceNoMoreThanTheLimitAreMade() throws Exception {
        for (AttemptLimiter limiter : both()) {
            for (int round = 0; round < Rounds.of(5); round++) {
                String guessed = anybody();
                List<Attempt> attempts = Race.run(THREADS, () -> fail(limiter, guessed));
                assertThat(attempts)
                        .filteredOn(Attempt.Allowed.class::isInstance)
                        .hasSize(LIMIT);
                assertThat(limiter.remaining(guessed)).isZero();
            }
        }
    }

    @Test
    void howeverManyRightPasswordsComeAtOnceAllAreLookedAt() throws Exception {
        for (AttemptLimiter limiter : both()) {
            String right = anybody();
            List<Attempt> attempts = Race.run(THREADS, () -> {
                Attempt attempt = limiter.take(right);
                limiter.succeeded(allowed(attempt));
                return attempt;
            });
            assertThat(attempts).hasSize(THREADS);
            assertThat(limiter.remaining(right)).isEqualTo(LIMIT);
        }
    }

    @Test
    void whatOthersFailMeanwhileIsToldOnceToEach() throws Exception {
        AttemptLimiter limiter = hourly();
        List<Long> remaining = Race.run(LIMIT, () -> limiter.failed(allowed(limiter.take(subject))));
        assertThat(remaining).containsExactlyInAnyOrder(4L, 3L, 2L, 1L, 0L);
    }

    @Test
    void whenOldFailuresGrowTooOldManyAtOnceStillGetNoMoreThanTheLimit() throws Exception {
        for (AttemptLimiter limiter : both()) {
            String guessed = anybody();
            Race.run(THREADS, () -> fail(limiter, guessed));
            clock.advance(Duration.ofHours(1));
            assertThat(Race.run(THREADS, () -> fail(limiter, guessed)))
                    .filteredOn(Attempt.Allowed.class::isInstance)
                    .hasSize(LIMIT);
        }
    }

    @Test
    void triesWhoseServerCrashedAreGivenUpForLost() {
        BoundedWaits noTime = new BoundedWaits(time -> {});
        AttemptLimiter limiter = AttemptLimiter.sliding(store(), POLICY, noTime, RandomTokens.secure(), clock);
        for (int i = 0; i < LIMIT; i++) {
            allowed(limiter.take(subject));
        }
        assertThat(wait(limiter.take(subject))).isEqualTo(Duration.ofSeconds(5));
        assertThat(limiter.remaining(subject)).isEqualTo(LIMIT);

        clock.advance(Duration.ofMinutes(5));
        allowed(limiter.take(subject));
    }

    @Test
    void inNoHourAreThereMoreFailuresThanTheLimit() {
        AttemptLimiter limiter = limiter();
        for (int i = 0; i < LIMIT; i++) {
            assertThat(limiter.remaining(subject)).isEqualTo(LIMIT - i);
            allowed(fail(limiter, subject));
            clock.advance(Duration.ofMinutes(10));
        }
        // Failures at minutes 0, 10, 20, 30 and 40; it is minute 50.
        assertThat(wait(limiter.take(subject))).isEqualTo(Duration.ofMinutes(10));
        clock.advance(Duration.ofMinutes(10).minusMillis(1));
        assertThat(limiter.take(subject)).isEqualTo(new Attempt.Refused(Duration.ofMillis(1)));
        clock.advance(Duration.ofMillis(1));
        assertThat(limiter.remaining(subject)).isEqualTo(1);
        allowed(fail(limiter, subject));
        assertThat(wait(limiter.take(subject))).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void afterTheSecondsThatARefusalNamesATryIsAllowed() {
        for (AttemptLimiter limiter : both()) {
            String guessed = anybody();
            for (int i = 0; i < LIMIT; i++) {
                allowed(fail(limiter, guessed));
            }
            clock.advance(Duration.ofMillis(1234));
            Attempt.Refused refused = (Attempt.Refused) limiter.take(guessed);
            assertThat(Decision.wholeSeconds(refused.retryAfter())).isBetween(1L, 3599L);
            clock.advance(Duration.ofSeconds(Decision.wholeSeconds(refused.retryAfter())));
            allowed(limiter.take(guessed));
        }
    }

    @Test
    void aTryThatSucceedsDoesNotCountAndFailedOnesStillDo() {
        AttemptLimiter limiter = limiter();
        for (int i = 0; i < LIMIT - 1; i++) {
            allowed(fail(limiter, subject));
        }
        for (int i = 0; i < 10; i++) {
            limiter.succeeded(allowed(limiter.take(subject)));
        }
        Attempt.Allowed last = allowed(limiter.take(subject));
        limiter.giveBack(last);
        limiter.giveBack(last);
        assertThat(limiter.remaining(subject)).isEqualTo(1);
        limiter.failed(allowed(limiter.take(subject)));
        wait(limiter.take(subject));
    }

    @Test
    void aSuccessForgetsAllFailuresInWindows() {
        AttemptLimiter limiter = hourly();
        for (int i = 0; i < LIMIT - 1; i++) {
            allowed(fail(limiter, subject));
        }
        limiter.succeeded(allowed(limiter.take(subject)));
        assertThat(limiter.remaining(subject)).isEqualTo(LIMIT);
    }

    @Test
    void subjectsAndLimitsAreCountedApart() {
        WindowPolicy one = new WindowPolicy("sign-in", 1, Duration.ofHours(1), FailMode.CLOSED);
        WindowPolicy other = new WindowPolicy("other", 1, Duration.ofHours(1), FailMode.CLOSED);
        allowed(fail(limiter(store(), one), subject));
        wait(fail(limiter(store(), one), subject));
        allowed(fail(limiter(store(), other), subject));
        allowed(fail(limiter(store(), one), anybody()));
    }

    @Test
    void aLowerLimitHoldsAtOnce() {
        for (int i = 0; i < LIMIT; i++) {
            allowed(fail(limiter(), subject));
            clock.advance(Duration.ofMinutes(1));
        }
        AttemptLimiter lower = limiter(store(), WindowPolicy.perHour("sign-in", 2, FailMode.CLOSED));
        // Of the failures at minutes 0 to 4 the one at 3 must be gone; it is minute 5.
        assertThat(wait(lower.take(subject))).isEqualTo(Duration.ofMinutes(58));
        assertThat(lower.remaining(subject)).isZero();
    }

    @Test
    void everyKeyAlwaysHasALife() {
        AttemptLimiter limiter = limiter();
        Attempt.Allowed first = allowed(limiter.take(subject));
        Key pending = LimitKeys.PENDING.key("sign-in", subject);
        assertThat(life(pending)).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(6));
        limiter.failed(first);
        assertThat(store().type(pending)).isEmpty();
        assertThat(life(key())).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(61));
    }

    private Duration life(Key key) {
        return ((Life.Ends) store().remaining(key).orElseThrow()).left();
    }

    /** As another program may leave it: a counter without an end, and what is no counter. */
    @Test
    void aDocumentedCounterGetsAnEndAndWhatIsNoneIsReplaced() {
        AttemptLimiter limiter = hourly();
        Window hour = Window.of(
                WindowPolicy.perHour(UserKeys.Endpoint.LOGIN.path(), LIMIT, FailMode.CLOSED), clock.instant());
        Key counter = WindowLayout.USERS.key().apply(hour, subject);
        store().commit(Batch.builder().put(counter, "3", Expiry.never()).build());
        assertThat(limiter.remaining(subject)).isEqualTo(LIMIT - 3);
        assertThat(limiter.failed(allowed(limiter.take(subject)))).isEqualTo(LIMIT - 4);
        assertThat(life(counter)).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(61));

        store().commit(Batch.builder().put(counter, "many", Expiry.never()).build());
        assertThat(limiter.failed(allowed(limiter.take(subject)))).isEqualTo(LIMIT - 1);
        store().commit(Batch.builder().delete(counter).build());
        store().commit(Batch.builder().setAdd(counter, Bytes.of("x")).build());
        assertThat(limiter.failed(allowed(limiter.take(subject)))).isEqualTo(LIMIT - 1);
    }

    @Test
    void withoutItsStoreNoTryIsAllowed() {
        Store closed = openAnother();
        closed.close();
        assertThatThrownBy(() -> limiter(closed, POLICY).take(subject)).isInstanceOf(StoreException.class);
    }
}
