package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.limit.attempt.AttemptSource;
import dev.yorozu.limit.attempt.LoginAttempt;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.Logins;
import java.util.Optional;

/**
 * Changes passwords at their owners' wish, which ends every login but the one that asked.
 *
 * <p>The others end twice. Before, so that no change is made while they cannot be ended; and after, because one may have
 * begun in between with the old password. A sign-in that is still under way then finds the account changed.
 */
record PasswordChanges(
        Directory directory,
        Passwords passwords,
        LoginThrottle throttle,
        Logins tokens,
        AccountTermination elsewhere,
        AuditTrail trail,
        AccountHistory history) {
    /** What became of a wish for another password. */
    sealed interface Outcome {
        /** @param ended how many other logins ended */
        record Changed(int ended) implements Outcome {}

        record WrongPassword() implements Outcome {}

        record TooMany(long retryAfterSeconds) implements Outcome {}

        /** The account changed at the same moment. */
        record Overtaken() implements Outcome {}
    }

    /** @param next a password that nothing is to be said against */
    Outcome change(Caller caller, String current, String next, Client client) {
        LoginAttempt<Outcome> attempt = throttle.attemptSignedIn(
                AttemptSource.of(client.id()),
                caller.user(),
                () -> changed(caller, current, next),
                outcome -> outcome instanceof Outcome.WrongPassword
                        ? LoginAttempt.Verdict.WRONG
                        : LoginAttempt.Verdict.CORRECT);
        return switch (attempt) {
            case LoginAttempt.Checked<Outcome> checked -> {
                if (checked.outcome() instanceof Outcome.Changed) {
                    trail.passwordChanged(client, caller.user());
                    history.add(caller.user(), HistoryEvent.Type.PASSWORD_CHANGED, client, "");
                } else if (checked.outcome() instanceof Outcome.WrongPassword) {
                    trail.refused(client, Optional.of(caller.user()), "wrong password");
                }
                yield checked.outcome();
            }
            case LoginAttempt.Refused<Outcome> many -> {
                trail.refused(client, Optional.of(caller.user()), "too many tries");
                yield new Outcome.TooMany(many.retryAfterSeconds());
            }
        };
    }

    private Outcome changed(Caller caller, String current, String next) {
        Account account = caller.account();
        if (!passwords.matches(current, account.passwordHash())) {
            return new Outcome.WrongPassword();
        }
        int before = endOthers(caller);
        boolean changed = directory.changePassword(account.id(), account.version(), passwords.hash(next));
        int after = endOthers(caller);
        return changed ? new Outcome.Changed(before + after) : new Outcome.Overtaken();
    }

    private int endOthers(Caller caller) {
        elsewhere.endAll(caller.account());
        Optional<Login> current = tokens.ofAccess(caller.user(), caller.jwt().id());
        return current.isPresent()
                ? tokens.endAllBut(caller.user(), current.get().id())
                : tokens.endAll(caller.user());
    }
}
