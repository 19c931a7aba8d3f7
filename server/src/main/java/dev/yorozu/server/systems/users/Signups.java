package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Directory;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.account.NewAccount;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import java.time.InstantSource;

/** Makes accounts for whoever asks, where that is open. Nobody has a say in their role. */
final class Signups {
    private final Directory directory;
    private final Passwords passwords;
    private final UserTrail trail;
    private final RandomTokens random;
    private final InstantSource clock;

    Signups(Directory directory, Passwords passwords, UserTrail trail, RandomTokens random, InstantSource clock) {
        this.directory = directory;
        this.passwords = passwords;
        this.trail = trail;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Makes an account; address and password must have been checked. One that could not be written down is taken back, so
     * that whoever is told of a fault can try again.
     */
    AccountCreation signUp(String email, String password, Client client) {
        AccountCreation creation = directory.create(NewAccount.byEmail(email, passwords.hash(password), random));
        if (creation instanceof AccountCreation.Created created) {
            Account account = created.account();
            try {
                trail.signedUp(client, account.uuid().toString());
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

    /** Undoes what was made for somebody who is told that it failed. */
    void takeBack(Account account, RuntimeException fault) {
        try {
            directory.delete(account.id());
        } catch (RuntimeException another) {
            fault.addSuppressed(another);
        }
    }
}
