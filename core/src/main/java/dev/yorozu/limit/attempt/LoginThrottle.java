package dev.yorozu.limit.attempt;

import dev.yorozu.limit.Decision;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How often passwords may be tried, so that guessing is slow and yet locks no owner out.
 *
 * <ul>
 *   <li><b>By address</b>, at all accounts together: so many wrong ones in an hour, as the caller's limiter says.
 *   <li><b>At an account, from an address that signed in there before</b>: so many in an hour of that address alone. What
 *       others do does not count.
 *   <li><b>At an account, from all other addresses together</b>: the same number in an hour, at once. After those, strangers
 *       are heard one at a time: every ten seconds one that has failed at nothing in the last hour, every minute one that
 *       has. Callers that come meanwhile wait for the next turn as long as a person would, so that the owner of the account
 *       can sign in from a new address too. In a day there are at most 1,000 wrong ones.
 * </ul>
 *
 * <p>Each limit is exact, however many try at once, because a place is taken before the password is checked; see
 * {@link AttemptLimiter}. An account that does not exist is counted like one that does, or the count would tell which do.
 * Fails closed: while the store cannot answer, its fault reaches the caller. Safe for use by many threads.
 */
public final class LoginThrottle {
    private final AttemptLimiter byAddress;
    private final AttemptLimiter known;
    private final AttemptLimiter burst;
    private final AttemptLimiter strangers;
    private final FamiliarClients familiar;
    private final Gcra turns;
    private final WindowPolicy turn;
    private final WindowPolicy laterTurn;
    private final BoundedWaits waits;

    /** @param byAddress counts the failed attempts of addresses */
    public LoginThrottle(
            Store store,
            ThrottlePolicy policy,
            AttemptLimiter byAddress,
            BoundedWaits waits,
            RandomTokens random,
            InstantSource clock) {
        this.byAddress = byAddress;
        this.known = AttemptLimiter.sliding(store, policy.known(), waits, random, clock);
        this.burst = AttemptLimiter.sliding(store, policy.burst(), waits, random, clock);
        this.strangers = AttemptLimiter.sliding(store, policy.strangers(), waits, random, clock);
        this.familiar = new FamiliarClients(store, policy.name(), clock);
        this.turns = new Gcra(store, clock);
        this.turn = policy.turn();
        this.laterTurn = policy.laterTurn();
        this.waits = waits;
    }

    /**
     * Checks a password, if there is an attempt left.
     *
     * @param account stands for the account, fit for a key
     */
    public <T> LoginAttempt<T> attempt(
            AttemptSource source, String account, Supplier<T> check, Function<T, LoginAttempt.Verdict> judge) {
        FamiliarClients.Familiarity familiarity = familiar.of(account, source.digest());
        LoginAttempt<T> attempt = familiarity == FamiliarClients.Familiarity.STRANGER
                ? attemptAsStranger(source, account, check, judge)
                : attemptAsKnown(source, account, source.digest(), check, judge);
        if (familiarity != FamiliarClients.Familiarity.RECENT
                && attempt instanceof LoginAttempt.Checked<T> checked
                && judge.apply(checked.outcome()) == LoginAttempt.Verdict.CORRECT) {
            familiar.remember(account, source.digest());
        }
        return attempt;
    }

    /**
     * As {@link #attempt}, where the caller is signed in to the account. From addresses that did not sign in there they are
     * counted together: a token may have been stolen, by a client with many addresses.
     */
    public <T> LoginAttempt<T> attemptSignedIn(
            AttemptSource source, String account, Supplier<T> check, Function<T, LoginAttempt.Verdict> judge) {
        boolean stranger = familiar.of(account, source.digest()) == FamiliarClients.Familiarity.STRANGER;
        return attemptAsKnown(source, account, stranger ? "signed-in" : source.digest(), check, judge);
    }

    /** Forgets which addresses signed in to an account that is no more; what is counted ends by itself. */
    public void forget(String account) {
        familiar.forget(account);
    }

    private <T> LoginAttempt<T> attemptAsKnown(
            AttemptSource source,
            String account,
            String known,
            Supplier<T> check,
            Function<T, LoginAttempt.Verdict> judge) {
        String subject = Digests.shortHex(account + " " + known);
        return check(new HeldAttempts(), source, this.known, subject, check, judge);
    }

    private <T> LoginAttempt<T> attemptAsStranger(
            AttemptSource source, String account, Supplier<T> check, Function<T, LoginAttempt.Verdict> judge) {
        HeldAttempts held = new HeldAttempts();
        if (burst.takeNow(account).orElse(null) instanceof Attempt.Allowed early) {
            held.hold(burst, early);
        } else {
            Optional<Duration> wait = awaitTurn(source, account);
            if (wait.isPresent()) {
                return new LoginAttempt.Refused<>(wait.get());
            }
        }
        return check(held, source, strangers, account, check, judge);
    }

    /** An address that has no attempt left is refused for that, later, and takes no turn. */
    private Optional<Duration> awaitTurn(AttemptSource source, String account) {
        long remaining = byAddress.remaining(source.address());
        WindowPolicy lane = remaining == byAddress.limit() ? turn : laterTurn;
        BoundedWaits.Wait wait = waits.begin();
        while (remaining > 0) {
            Decision decision = turns.check(lane, account);
            if (decision.allowed()) {
                break;
            }
            if (!wait.pause(decision.retryAfter())) {
                return Optional.of(decision.retryAfter());
            }
        }
        return Optional.empty();
    }

    private <T> LoginAttempt<T> check(
            HeldAttempts held,
            AttemptSource source,
            AttemptLimiter atAccount,
            String subject,
            Supplier<T> check,
            Function<T, LoginAttempt.Verdict> judge) {
        Optional<Duration> wait = held.take(byAddress, source.address()).or(() -> held.take(atAccount, subject));
        if (wait.isPresent()) {
            return new LoginAttempt.Refused<>(wait.get());
        }
        T outcome;
        try {
            outcome = check.get();
        } catch (RuntimeException unseen) {
            held.giveBack(unseen);
            throw unseen;
        }
        return new LoginAttempt.Checked<>(outcome, held.settle(judge.apply(outcome), byAddress));
    }
}
