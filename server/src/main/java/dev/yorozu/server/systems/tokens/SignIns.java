package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.DeviceSighting;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Identifier;
import dev.yorozu.account.Occasion;
import dev.yorozu.account.PastEvent;
import dev.yorozu.account.Remembered;
import dev.yorozu.json.Document;
import dev.yorozu.limit.attempt.Guess;
import dev.yorozu.limit.attempt.Guesser;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.SignedIn;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshTokens;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Signs people in with their password.
 *
 * <p>Tokens and accounts lie in two places, and an account may be disabled, or its password changed, while somebody signs
 * in to it. Whoever does that changes the directory first and ends all tokens after. Here the tokens are issued first, and
 * the account is looked at once more after: whichever of the two comes last sees the other, so that no token of a changed
 * account is ever handed out. What was issued is also ended when anything fails before it could be handed out; a crash
 * leaves a login that nobody knows a token of, which ends by itself.
 */
final class SignIns {
    /** The attribute of a login that says which device it is on. */
    static final String DEVICE = "DevicePublicId";

    private final Directory directory;
    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final RefreshTokens tokens;
    private final TokenTrail trail;
    private final TokenMetrics metrics;
    private final InstantSource clock;

    SignIns(
            Directory directory,
            Accounts accounts,
            LoginThrottle throttle,
            RefreshTokens tokens,
            TokenTrail trail,
            TokenMetrics metrics,
            InstantSource clock) {
        this.directory = directory;
        this.accounts = accounts;
        this.throttle = throttle;
        this.tokens = tokens;
        this.trail = trail;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** What became of a sign-in. */
    sealed interface Outcome {
        record Entered(Account account, Pair pair, Remembered device) implements Outcome {}

        /** Wrong identifier, wrong password, disabled account: all alike. */
        record Refused() implements Outcome {}

        record TooMany(long retryAfterSeconds) implements Outcome {}
    }

    Outcome enter(String identifier, String password, DeviceSighting sighting, Client client) {
        Optional<Account> known = directory.findByIdentifier(identifier);
        Guess<Optional<Account>> guess = throttle.guess(
                Guesser.of(client.id()),
                known.map(Account::user).orElseGet(() -> Identifier.unknown(identifier)),
                () -> accounts.authenticate(known, password),
                found -> found.isPresent() ? Guess.Verdict.RIGHT : Guess.Verdict.WRONG);
        return switch (guess) {
            case Guess.Made<Optional<Account>> made ->
                made.outcome().isPresent()
                        ? enter(made.outcome().get(), sighting, client)
                        : refused(client, known, SignedIn.REFUSED, "wrong credentials", new Outcome.Refused());
            case Guess.Refused<Optional<Account>> many ->
                refused(
                        client,
                        known,
                        SignedIn.LIMITED,
                        "too many tries",
                        new Outcome.TooMany(many.retryAfterSeconds()));
        };
    }

    private Outcome refused(Client client, Optional<Account> known, SignedIn counted, String why, Outcome outcome) {
        trail.refused(client, known.map(Account::user), why);
        metrics.count(counted);
        return outcome;
    }

    private Outcome enter(Account account, DeviceSighting sighting, Client client) {
        Optional<Remembered> device = directory.remember(account.id(), sighting);
        if (device.isEmpty()) {
            return overtaken(account, client);
        }
        String publicId = device.get().device().publicId().toString();
        Pair pair = tokens.issue(account.user(), Document.empty().with(DEVICE, publicId));
        try {
            if (!isUnchanged(account, device.get())) {
                tokens.end(pair.refreshToken(), account.user());
                return overtaken(account, client);
            }
            trail.signedIn(client, pair.login());
            directory.record(
                    account.id(), new PastEvent(Occasion.SIGNED_IN, clock.instant(), client.address(), publicId));
        } catch (RuntimeException fault) {
            endQuietly(pair, account, fault);
            throw fault;
        }
        metrics.count(SignedIn.ENTERED);
        return new Outcome.Entered(account, pair, device.get());
    }

    /** The second look: at the account, and at the device, which its owner may be forgetting at this moment. */
    private boolean isUnchanged(Account account, Remembered device) {
        return directory
                        .find(account.id())
                        .filter(now -> now.enabled() && now.version() == account.version())
                        .isPresent()
                && directory.device(account.id(), device.device().id()).isPresent();
    }

    private Outcome overtaken(Account account, Client client) {
        return refused(
                client, Optional.of(account), SignedIn.OVERTAKEN, "account changed meanwhile", new Outcome.Refused());
    }

    private void endQuietly(Pair pair, Account account, RuntimeException fault) {
        try {
            tokens.end(pair.refreshToken(), account.user());
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
