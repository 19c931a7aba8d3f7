package dev.yorozu.server.admin.accounts;

/** What became of an operator's wish about an account. */
public sealed interface Done {
    /** It was done; this is the account now. */
    record With(AccountLine account) implements Done {}

    /** There is no such account. */
    record Unknown() implements Done {}

    /** It cannot be done like this; the sentence says why. */
    record Not(String sentence) implements Done {}
}
