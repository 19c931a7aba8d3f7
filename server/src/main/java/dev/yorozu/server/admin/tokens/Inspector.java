package dev.yorozu.server.admin.tokens;

import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.server.admin.tokens.Inspection.Kind;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Jwt;
import dev.yorozu.token.Login;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Verification;
import java.util.Optional;
import java.util.function.BiFunction;

/** Finds out about a token what there is to know, without spending it. */
final class Inspector {
    private final RefreshTokens refresh;
    private final AccessTokens access;
    private final BiFunction<String, Optional<Login>, Name> names;

    /** What people call a user, and the device of a login. */
    record Name(Optional<String> loginId, Optional<String> device) {}

    Inspector(RefreshTokens refresh, AccessTokens access, BiFunction<String, Optional<Login>, Name> names) {
        this.refresh = refresh;
        this.access = access;
        this.names = names;
    }

    Inspection inspect(String token) {
        return TokenKeys.REFRESH.parts().getFirst().accepts(token) ? refresh(token) : access(token);
    }

    private Inspection refresh(String token) {
        throw new UnsupportedOperationException(token);
    }

    private Inspection access(String token) {
        return switch (access.verify(token)) {
            case Verification.Valid valid -> access(valid.jwt(), Finding.LIVE);
            case Verification.Invalid invalid ->
                Payload.signed(token, invalid.reason())
                        .map(jwt -> access(jwt, Finding.of(invalid.reason())))
                        .orElseGet(() -> Inspection.dead(Kind.ACCESS, Finding.of(invalid.reason())));
        };
    }

    private Inspection access(Jwt jwt, Finding finding) {
        throw new UnsupportedOperationException(jwt + " " + finding);
    }
}
