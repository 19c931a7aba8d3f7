package dev.yorozu.server.admin.tokens;

import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.server.admin.tokens.Inspection.Kind;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.RefreshStanding;
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
            return backing.refresh()
                    .standing(token)
                    .map(this::refresh)
                    .orElse(Inspection.dead(Kind.REFRESH, Finding.NO_SUCH_TOKEN));
        }
        return switch (backing.access().check(token)) {
            case Authentication.Granted granted -> access(Said.of(granted.jwt()), Finding.LIVE);
            case Authentication.Denied denied -> access(Said.of(token, denied.reason()), Finding.of(denied.reason()));
        };
    }

    private Inspection refresh(RefreshStanding standing) {
        Login login = standing.login();
        Optional<Login> known = standing.reason().isEmpty()
                ? Optional.of(login)
                : backing.refresh().list(login.user()).stream()
                        .filter(each -> each.id().equals(login.id()))
                        .findFirst();
        Name name = names.apply(login.user(), known);
        return new Inspection(
                Kind.REFRESH,
                standing.reason().map(Finding::of).orElse(Finding.LIVE),
                Optional.of(login.user()),
                name.loginId(),
                Optional.of(login.id()),
                name.device(),
                Optional.empty(),
                Optional.of(login.issuedAt()),
                Optional.of(login.endsAt()));
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
                login.map(Login::id),
                name.device(),
                said.id(),
                said.issued(),
                said.ends());
    }
}
