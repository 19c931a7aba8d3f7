package dev.yorozu.server.access;

import dev.yorozu.account.Account;
import dev.yorozu.limit.attempt.AttemptSource;
import java.util.Optional;

/**
 * What a system issues to the owner of an account who signs in.
 *
 * @param <D> what the client said of the device, or of how long it wants to stay
 * @param <T> what was issued
 */
public interface Issuance<D, T> {
    /** The name under which the system knows an account. */
    String user(Account account);

    /** Where attempts of a client to sign in are counted. */
    AttemptSource source(Client client);

    /** Issues what the system does; empty when the account changed meanwhile. */
    Optional<T> issue(Account account, D device, Client client);

    /** Whether what was issued hangs on nothing that ended meanwhile, the account aside. */
    default boolean isValid(Account account, T issued) {
        return true;
    }

    /** Ends what was issued, which nobody has been told of. */
    void end(Account account, T issued);

    /** What the audit log calls it. */
    String reference(T issued);

    /** The public id of the device that it was issued to; empty where the system keeps none. */
    default String device(T issued) {
        return "";
    }
}
