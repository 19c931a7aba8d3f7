package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.jwt.Jwt;

/** Whoever calls with an access token that counts: the account as it is now, and what the token says. */
record Caller(Account account, Jwt jwt) {
    /** The name under which the token store knows the account. */
    String user() {
        return account.user();
    }
}
