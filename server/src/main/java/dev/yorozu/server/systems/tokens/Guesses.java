package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Identifier;
import dev.yorozu.limit.Attempt;
import dev.yorozu.limit.Tries;
import dev.yorozu.secret.Digests;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How often a password may be guessed: so many failed tries of one address, and so many at one account.
 *
 * <p>Both tries are taken before the password is looked at, so that any number of guesses at once are no more than that
 * many. They are given back when the password was right, or could not be looked at. An identifier that is nobody's is
 * counted like one that is somebody's, or the count would tell which are.
 */
final class Guesses {
    private final Tries byAddress;
    private final Tries byAccount;

    Guesses(Tries byAddress, Tries byAccount) {
        this.byAddress = byAddress;
        this.byAccount = byAccount;
    }

    /** What became of a guess. */
    sealed interface Guess<T> {
        record Right<T>(T value) implements Guess<T> {}

        record Wrong<T>() implements Guess<T> {}

        record TooMany<T>(long retryAfterSeconds) implements Guess<T> {}
    }

    /** Whom a guess is about: the account, or what nobody is called. */
    static String subject(Optional<Account> known, String identifier) {
        return known.map(Account::user)
                .orElseGet(
                        () -> "x" + Digests.hex(Identifier.normal(identifier)).substring(0, 40));
    }

    /**
     * Lets one guess be made, if there is one left.
     *
     * @param look empty when the password was wrong
     */
    <T> Guess<T> guess(Client client, String subject, Supplier<Optional<T>> look) {
        return switch (byAddress.take(client.id())) {
            case Attempt.Refused refused -> new Guess.TooMany<>(refused.retryAfterSeconds());
            case Attempt.Allowed address ->
                switch (byAccount.take(subject)) {
                    case Attempt.Refused refused -> {
                        byAddress.giveBack(address);
                        yield new Guess.TooMany<>(refused.retryAfterSeconds());
                    }
                    case Attempt.Allowed account -> guess(address, account, look);
                };
        };
    }

    private <T> Guess<T> guess(Attempt.Allowed address, Attempt.Allowed account, Supplier<Optional<T>> look) {
        Optional<T> found;
        try {
            found = look.get();
        } catch (RuntimeException unseen) {
            byAddress.giveBack(address);
            byAccount.giveBack(account);
            throw unseen;
        }
        if (found.isEmpty()) {
            return new Guess.Wrong<>();
        }
        byAddress.succeeded(address);
        byAccount.succeeded(account);
        return new Guess.Right<>(found.get());
    }
}
