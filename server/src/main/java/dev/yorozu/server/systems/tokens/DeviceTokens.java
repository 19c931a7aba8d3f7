package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.server.oauth.ActiveToken;
import dev.yorozu.server.oauth.OAuthTokens;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.Logins;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The tokens of this system, as programs ask about them. A token counts while the store says so and its account is enabled, for
 * which the directory is asked as with every call of this system; the scope is what the account's roles are now.
 */
record DeviceTokens(TokensAccess access, Logins logins) implements OAuthTokens {
    @Override
    public Optional<ActiveToken> find(String token) {
        AccessTokens tokens = logins.access();
        return switch (tokens.check(token)) {
            case Authentication.Granted granted ->
                described(granted.jwt().subject(), ActiveToken.access(granted.jwt(), tokens.policy()));
            case Authentication.Denied denied -> logins.find(token).flatMap(this::refresh);
        };
    }

    private Optional<ActiveToken> refresh(Login login) {
        return described(
                login.user(),
                ActiveToken.refresh(login.user(), login.issuedAt(), login.endsAt())
                        .with("iss", logins.access().policy().issuer())
                        .with("sid", login.id()));
    }

    private Optional<ActiveToken> described(String user, ActiveToken token) {
        return access.account(user)
                .filter(Account::enabled)
                .map(account -> token.with(
                                "scope",
                                account.roles().stream().map(Role::name).collect(Collectors.joining(" ")))
                        .with("username", account.username()));
    }

    @Override
    public Optional<Revoked> revoke(String token) {
        if (logins.access().verify(token) instanceof Verification.Valid valid) {
            Jwt jwt = valid.jwt();
            logins.access().revoke(jwt.id(), jwt.endsAt());
            return Optional.of(new Revoked(jwt.subject(), jwt.id()));
        }
        return logins.owner(token)
                .flatMap(user -> logins.end(token, user))
                .map(login -> new Revoked(login.user(), login.id()));
    }
}
