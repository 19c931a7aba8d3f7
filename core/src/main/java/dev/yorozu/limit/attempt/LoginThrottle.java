package dev.yorozu.limit.attempt;

import dev.yorozu.limit.Decision;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.RateLayout;
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
 * How often passwords may be guessed, so that guessing is slow and yet locks nobody out.
 *
 * <ul>
 *   <li><b>By address</b>, whatever is guessed at: so many wrong ones in an hour, as the caller's limiter says.
 *   <li><b>At an account, from an address that signed in there before</b>: so many in an hour of that address alone. What
 *       others do does not count.
 *   <li><b>At an account, from all other addresses together</b>: the same number in an hour, at once. After those, strangers
 *       are heard one at a time: every ten seconds one that has failed at nothing in the last hour, every minute one that
 *       has. Who comes meanwhile waits for the next turn as long as a person would, so that the owner of the account gets in
 *       from a new address too. In a day there are at most 1,000 wrong ones.
 * </ul>
 *
 * <p>Each limit is exact, however many guess at once, because a place is taken before the password is looked at; see
 * {@link AttemptLimiter}. An account that does not exist is counted like one that does, or the count would tell which do.
 * Fails closed: while the store cannot answer, its fault reaches the caller. Safe for use by many threads.
 */
public final class LoginThrottle {
    private final AttemptLimiter byAddress;
    private final AttemptLimiter known;
    private final AttemptLimiter calm;
    private final AttemptLimiter strangers;
    private final FamiliarClients familiar;
    private final Gcra turns;
    private final WindowPolicy turn;
    private final WindowPolicy laterTurn;
    private final Waiting waiting;

    /** @param byAddress counts the wrong guesses of addresses */
    public LoginThrottle(
            Store store,
            ThrottlePolicy policy,
            AttemptLimiter byAddress,
            Waiting waiting,
            RandomTokens random,
            InstantSource clock) {
        this.byAddress = byAddress;
        this.known = AttemptLimiter.sliding(store, policy.known(), waiting, random, clock);
        this.calm = AttemptLimiter.sliding(store, policy.calm(), waiting, random, clock);
        this.strangers = AttemptLimiter.sliding(store, policy.strangers(), waiting, random, clock);
        this.familiar = new FamiliarClients(store, policy.name(), clock);
        this.turns = new Gcra(store, RateLayout.GENERAL, clock);
        this.turn = policy.turn();
        this.laterTurn = policy.laterTurn();
        this.waiting = waiting;
    }

    /**
     * Lets one guess be made, if there is one left.
     *
     * @param account stands for what is guessed at, fit for a key
     */
    public <T> Guess<T> guess(Guesser guesser, String account, Supplier<T> look, Function<T, Guess.Verdict> judge) {
        FamiliarClients.Familiarity familiarity = familiar.of(account, guesser.digest());
        Guess<T> guess = familiarity == FamiliarClients.Familiarity.STRANGER
                ? guessAsStranger(guesser, account, look, judge)
                : guessAsKnown(guesser, account, guesser.digest(), look, judge);
        if (familiarity != FamiliarClients.Familiarity.RECENT
                && guess instanceof Guess.Made<T> made
                && judge.apply(made.outcome()) == Guess.Verdict.RIGHT) {
            familiar.remember(account, guesser.digest());
        }
        return guess;
    }

    /**
     * As {@link #guess}, where the caller is signed in to the account. From addresses that did not sign in there they are
     * counted together: a token may have been stolen, by somebody with many addresses.
     */
    public <T> Guess<T> guessSignedIn(
            Guesser guesser, String account, Supplier<T> look, Function<T, Guess.Verdict> judge) {
        boolean stranger = familiar.of(account, guesser.digest()) == FamiliarClients.Familiarity.STRANGER;
        return guessAsKnown(guesser, account, stranger ? "signed-in" : guesser.digest(), look, judge);
    }

    /** Forgets who signed in to an account that is no more; what is counted ends by itself. */
    public void forget(String account) {
        familiar.forget(account);
    }

    private <T> Guess<T> guessAsKnown(
            Guesser guesser, String account, String known, Supplier<T> look, Function<T, Guess.Verdict> judge) {
        String subject = Digests.shortHex(account + " " + known);
        return made(new HeldAttempts(), guesser, this.known, subject, look, judge);
    }

    private <T> Guess<T> guessAsStranger(
            Guesser guesser, String account, Supplier<T> look, Function<T, Guess.Verdict> judge) {
        HeldAttempts held = new HeldAttempts();
        if (calm.takeNow(account).orElse(null) instanceof Attempt.Allowed early) {
            held.hold(calm, early);
        } else {
            Optional<Duration> wait = awaitTurn(guesser, account);
            if (wait.isPresent()) {
                return new Guess.Refused<>(wait.get());
            }
        }
        return made(held, guesser, strangers, account, look, judge);
    }

    /** An address that has no guess left is refused for that, later, and takes nobody's turn. */
    private Optional<Duration> awaitTurn(Guesser guesser, String account) {
        long remaining = byAddress.remaining(guesser.address());
        WindowPolicy lane = remaining == byAddress.limit() ? turn : laterTurn;
        Waiting.Turn patience = waiting.turn();
        while (remaining > 0) {
            Decision decision = turns.check(lane, account);
            if (decision.allowed()) {
                break;
            }
            if (!patience.pause(decision.retryAfter())) {
                return Optional.of(decision.retryAfter());
            }
        }
        return Optional.empty();
    }

    private <T> Guess<T> made(
            HeldAttempts held,
            Guesser guesser,
            AttemptLimiter atAccount,
            String subject,
            Supplier<T> look,
            Function<T, Guess.Verdict> judge) {
        Optional<Duration> wait = held.take(byAddress, guesser.address()).or(() -> held.take(atAccount, subject));
        if (wait.isPresent()) {
            return new Guess.Refused<>(wait.get());
        }
        T outcome;
        try {
            outcome = look.get();
        } catch (RuntimeException unseen) {
            held.giveBack(unseen);
            throw unseen;
        }
        return new Guess.Made<>(outcome, held.settle(judge.apply(outcome), byAddress));
    }
}
