package dev.yorozu.server.oauth;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.Logins;
import java.util.Optional;

/** Tokens of logins that lie in ledgers, as programs ask about them. */
public record LedgerTokens(Logins logins) implements OAuthTokens {
    @Override
    public Optional<ActiveToken> find(String token) {
        AccessTokens tokens = logins.access();
        return switch (tokens.check(token)) {
            case Authentication.Granted granted -> Optional.of(ActiveToken.access(granted.jwt(), tokens.policy()));
            case Authentication.Denied denied -> logins.find(token).map(this::refresh);
        };
    }

    private ActiveToken refresh(Login login) {
        return ActiveToken.refresh(login.user(), login.issuedAt(), login.endsAt())
                .with("iss", logins.access().policy().issuer())
                .with("sid", login.id());
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
