package dev.yorozu.server.access;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.Identifier;
import dev.yorozu.limit.attempt.LoginAttempt;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.metrics.TokenMetrics.SignedIn;
import java.util.Optional;

/**
 * Signs people in with their password.
 *
 * <p>What is issued and accounts lie in two places, and an account may be disabled, or its password changed, while somebody
 * signs in to it. Whoever does that changes the directory first and ends everything of the account after. Here tokens are
 * issued first, and the account is looked at once more after: whichever of the two comes last sees the other, so that no
 * token of a changed account is ever handed out. What was issued is also ended when anything fails before it could be handed
 * out; a crash leaves a login that nobody knows a token of, which ends by itself.
 *
 * @param <D> what the client said of the device, or of how long it wants to stay
 * @param <T> what is issued
 */
public final class PasswordSignIn<D, T> {
    private final Directory directory;
    private final Accounts accounts;
    private final LoginThrottle throttle;
    private final Issuance<D, T> issuance;
    private final AuditTrail trail;
    private final AccountHistory history;
    private final TokenMetrics metrics;

    public PasswordSignIn(
            Directory directory,
            Passwords passwords,
            LoginThrottle throttle,
            Issuance<D, T> issuance,
            AuditTrail trail,
            AccountHistory history,
            TokenMetrics metrics) {
        this.directory = directory;
        this.accounts = new Accounts(directory, passwords, AccountTermination.NONE);
        this.throttle = throttle;
        this.issuance = issuance;
        this.trail = trail;
        this.history = history;
        this.metrics = metrics;
    }

    /** What became of a sign-in. */
    public sealed interface Outcome<T> {
        record Entered<T>(Account account, T issued) implements Outcome<T> {}

        /**
         * Wrong identifier, wrong password, disabled account: all alike.
         *
         * @param remaining how many more of this address may fail
         */
        record Refused<T>(long remaining) implements Outcome<T> {}

        record TooMany<T>(long retryAfterSeconds) implements Outcome<T> {}
    }

    public Outcome<T> enter(String identifier, String password, D device, Client client) {
        Optional<Account> known = directory.findByIdentifier(identifier);
        LoginAttempt<Optional<Account>> attempt = throttle.attempt(
                issuance.source(client),
                known.map(issuance::user).orElseGet(() -> Identifier.unknown(identifier)),
                () -> accounts.authenticate(known, password),
                found -> found.isPresent() ? LoginAttempt.Verdict.CORRECT : LoginAttempt.Verdict.WRONG);
        return switch (attempt) {
            case LoginAttempt.Checked<Optional<Account>> checked
            when checked.outcome().isEmpty() -> {
                refused(client, known, SignedIn.REFUSED, "wrong credentials");
                yield new Outcome.Refused<>(checked.remaining());
            }
            case LoginAttempt.Checked<Optional<Account>> checked -> {
                Account account = checked.outcome().orElseThrow();
                Optional<T> issued = enter(account, device, client);
                if (issued.isEmpty()) {
                    refused(client, known, SignedIn.OVERTAKEN, "account changed meanwhile");
                    yield new Outcome.Refused<>(checked.remaining());
                }
                yield new Outcome.Entered<>(account, issued.get());
            }
            case LoginAttempt.Refused<Optional<Account>> many -> {
                refused(client, known, SignedIn.LIMITED, "too many tries");
                yield new Outcome.TooMany<>(many.retryAfterSeconds());
            }
        };
    }

    private void refused(Client client, Optional<Account> known, SignedIn counted, String why) {
        trail.refused(client, known.map(issuance::user), why);
        metrics.count(counted);
    }

    /** Signs in to an account whose owner has proved to be it; empty when the account changed meanwhile. */
    public Optional<T> enter(Account account, D device, Client client) {
        Optional<T> issued = issuance.issue(account, device, client);
        if (issued.isEmpty()) {
            return issued;
        }
        try {
            if (!isUnchanged(account, issued.get())) {
                issuance.end(account, issued.get());
                return Optional.empty();
            }
            trail.signedIn(client, issuance.user(account), issuance.reference(issued.get()));
            history.require(account, HistoryEvent.Type.SIGNED_IN, client, issuance.device(issued.get()));
        } catch (RuntimeException fault) {
            endQuietly(account, issued.get(), fault);
            throw fault;
        }
        metrics.count(SignedIn.ENTERED);
        return issued;
    }

    /** The second look. */
    private boolean isUnchanged(Account account, T issued) {
        return directory
                        .find(account.id())
                        .filter(now -> now.enabled() && now.version() == account.version())
                        .isPresent()
                && issuance.isValid(account, issued);
    }

    private void endQuietly(Account account, T issued, RuntimeException fault) {
        try {
            issuance.end(account, issued);
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
