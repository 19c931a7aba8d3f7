package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import dev.yorozu.server.oauth.ActiveToken;
import dev.yorozu.server.oauth.OAuthTokens;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The tokens of this system, as programs ask about them. A token counts while the store says so and its account is enabled, for
 * which the directory is asked as with every call of this system; the scope is what the account's roles are now.
 */
record DeviceTokens(TokensAccess access, OAuthTokens ledger) implements OAuthTokens {
    @Override
    public Optional<ActiveToken> find(String token) {
        return ledger.find(token).flatMap(this::described);
    }

    private Optional<ActiveToken> described(ActiveToken token) {
        return access.account(token.subject())
                .filter(Account::enabled)
                .map(account -> token.with(
                                "scope",
                                account.roles().stream().map(Role::name).collect(Collectors.joining(" ")))
                        .with("username", account.username()));
    }

    @Override
    public Optional<Revoked> revoke(String token) {
        return ledger.revoke(token);
    }
}
