package dev.yorozu.account;

import java.util.function.BooleanSupplier;

/**
 * Copies of accounts that are kept beside a directory. They say nothing of passwords, so that a change of one leaves them as
 * they are, and an account is disabled before it is deleted; every other change is made without them.
 */
@FunctionalInterface
public interface AccountCopies {
    /** For a directory beside which nothing is kept. */
    AccountCopies NONE = (account, change) -> change.getAsBoolean();

    /**
     * Makes a change while no copy of the account is kept, on any server, and none that was read before the change is kept
     * after it. A fault before the change escapes, and the change is not made.
     */
    boolean without(Account account, BooleanSupplier change);

    /** Forgets all copies, because all accounts were replaced. */
    default void forgetAll() {}
}
