package dev.yorozu.server.systems.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.yorozu.session.provider.Logout;
import java.text.ParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6). Whether one was presented before is for the store to
 * say.
 */
record LogoutTokens(ProviderTokens tokens) {
    private static final Set<String> TYPES = Set.of("logout+jwt", "jwt");
    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

    Verdict<Logout> check(String token) {
        return tokens.check(token, TYPES, LogoutTokens::logout);
    }

    private static Verdict<Logout> logout(JWTClaimsSet claims) throws ParseException {
        // An ID token must not pass for one, nor the other way round.
        if (claims.getClaim("nonce") != null) {
            return new Verdict.Refused<>("it has a nonce");
        }
        Map<String, Object> events = claims.getJSONObjectClaim("events");
        if (events == null || !(events.get(EVENT) instanceof Map)) {
            return new Verdict.Refused<>("it is about no logout");
        }
        Optional<String> id = named(claims, "jti");
        Optional<String> user = named(claims, "sub");
        Optional<String> session = named(claims, "sid");
        if (id.isEmpty()) {
            return new Verdict.Refused<>("it has no id");
        }
        if (user.isEmpty() && session.isEmpty()) {
            return new Verdict.Refused<>("it names nobody");
        }
        return new Verdict.Genuine<>(new Logout(
                id.get(),
                user,
                session,
                claims.getIssueTime().toInstant(),
                claims.getExpirationTime().toInstant().plus(ProviderTokens.SKEW)));
    }

    /** What stands in keys for what a claim names; one that is too long to be a name is no token of the provider's. */
    private static Optional<String> named(JWTClaimsSet claims, String claim) throws ParseException {
        String text = claims.getStringClaim(claim);
        if (text != null && (text.isEmpty() || text.length() > IdTokens.LONGEST_SUBJECT)) {
            throw new ParseException(claim, 0);
        }
        return Optional.ofNullable(text).map(name -> Identity.keyPart(claims.getIssuer(), name));
    }
}
