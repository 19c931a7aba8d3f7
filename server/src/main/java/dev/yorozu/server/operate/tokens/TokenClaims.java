package dev.yorozu.server.operate.tokens;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.store.Bytes;
import dev.yorozu.token.Login;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The claims of an access token, as far as it has them. */
record TokenClaims(Optional<String> id, Optional<String> user, Optional<Instant> issued, Optional<Instant> ends) {
    static final TokenClaims NOTHING =
            new TokenClaims(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** What refuses a token only after its signature was found right. */
    private static final Set<Reason> SIGNED = EnumSet.of(
            Reason.ISSUER,
            Reason.AUDIENCE,
            Reason.EXPIRED,
            Reason.NOT_YET,
            Reason.CLAIMS,
            Reason.REVOKED,
            Reason.INVALIDATED,
            Reason.UNKNOWN);

    private static final long LAST_SECOND = 253_402_300_799L;

    static TokenClaims of(Jwt jwt) {
        return new TokenClaims(
                Optional.of(jwt.id()),
                Optional.of(jwt.subject()),
                Optional.of(jwt.issuedAt()),
                Optional.of(jwt.endsAt()));
    }

    /** Those that a refresh token would have, which has no id of its own. */
    static TokenClaims of(Login login) {
        return new TokenClaims(
                Optional.empty(),
                Optional.of(login.user()),
                Optional.of(login.issuedAt()),
                Optional.of(login.endsAt()));
    }

    /** What a refused token says, if it was signed here; of any other nothing is believed. */
    static TokenClaims of(String token, Reason reason) {
        if (!SIGNED.contains(reason)) {
            return NOTHING;
        }
        String payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));
        return Document.parse(Bytes.wrap(Base64.getUrlDecoder().decode(payload)))
                .map(claims -> new TokenClaims(
                        claims.text("jti"), claims.text("sub"), time(claims, "iat"), time(claims, "exp")))
                .orElse(NOTHING);
    }

    private static Optional<Instant> time(Document claims, String name) {
        OptionalLong second = claims.number(name);
        return second.isPresent() && second.getAsLong() >= 0 && second.getAsLong() <= LAST_SECOND
                ? Optional.of(Instant.ofEpochSecond(second.getAsLong()))
                : Optional.empty();
    }
}
