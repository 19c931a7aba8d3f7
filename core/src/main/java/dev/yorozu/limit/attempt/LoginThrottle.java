package dev.yorozu.limit.attempt;

import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.FamiliarClients.Familiarity;
import dev.yorozu.secret.Digests;
import java.time.Duration;
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
    /** How many failed attempts all strangers together have at one account in any day. */
    private static final int DAILY = 1000;

    /** While strangers are slowed down, so often one of them is heard that has failed nowhere in the last hour. */
    private static final Duration TURN = Duration.ofSeconds(10);

    /** And so often one that has. */
    private static final Duration LATER_TURN = Duration.ofMinutes(1);

    private final AttemptLimiter byAddress;
    private final AttemptLimiter known;
    private final AttemptLimiter burst;
    private final AttemptLimiter strangers;
    private final FamiliarClients familiar;
    private final Gcra turns;
    private final WindowPolicy turn;
    private final WindowPolicy laterTurn;

    /**
     * A throttle in the store of its limiter by address.
     *
     * @param name tells the systems apart that have accounts; part of the keys
     * @param hourly how many wrong ones in any hour before strangers are slowed down, and how many an address has that
     *     signed in there before
     * @param byAddress counts the failed attempts of addresses
     */
    public LoginThrottle(String name, int hourly, AttemptLimiter byAddress) {
        this.byAddress = byAddress;
        this.known = byAddress.sibling(WindowPolicy.perHour(name + "-known", hourly, FailMode.CLOSED));
        this.burst = byAddress.sibling(WindowPolicy.perHour(name + "-account", hourly, FailMode.CLOSED));
        this.strangers =
                byAddress.sibling(new WindowPolicy(name + "-strangers", DAILY, Duration.ofDays(1), FailMode.CLOSED));
        this.familiar = new FamiliarClients(byAddress.store, name, byAddress.clock);
        this.turns = new Gcra(byAddress.store, byAddress.clock);
        this.turn = new WindowPolicy(name + "-turn", 1, TURN, FailMode.CLOSED);
        this.laterTurn = new WindowPolicy(name + "-later-turn", 1, LATER_TURN, FailMode.CLOSED);
    }

    /**
     * Checks a password, if there is an attempt left.
     *
     * @param account stands for the account, fit for a key
     */
    public <T> LoginAttempt<T> attempt(
            AttemptSource source, String account, Supplier<T> check, Function<T, LoginAttempt.Verdict> judge) {
        Familiarity familiarity = familiar.of(account, source.digest());
        HeldAttempts held = new HeldAttempts();
        Optional<Duration> wait = familiarity == Familiarity.STRANGER
                ? takeAsStranger(held, source, account)
                : takeAsKnown(held, source, account, source.digest());
        LoginAttempt<T> attempt = check(held, wait, check, judge);
        if (familiarity != Familiarity.RECENT
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
        boolean stranger = familiar.of(account, source.digest()) == Familiarity.STRANGER;
        HeldAttempts held = new HeldAttempts();
        Optional<Duration> wait = takeAsKnown(held, source, account, stranger ? "signed-in" : source.digest());
        return check(held, wait, check, judge);
    }

    /** Forgets which addresses signed in to an account that is no more; what is counted ends by itself. */
    public void forget(String account) {
        familiar.forget(account);
    }

    /** Takes the places of an attempt; where there are none, says how long to wait. */
    private Optional<Duration> takeAsKnown(HeldAttempts held, AttemptSource source, String account, String client) {
        return held.take(byAddress, source.address())
                .or(() -> held.take(known, Digests.shortHex(account + " " + client)));
    }

    private Optional<Duration> takeAsStranger(HeldAttempts held, AttemptSource source, String account) {
        Optional<Duration> wait = Optional.empty();
        if (burst.takeNow(account).orElse(null) instanceof Attempt.Allowed early) {
            held.hold(burst, early);
        } else {
            wait = awaitTurn(source, account);
        }
        return wait.or(() -> held.take(byAddress, source.address())).or(() -> held.take(strangers, account));
    }

    /** An address that has no attempt left is refused for that, later, and takes no turn. */
    private Optional<Duration> awaitTurn(AttemptSource source, String account) {
        long remaining = byAddress.remaining(source.address());
        WindowPolicy lane = remaining == byAddress.limit() ? turn : laterTurn;
        BoundedWaits.Wait wait = byAddress.waits.begin();
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
            HeldAttempts held, Optional<Duration> wait, Supplier<T> check, Function<T, LoginAttempt.Verdict> judge) {
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
