package dev.yorozu.account;

/**
 * Ends all sessions and tokens of an account that was disabled, deleted, or given another password by an operator. Called
 * after the directory has made the change; safe to be called twice.
 */
@FunctionalInterface
public interface AccountTermination {
    /** For programs without sessions or tokens. */
    AccountTermination NONE = account -> {};

    void endAll(Account account);

    /** Ends what this one ends, and then what the other does. A fault of the first leaves the other for the next try. */
    default AccountTermination and(AccountTermination other) {
        return account -> {
            endAll(account);
            other.endAll(account);
        };
    }
}
