package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.Role;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import java.time.InstantSource;
import java.util.Set;

/** Makes accounts for whoever asks, where that is open. */
final class Registrations {
    private final Directory directory;
    private final Accounts accounts;
    private final AuditTrail trail;
    private final InstantSource clock;

    Registrations(Directory directory, Accounts accounts, AuditTrail trail, InstantSource clock) {
        this.directory = directory;
        this.accounts = accounts;
        this.trail = trail;
        this.clock = clock;
    }

    /**
     * Makes an account; the texts and the password must have been checked. One that could not be written down is taken back,
     * so that whoever is told of a fault can try again under the same name.
     */
    AccountCreation register(String loginId, String username, String email, String password, Client client) {
        AccountCreation creation = accounts.create(loginId, username, email, password, Set.of(Role.USER));
        if (creation instanceof AccountCreation.Created created) {
            Account account = created.account();
            try {
                trail.registered(client, account.user());
                directory.record(
                        account.id(),
                        new HistoryEvent(HistoryEvent.Type.CREATED, clock.instant(), client.masked(), ""));
            } catch (RuntimeException fault) {
                takeBack(account, fault);
                throw fault;
            }
        }
        return creation;
    }

    private void takeBack(Account account, RuntimeException fault) {
        try {
            directory.delete(account.id());
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
