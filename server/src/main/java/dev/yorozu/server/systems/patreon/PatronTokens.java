package dev.yorozu.server.systems.patreon;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Verification;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.oauth.ActiveToken;
import dev.yorozu.server.oauth.OAuthTokens;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Credential;
import dev.yorozu.session.Session;
import dev.yorozu.token.Login;
import dev.yorozu.token.TokenFamilies;
import java.util.Optional;

/**
 * What clients of this system present, as programs ask about it: the token of a session, a signed token, a refresh token. The
 * first two count where the system's own routes let them in. The token of a session is a secret, and so is its sid: an answer
 * names the session by its public id.
 *
 * @param families empty where no tokens are signed
 */
record PatronTokens(PatronAuthentication authentication, Optional<TokenFamilies> families, JwtPolicy policy)
        implements OAuthTokens {
    private static final int UNAUTHORIZED = 401;

    @Override
    public Optional<ActiveToken> find(String token) {
        return presented(token)
                .or(() -> families.flatMap(all -> all.find(token)).map(this::refresh));
    }

    private Optional<ActiveToken> presented(String token) {
        try {
            Credential credential = authentication.credential(token);
            Authenticated patron = authentication.authenticate(credential);
            ActiveToken active =
                    credential.jwt().map(jwt -> ActiveToken.access(jwt, policy)).orElseGet(() -> session(patron));
            String name = patron.patron().fullName();
            return Optional.of(name.isEmpty() ? active : active.with("username", name));
        } catch (ProblemException refused) {
            if (refused.problem().status() != UNAUTHORIZED) {
                throw refused;
            }
            return Optional.empty();
        }
    }

    private ActiveToken session(Authenticated patron) {
        Session session = patron.session();
        return ActiveToken.access(session.user(), session.createdAt(), patron.end())
                .with("iss", policy.issuer())
                .with("jti", session.publicId());
    }

    private ActiveToken refresh(Login login) {
        return ActiveToken.refresh(login.user(), login.issuedAt(), login.endsAt())
                .with("iss", policy.issuer())
                .with("jti", login.id());
    }

    @Override
    public Optional<Revoked> revoke(String token) {
        Optional<Session> session = authentication.sessions().find(token);
        if (session.isPresent()) {
            authentication.termination().endAnyway(session.get());
            return session.map(ended -> new Revoked(ended.user(), ended.publicId()));
        }
        return families.flatMap(all -> revoke(all, token));
    }

    private static Optional<Revoked> revoke(TokenFamilies families, String token) {
        if (families.access().verify(token) instanceof Verification.Valid valid) {
            Jwt jwt = valid.jwt();
            return Optional.of(new Revoked(jwt.subject(), families.end(jwt)));
        }
        return families.end(token).map(login -> new Revoked(login.user(), login.id()));
    }
}
