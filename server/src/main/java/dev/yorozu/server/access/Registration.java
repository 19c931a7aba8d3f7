package dev.yorozu.server.access;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.NewAccount;
import java.util.function.Function;

/**
 * Makes accounts for whoever asks, where that is open.
 *
 * @param names the name under which the system knows an account
 */
public record Registration(
        Directory directory, Function<Account, String> names, AuditTrail trail, AccountHistory history) {
    /**
     * Makes an account; its texts and the password must have been checked. One that could not be written down is taken back,
     * so that whoever is told of a fault can try again under the same name.
     */
    public AccountCreation register(NewAccount wanted, Client client) {
        AccountCreation creation = directory.create(wanted);
        if (creation instanceof AccountCreation.Created created) {
            try {
                trail.registered(client, names.apply(created.account()));
                history.require(created.account(), HistoryEvent.Type.CREATED, client, "");
            } catch (RuntimeException fault) {
                takeBack(created.account(), fault);
                throw fault;
            }
        }
        return creation;
    }

    /** Undoes what was made for somebody who is told that it failed. */
    public void takeBack(Account account, RuntimeException fault) {
        try {
            directory.delete(account.id());
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
