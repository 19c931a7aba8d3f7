package dev.yorozu.conformance.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.limit.attempt.LoginAttempt;
import dev.yorozu.limit.attempt.LoginAttempt.Verdict;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** One account at which its owner and many strangers are busy at once. */
@OnEveryStore
final class SignInRaceTest extends Suite {
    private static final int AT_ACCOUNT = 10;

    private final HeldClock clock = HeldClock.start();
    private final String account = RandomTokens.secure().hex(8);

    private LoginThrottle throttle() {
        // Whose turn is seconds away is refused at once: turns go by the store's clock, which is not the test's
        // everywhere.
        BoundedWaits waiting = new BoundedWaits(time -> {
            if (time.compareTo(Duration.ofSeconds(1)) < 0) {
                Thread.sleep(time);
            }
        });
        WindowPolicy byAddress = WindowPolicy.perHour("race-address", 5, FailMode.CLOSED);
        return new LoginThrottle(
                "race", AT_ACCOUNT, AttemptLimiter.sliding(store(), byAddress, waiting, RandomTokens.secure(), clock));
    }

    @Test
    void theOwnerGetsInWheneverAndStrangersAreHeardAsOftenAsIsSaid() throws Exception {
        LoginThrottle throttle = throttle();
        AttemptSource owner = AttemptSource.of(RandomTokens.secure().hex(8));
        assertThat(guess(throttle, owner, Verdict.CORRECT)).isInstanceOf(LoginAttempt.Checked.class);
        List<Callable<LoginAttempt<Verdict>>> all = new ArrayList<>();
        for (int i = 0; i < 3 * AT_ACCOUNT; i++) {
            AttemptSource guesser =
                    i % 3 == 0 ? owner : AttemptSource.of(RandomTokens.secure().hex(8));
            all.add(() -> guess(throttle, guesser, guesser.equals(owner) ? Verdict.CORRECT : Verdict.WRONG));
        }
        List<LoginAttempt<Verdict>> guesses = Race.run(all);
        List<Verdict> heard = new ArrayList<>();
        for (LoginAttempt<Verdict> guess : guesses) {
            if (guess instanceof LoginAttempt.Checked<Verdict> made) {
                heard.add(made.outcome());
            }
        }
        assertThat(heard).filteredOn(Verdict.CORRECT::equals).hasSize(AT_ACCOUNT);
        // And one turn, or two where the machine takes ten seconds for all this.
        assertThat(heard).filteredOn(Verdict.WRONG::equals).hasSizeBetween(AT_ACCOUNT, AT_ACCOUNT + 2);
    }

    private LoginAttempt<Verdict> guess(LoginThrottle throttle, AttemptSource guesser, Verdict verdict) {
        return throttle.attempt(guesser, account, () -> verdict, Function.identity());
    }
}
