package dev.yorozu.server.systems.users;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.server.directory.KeptAccount;
import dev.yorozu.server.oauth.ActiveToken;
import dev.yorozu.server.oauth.OAuthTokens;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenSessions;
import java.util.Optional;

/**
 * The tokens of this system, as programs ask about them. A token counts while its session lives and its account is enabled; the
 * scope is what the account's roles are now. Both are one trip to the store.
 */
record UserTokens(Store store, UsersAccess access, TokenSessions logins) implements OAuthTokens {
    @Override
    public Optional<ActiveToken> find(String token) {
        return logins.access().verify(token) instanceof Verification.Valid valid ? access(valid) : refresh(token);
    }

    private Optional<ActiveToken> access(Verification.Valid valid) {
        AccessTokens tokens = logins.access();
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Authentication> counts = tokens.check(trip, valid);
        RoundTrip.Answer<Optional<KeptAccount>> account =
                access.enabled(trip, valid.jwt().subject());
        trip.send();
        return counts.get() instanceof Authentication.Granted granted
                ? account.get()
                        .map(known ->
                                described(ActiveToken.access(granted.jwt(), tokens.policy()), granted.jwt(), known))
                : Optional.empty();
    }

    private Optional<ActiveToken> refresh(String token) {
        Optional<Jwt> said = logins.refreshClaims(token);
        if (said.isEmpty()) {
            return Optional.empty();
        }
        Jwt jwt = said.get();
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Boolean> current = logins.isCurrent(trip, token);
        RoundTrip.Answer<Optional<KeptAccount>> account = access.stillEnabled(trip, jwt.subject());
        trip.send();
        return current.get()
                ? account.get().map(known -> described(ActiveToken.refresh(jwt, logins.refreshJwtPolicy()), jwt, known))
                : Optional.empty();
    }

    /** The id of a session of this system grants no access. */
    private static ActiveToken described(ActiveToken token, Jwt jwt, KeptAccount account) {
        return token.with("scope", String.join(" ", account.roles()))
                .with("username", account.username())
                .with("sid", jwt.claims().text(SessionClaims.SESSION).orElseThrow());
    }

    @Override
    public Optional<Revoked> revoke(String token) {
        if (logins.access().verify(token) instanceof Verification.Valid valid) {
            Jwt jwt = valid.jwt();
            logins.access().revoke(jwt.id(), jwt.endsAt());
            return Optional.of(new Revoked(jwt.subject(), jwt.id()));
        }
        return logins.end(token).map(session -> new Revoked(session.user(), UsersJson.id(session)));
    }
}
