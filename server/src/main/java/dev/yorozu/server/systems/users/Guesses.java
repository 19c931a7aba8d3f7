package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.Identifier;
import dev.yorozu.limit.Attempt;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.Tries;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How often a password may be guessed: so many failed tries of one address in an hour of the clock, as the document counts
 * them, and so many at one account in any hour, because addresses are cheap.
 *
 * <p>Both tries are taken before the password is looked at, so that any number of guesses at once are no more than that
 * many. They are given back when the password could not be looked at; one that is right forgets those of its address. An
 * e-mail address that is nobody's is counted like one that is somebody's, or the count would tell which are.
 */
final class Guesses {
    private final FixedWindow window;
    private final WindowPolicy byAddress;
    private final Tries byAccount;

    /** @param byAddress refuses while the store cannot count */
    Guesses(FixedWindow window, WindowPolicy byAddress, Tries byAccount) {
        this.window = window;
        this.byAddress = byAddress;
        this.byAccount = byAccount;
    }

    /** What became of a guess; those that were made say how many more the address has. */
    sealed interface Guess<T> {
        record Right<T>(T value, long remaining) implements Guess<T> {}

        record Wrong<T>(long remaining) implements Guess<T> {}

        record TooMany<T>(long retryAfterSeconds) implements Guess<T> {}
    }

    /**
     * Lets one guess be made, if there is one left.
     *
     * @param known the account, if there is one
     * @param look empty when the password was wrong
     */
    <T> Guess<T> guess(Client client, Optional<Account> known, String email, Supplier<Optional<T>> look) {
        Decision address = counted(client);
        if (!address.allowed()) {
            return new Guess.TooMany<>(address.retryAfterSeconds());
        }
        Guess<T> guess;
        try {
            guess = guess(address, subject(known, email), look);
        } catch (RuntimeException unseen) {
            window.giveBack(byAddress, client.subject(), address);
            throw unseen;
        }
        switch (guess) {
            case Guess.Right<T> right -> window.clear(byAddress, client.subject());
            case Guess.TooMany<T> many -> window.giveBack(byAddress, client.subject(), address);
            case Guess.Wrong<T> wrong -> {}
        }
        return guess;
    }

    /** Nothing is guessed while nobody can count it, which is no fault of whoever asks. */
    private Decision counted(Client client) {
        FixedWindow.Checked<List<Object>> checked = window.check(byAddress, client.subject(), List.of());
        if (!checked.decision().allowed() && checked.answer().isEmpty()) {
            throw new StoreException.Unavailable("Sign-ins cannot be counted");
        }
        return checked.decision();
    }

    private <T> Guess<T> guess(Decision address, String subject, Supplier<Optional<T>> look) {
        return switch (byAccount.take(subject)) {
            case Attempt.Refused refused -> new Guess.TooMany<>(refused.retryAfterSeconds());
            case Attempt.Allowed account -> {
                Optional<T> found;
                try {
                    found = look.get();
                } catch (RuntimeException unseen) {
                    byAccount.giveBack(account);
                    throw unseen;
                }
                if (found.isEmpty()) {
                    yield new Guess.Wrong<>(address.remaining());
                }
                byAccount.succeeded(account);
                yield new Guess.Right<>(found.get(), address.remaining());
            }
        };
    }

    private static String subject(Optional<Account> known, String email) {
        return known.map(account -> account.uuid().toString())
                .orElseGet(() -> "x" + Digests.hex(Identifier.normal(email)).substring(0, 40));
    }
}
