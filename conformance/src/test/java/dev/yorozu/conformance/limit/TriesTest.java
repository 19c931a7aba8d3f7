package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.limit.Attempt;
import dev.yorozu.limit.Tries;
import dev.yorozu.limit.TriesPolicy;
import dev.yorozu.limit.TriesPolicy.AfterSuccess;
import dev.yorozu.secret.RandomTokens;
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
final class TriesTest extends Suite {
    private static final int THREADS = 32;
    private static final int LIMIT = 5;
    private static final TriesPolicy POLICY = TriesPolicy.perHour("sign-in", LIMIT, AfterSuccess.GIVE_BACK);

    private final HeldClock clock = HeldClock.start();
    private final String subject = RandomTokens.secure().hex(8);

    private Tries tries() {
        return tries(store(), POLICY);
    }

    private Tries tries(Store store, TriesPolicy policy) {
        return new Tries(store, policy, RandomTokens.secure(), clock);
    }

    private static Attempt.Allowed allowed(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Allowed.class);
        return (Attempt.Allowed) attempt;
    }

    private static Duration wait(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Refused.class);
        return ((Attempt.Refused) attempt).retryAfter();
    }

    private Key key() {
        return LimitKeys.TRIES.key("sign-in", subject);
    }

    @Test
    void ofManyGuessesMadeAtOnceNoMoreThanTheLimitAreMade() throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            String guessed = RandomTokens.secure().hex(8);
            Tries tries = tries();
            List<Attempt> attempts = Race.run(THREADS, () -> tries.take(guessed));
            assertThat(attempts).filteredOn(Attempt.Allowed.class::isInstance).hasSize(LIMIT);
            assertThat(tries.remaining(guessed)).isZero();
        }
    }

    @Test
    void whenOldTriesGrowTooOldManyAtOnceStillGetNoMoreThanTheLimit() throws Exception {
        for (int round = 0; round < Rounds.of(10); round++) {
            String guessed = RandomTokens.secure().hex(8);
            Tries tries = tries();
            Race.run(THREADS, () -> tries.take(guessed));
            clock.advance(Duration.ofHours(1));
            assertThat(Race.run(THREADS, () -> tries.take(guessed)))
                    .filteredOn(Attempt.Allowed.class::isInstance)
                    .hasSize(LIMIT);
        }
    }

    @Test
    void inNoHourAreThereMoreTriesThanTheLimit() {
        Tries tries = tries();
        for (int i = 0; i < LIMIT; i++) {
            assertThat(tries.remaining(subject)).isEqualTo(LIMIT - i);
            allowed(tries.take(subject));
            clock.advance(Duration.ofMinutes(10));
        }
        // Tries at minutes 0, 10, 20, 30 and 40; it is minute 50.
        assertThat(wait(tries.take(subject))).isEqualTo(Duration.ofMinutes(10));
        clock.advance(Duration.ofMinutes(10).minusMillis(1));
        assertThat(tries.take(subject)).isEqualTo(new Attempt.Refused(Duration.ofMillis(1)));
        clock.advance(Duration.ofMillis(1));
        assertThat(tries.remaining(subject)).isEqualTo(1);
        allowed(tries.take(subject));
        assertThat(wait(tries.take(subject))).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void afterTheSecondsThatARefusalNamesATryIsAllowed() {
        Tries tries = tries();
        for (int i = 0; i < LIMIT; i++) {
            allowed(tries.take(subject));
        }
        clock.advance(Duration.ofMillis(1234));
        Attempt.Refused refused = (Attempt.Refused) tries.take(subject);
        assertThat(refused.retryAfterSeconds()).isEqualTo(3599);
        clock.advance(Duration.ofSeconds(refused.retryAfterSeconds()));
        allowed(tries.take(subject));
    }

    @Test
    void aTryThatSucceedsIsGivenBackAndFailedOnesStillCount() {
        Tries tries = tries();
        for (int i = 0; i < LIMIT - 1; i++) {
            allowed(tries.take(subject));
        }
        for (int i = 0; i < 10; i++) {
            tries.succeeded(allowed(tries.take(subject)));
        }
        assertThat(tries.remaining(subject)).isEqualTo(1);
        Attempt.Allowed last = allowed(tries.take(subject));
        wait(tries.take(subject));
        tries.giveBack(last);
        tries.giveBack(last);
        assertThat(tries.remaining(subject)).isEqualTo(1);
    }

    @Test
    void aSuccessForgetsAllTriesWhereThePolicySaysSo() {
        Tries tries = tries(store(), TriesPolicy.perHour("sign-in", LIMIT, AfterSuccess.CLEAR));
        for (int i = 0; i < LIMIT - 1; i++) {
            allowed(tries.take(subject));
        }
        tries.succeeded(allowed(tries.take(subject)));
        assertThat(tries.remaining(subject)).isEqualTo(LIMIT);
        assertThat(store().type(key())).isEmpty();
    }

    @Test
    void subjectsAndLimitsAreCountedApart() {
        TriesPolicy one = new TriesPolicy("sign-in", 1, Duration.ofHours(1), AfterSuccess.GIVE_BACK);
        TriesPolicy other = new TriesPolicy("other", 1, Duration.ofHours(1), AfterSuccess.GIVE_BACK);
        allowed(tries(store(), one).take(subject));
        wait(tries(store(), one).take(subject));
        allowed(tries(store(), other).take(subject));
        allowed(tries(store(), one).take(RandomTokens.secure().hex(8)));
    }

    @Test
    void aLowerLimitHoldsAtOnce() {
        for (int i = 0; i < LIMIT; i++) {
            allowed(tries().take(subject));
            clock.advance(Duration.ofMinutes(1));
        }
        Tries lower = tries(store(), TriesPolicy.perHour("sign-in", 2, AfterSuccess.GIVE_BACK));
        // Of the tries at minutes 0 to 4 the one at 3 must be gone; it is minute 5.
        assertThat(wait(lower.take(subject))).isEqualTo(Duration.ofMinutes(58));
        assertThat(lower.remaining(subject)).isZero();
    }

    @Test
    void theKeyAlwaysHasALife() {
        Tries tries = tries();
        Attempt.Allowed first = allowed(tries.take(subject));
        assertThat(life()).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(61));
        allowed(tries.take(subject));
        tries.giveBack(first);
        assertThat(life()).isPositive().isLessThanOrEqualTo(Duration.ofMinutes(61));
    }

    private Duration life() {
        return ((Life.Ends) store().remaining(key()).orElseThrow()).left();
    }

    @Test
    void withoutItsStoreNoTryIsAllowed() {
        Store closed = openAnother();
        closed.close();
        assertThatThrownBy(() -> tries(closed, POLICY).take(subject)).isInstanceOf(StoreException.class);
    }
}
