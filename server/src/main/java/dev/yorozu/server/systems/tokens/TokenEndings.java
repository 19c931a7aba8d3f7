package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountEndings;
import dev.yorozu.token.RefreshTokens;

/** Ends every token of an account that cannot be signed in to any more as it was. */
public final class TokenEndings implements AccountEndings {
    private final RefreshTokens tokens;

    public TokenEndings(RefreshTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public void disabled(Account account) {
        tokens.endAll(account.user());
    }

    @Override
    public void passwordChanged(Account account) {
        tokens.endAll(account.user());
    }

    @Override
    public void deleted(Account account) {
        tokens.endAll(account.user());
    }
}
