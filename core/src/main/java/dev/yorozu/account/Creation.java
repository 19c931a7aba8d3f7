package dev.yorozu.account;

/** What became of an account to be made. */
public sealed interface Creation {
    record Created(Account account) implements Creation {}

    /** Somebody has this login id or e-mail address already, in whatever case. */
    record Taken(Field field) implements Creation {}
}
