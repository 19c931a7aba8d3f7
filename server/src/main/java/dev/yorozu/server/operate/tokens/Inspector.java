package dev.yorozu.server.operate.tokens;

import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.server.operate.tokens.Inspection.Kind;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.RefreshStanding;
import java.util.Optional;
import java.util.function.BiFunction;

/** Finds out about a token what there is to know, without spending it. */
record Inspector(TokenSource source, BiFunction<String, Optional<Login>, Name> names) {
    /** What people call a user, and the device of a login. */
    record Name(Optional<String> loginId, Optional<String> device) {
        private static final Name NONE = new Name(Optional.empty(), Optional.empty());
    }

    Inspection inspect(String token) {
        if (TokenKeys.REFRESH.parts().getFirst().accepts(token)) {
            return source.refresh()
                    .standing(token)
                    .map(this::refresh)
                    .orElseGet(() -> inspection(
                            Kind.REFRESH, TokenState.NO_SUCH_TOKEN, TokenClaims.NOTHING, Optional.empty(), Name.NONE));
        }
        return switch (source.access().check(token)) {
            case Authentication.Granted granted -> access(TokenClaims.of(granted.jwt()), TokenState.LIVE);
            case Authentication.Denied denied ->
                access(TokenClaims.of(token, denied.reason()), TokenState.of(denied.reason()));
        };
    }

    private Inspection refresh(RefreshStanding standing) {
        Login login = standing.login();
        Optional<Login> known = standing.reason().isEmpty()
                ? Optional.of(login)
                : source.refresh().list(login.user()).stream()
                        .filter(each -> each.id().equals(login.id()))
                        .findFirst();
        return inspection(
                Kind.REFRESH,
                standing.reason().map(TokenState::of).orElse(TokenState.LIVE),
                TokenClaims.of(login),
                Optional.of(login.id()),
                names.apply(login.user(), known));
    }

    private Inspection access(TokenClaims claims, TokenState finding) {
        Optional<Login> login = claims.user()
                .flatMap(user -> claims.id().flatMap(id -> source.refresh().ofAccess(user, id)));
        return inspection(
                finding == TokenState.NO_TOKEN ? Kind.NEITHER : Kind.ACCESS,
                finding,
                claims,
                login.map(Login::id),
                claims.user().map(user -> names.apply(user, login)).orElse(Name.NONE));
    }

    private static Inspection inspection(
            Kind kind, TokenState finding, TokenClaims claims, Optional<String> login, Name name) {
        return new Inspection(
                kind,
                finding,
                claims.user(),
                name.loginId(),
                login,
                name.device(),
                claims.id(),
                claims.issued(),
                claims.ends());
    }
}
