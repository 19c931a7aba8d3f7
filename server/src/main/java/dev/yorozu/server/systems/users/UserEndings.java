package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountEndings;
import dev.yorozu.login.Logins;

/** Ends the sessions of an account that changed. */
public record UserEndings(Logins logins) implements AccountEndings {
    @Override
    public void disabled(Account account) {
        endAll(account);
    }

    @Override
    public void passwordChanged(Account account) {
        endAll(account);
    }

    @Override
    public void deleted(Account account) {
        endAll(account);
    }

    private void endAll(Account account) {
        logins.endAll(account.uuid().toString());
    }
}
