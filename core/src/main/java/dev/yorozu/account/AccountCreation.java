package dev.yorozu.account;

/** What came of creating an account. */
public sealed interface AccountCreation {
    record Created(Account account) implements AccountCreation {}

    /** Another account has this login id or e-mail address already, in whatever case. */
    record Taken(Field field) implements AccountCreation {}
}
