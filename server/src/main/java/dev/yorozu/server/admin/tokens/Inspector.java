package dev.yorozu.server.admin.tokens;

import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.server.admin.tokens.Inspection.Kind;
import dev.yorozu.token.Login;
import dev.yorozu.token.RefreshStanding;
import java.util.Optional;
import java.util.function.BiFunction;

/** Finds out about a token what there is to know, without spending it. */
final class Inspector {
    private final Backing backing;
    private final BiFunction<String, Optional<Login>, Name> names;

    /** What people call a user, and the device of a login. */
    record Name(Optional<String> loginId, Optional<String> device) {
        private static final Name NONE = new Name(Optional.empty(), Optional.empty());
    }

    Inspector(Backing backing, BiFunction<String, Optional<Login>, Name> names) {
        this.backing = backing;
        this.names = names;
    }

    Inspection inspect(String token) {
        if (TokenKeys.REFRESH.parts().getFirst().accepts(token)) {
            return refresh(backing.refresh().standing(token));
        }
        return switch (backing.access().verify(token)) {
            case Verification.Valid valid -> access(Said.of(valid.jwt()), Finding.LIVE);
            case Verification.Invalid invalid -> access(Said.of(token, invalid.reason()), Finding.of(invalid.reason()));
        };
    }

    private Inspection refresh(RefreshStanding standing) {
        return switch (standing) {
            case RefreshStanding.Live live -> {
                Login login = live.login();
                Name name = names.apply(login.user(), Optional.of(login));
                yield new Inspection(
                        Kind.REFRESH,
                        Finding.LIVE,
                        Optional.of(login.user()),
                        name.loginId(),
                        Optional.of(login.family()),
                        name.device(),
                        Optional.empty(),
                        Optional.of(login.issuedAt()),
                        Optional.of(login.endsAt()));
            }
            case RefreshStanding.Dead dead -> dead(dead);
            case RefreshStanding.Unknown unknown -> Inspection.dead(Kind.REFRESH, Finding.NO_SUCH_TOKEN);
        };
    }

    private Inspection dead(RefreshStanding.Dead dead) {
        Optional<Login> login = backing.refresh().list(dead.user()).stream()
                .filter(each -> each.family().equals(dead.family()))
                .findFirst();
        Name name = names.apply(dead.user(), login);
        return new Inspection(
                Kind.REFRESH,
                Finding.of(dead.reason()),
                Optional.of(dead.user()),
                name.loginId(),
                Optional.of(dead.family()),
                name.device(),
                Optional.empty(),
                Optional.of(dead.issuedAt()),
                Optional.of(dead.endsAt()));
    }

    private Inspection access(Said said, Finding finding) {
        Optional<Login> login = said.user()
                .flatMap(user -> said.id().flatMap(id -> backing.refresh().ofAccess(user, id)));
        Name name = said.user().map(user -> names.apply(user, login)).orElse(Name.NONE);
        return new Inspection(
                finding == Finding.NO_TOKEN ? Kind.NEITHER : Kind.ACCESS,
                finding,
                said.user(),
                name.loginId(),
                login.map(Login::family),
                name.device(),
                said.id(),
                said.issued(),
                said.ends());
    }
}
