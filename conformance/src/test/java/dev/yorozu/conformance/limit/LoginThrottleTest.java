package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.limit.attempt.LoginAttempt;
import dev.yorozu.limit.attempt.LoginAttempt.Verdict;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Who gets in while others guess. In memory, because turns go by the store's own clock, which only there is the test's; what
 * the throttle is made of is proved on every store.
 */
class LoginThrottleTest {
    private static final int OF_ADDRESS = 5;
    private static final int AT_ACCOUNT = 20;
    private static final int A_DAY = 1000;
    private static final String ACCOUNT = "account";

    private final HeldClock clock = HeldClock.start();
    private final MemoryStore store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final LoginThrottle throttle = throttle(new BoundedWaits(clock::advance));
    private final AtomicInteger addresses = new AtomicInteger();

    private LoginThrottle throttle(BoundedWaits waiting) {
        WindowPolicy byAddress = WindowPolicy.perHour("test-address", OF_ADDRESS, FailMode.CLOSED);
        return new LoginThrottle(
                "test", AT_ACCOUNT, AttemptLimiter.sliding(store, byAddress, waiting, RandomTokens.secure(), clock));
    }

    private AttemptSource stranger() {
        return AttemptSource.of("address" + addresses.incrementAndGet());
    }

    private static LoginAttempt<Verdict> guess(LoginThrottle throttle, AttemptSource guesser, Verdict verdict) {
        return throttle.attempt(guesser, ACCOUNT, () -> verdict, Function.identity());
    }

    private LoginAttempt<Verdict> right(AttemptSource guesser) {
        return guess(throttle, guesser, Verdict.CORRECT);
    }

    private LoginAttempt<Verdict> wrong(AttemptSource guesser) {
        return guess(throttle, guesser, Verdict.WRONG);
    }

    private static void assertMade(LoginAttempt<Verdict> guess) {
        assertThat(guess).isInstanceOf(LoginAttempt.Checked.class);
    }

    private static Duration assertRefused(LoginAttempt<Verdict> guess) {
        assertThat(guess).isInstanceOf(LoginAttempt.Refused.class);
        return ((LoginAttempt.Refused<Verdict>) guess).retryAfter();
    }

    /** All that strangers have before they must wait for each other. */
    private void guessByStrangers() {
        for (int i = 0; i < AT_ACCOUNT; i++) {
            assertMade(wrong(stranger()));
        }
    }

    @Test
    void whoSignedInBeforeIsNotAffectedByStrangers() {
        AttemptSource owner = stranger();
        assertMade(right(owner));
        for (int i = 0; i < 3 * AT_ACCOUNT; i++) {
            wrong(stranger());
        }
        var before = clock.instant();

        assertMade(wrong(owner));
        assertMade(right(owner));
        assertThat(clock.instant()).isEqualTo(before);
    }

    @Test
    void theOwnerGetsInFromANewAddressWhileStrangersGuess() {
        guessByStrangers();
        for (int i = 0; i < AT_ACCOUNT; i++) {
            wrong(stranger());
            var before = clock.instant();
            assertMade(right(stranger()));
            assertThat(Duration.between(before, clock.instant())).isLessThanOrEqualTo(Duration.ofSeconds(10));
        }
    }

    @Test
    void whoHasFailedDoesNotTakeTheTurnOfWhoHasNot() {
        AttemptSource failed = stranger();
        for (int i = 0; i < AT_ACCOUNT; i++) {
            assertMade(wrong(i == 0 ? failed : stranger()));
        }
        assertMade(wrong(failed));
        assertThat(assertRefused(wrong(failed))).isEqualTo(Duration.ofMinutes(1));
        var before = clock.instant();

        assertMade(right(stranger()));
        assertThat(clock.instant()).isEqualTo(before);
    }

    @Test
    void strangersTogetherHaveAThousandGuessesADay() {
        int made = 0;
        var end = clock.instant().plus(Duration.ofDays(1));
        while (clock.instant().isBefore(end)) {
            if (wrong(stranger()) instanceof LoginAttempt.Refused<Verdict> refused) {
                clock.advance(refused.retryAfter());
            } else {
                made++;
            }
        }
        assertThat(made).isEqualTo(A_DAY);
        assertMade(right(stranger()));
    }

    @Test
    void ofManyStrangersAtOnceOnlySoManyAreHeard() throws Exception {
        LoginThrottle held = throttle(new BoundedWaits(time -> {
            if (time.compareTo(Duration.ofSeconds(1)) < 0) {
                Thread.sleep(time);
            }
        }));
        List<Callable<LoginAttempt<Verdict>>> guesses = new ArrayList<>();
        for (int i = 0; i < 3 * AT_ACCOUNT; i++) {
            AttemptSource guesser = stranger();
            guesses.add(() -> guess(held, guesser, Verdict.WRONG));
        }
        assertThat(Race.run(guesses))
                .filteredOn(LoginAttempt.Checked.class::isInstance)
                .hasSizeBetween(AT_ACCOUNT, AT_ACCOUNT + 1);
    }

    @Test
    void anAddressThatSignedInBeforeHasItsOwnGuessesOnly() {
        AttemptSource owner = stranger();
        assertMade(right(owner));
        for (int i = 0; i < OF_ADDRESS; i++) {
            assertMade(wrong(owner));
        }
        assertThat(assertRefused(right(owner))).isEqualTo(Duration.ofHours(1));
        assertMade(right(stranger()));
    }

    @Test
    void aStolenTokenAndManyAddressesAreOfNoUse() {
        AttemptSource owner = stranger();
        assertMade(right(owner));
        for (int i = 0; i < AT_ACCOUNT; i++) {
            assertMade(signedIn(stranger(), Verdict.WRONG));
        }
        assertRefused(signedIn(stranger(), Verdict.WRONG));
        assertMade(signedIn(owner, Verdict.CORRECT));
    }

    private LoginAttempt<Verdict> signedIn(AttemptSource guesser, Verdict verdict) {
        return throttle.attemptSignedIn(guesser, ACCOUNT, () -> verdict, Function.identity());
    }

    @Test
    void whatIsNoGuessCountsForNothing() {
        AttemptSource guesser = stranger();
        for (int i = 0; i < 2 * A_DAY; i++) {
            assertMade(guess(throttle, guesser, Verdict.NOT_CHECKED));
        }
        assertThatThrownBy(() -> throttle.attempt(
                        guesser,
                        ACCOUNT,
                        () -> {
                            throw new IllegalStateException("nobody can look");
                        },
                        (Verdict verdict) -> verdict))
                .hasMessage("nobody can look");
        assertThat(wrong(guesser)).isEqualTo(new LoginAttempt.Checked<>(Verdict.WRONG, OF_ADDRESS - 1L));
    }

    @Test
    void onlyTheLatestAddressesAreRememberedAndForThreeMonths() {
        for (int i = 0; i < 40; i++) {
            clock.advance(Duration.ofMinutes(1));
            assertMade(right(stranger()));
        }
        assertThat(store.ranks(LimitKeys.FAMILIAR.key("test", ACCOUNT), Order.RISING, 0, 100))
                .hasSize(32)
                .first()
                .extracting(Ranked::member)
                .isEqualTo(Bytes.of("address9"));
        throttle.forget(ACCOUNT);
        assertThat(store.type(LimitKeys.FAMILIAR.key("test", ACCOUNT))).isEmpty();
        assertMade(right(stranger()));
        clock.advance(Duration.ofDays(91));
        assertThat(store.type(LimitKeys.FAMILIAR.key("test", ACCOUNT))).isEmpty();
    }
}
