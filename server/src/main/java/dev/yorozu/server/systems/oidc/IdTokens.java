package dev.yorozu.server.systems.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.yorozu.secret.Digests;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks ID tokens (OpenID Connect Core, section 3.1.3.7). */
record IdTokens(ProviderTokens tokens) {
    /** The claims that may tell a name to show, the best first. */
    static final List<String> NAMES = List.of("name", "preferred_username", "email");

    /** The longest name of a person or a session that a provider may give. */
    static final int LONGEST_SUBJECT = 255;

    private static final Set<String> TYPES = Set.of("jwt");
    private static final int LONGEST_NAME = 200;

    /** @param nonce what the sign-in was started with */
    Verdict<Identity> check(String token, String nonce) {
        return tokens.check(token, TYPES, claims -> identity(claims, nonce));
    }

    private static Verdict<Identity> identity(JWTClaimsSet claims, String nonce) throws ParseException {
        String told = claims.getStringClaim("nonce");
        if (told == null || !Digests.same(told, nonce)) {
            return new Verdict.Refused<>("its nonce is another");
        }
        String subject = claims.getSubject();
        if (subject == null || subject.isEmpty() || subject.length() > LONGEST_SUBJECT) {
            return new Verdict.Refused<>("it names nobody");
        }
        Optional<String> session = Optional.ofNullable(claims.getStringClaim("sid"));
        if (session.filter(sid -> sid.isEmpty() || sid.length() > LONGEST_SUBJECT)
                .isPresent()) {
            return new Verdict.Refused<>("its session is none");
        }
        return new Verdict.Genuine<>(new Identity(
                claims.getIssuer(),
                subject,
                name(claims),
                session,
                claims.getIssueTime().toInstant()));
    }

    private static Optional<String> name(JWTClaimsSet claims) throws ParseException {
        for (String claim : NAMES) {
            String name = claims.getStringClaim(claim);
            if (name != null && !name.isBlank()) {
                return Optional.of(shown(name));
            }
        }
        return Optional.empty();
    }

    static String shown(String name) {
        String clean = name.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]", "").strip();
        return clean.length() <= LONGEST_NAME ? clean : clean.substring(0, LONGEST_NAME);
    }
}
