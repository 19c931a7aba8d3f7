package dev.yorozu.server.systems.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks what all tokens of a provider must have in common (OpenID Connect Core, section 3.1.3.7; RFC 8725). The algorithm must be
 * one that the provider published, the key one of the provider's own set: nothing in the token can bring a key of its own.
 */
record ProviderTokens(Metadata metadata, String clientId, SigningKeys keys, InstantSource clock) {
    /** How far the clocks of the provider and of this server may differ. */
    static final Duration SKEW = Duration.ofSeconds(30);

    private static final int LONGEST = 16 * 1024;
    private static final int SHORTEST_RSA_KEY = 2048;

    /** Checks what only one kind of token has, and reads it. */
    @FunctionalInterface
    interface Kind<T> {
        Verdict<T> read(JWTClaimsSet claims) throws ParseException;
    }

    /** @param types that this kind of token may have, in lower case, where it says its type at all */
    <T> Verdict<T> check(String token, Set<String> types, Kind<T> kind) {
        if (token.length() > LONGEST) {
            return new Verdict.Refused<>("it is too long");
        }
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            String wrong = signature(jwt, types);
            if (wrong == null) {
                wrong = claims(jwt.getJWTClaimsSet());
            }
            return wrong == null ? kind.read(jwt.getJWTClaimsSet()) : new Verdict.Refused<>(wrong);
        } catch (ParseException | IllegalArgumentException malformed) {
            return new Verdict.Refused<>("it is not a signed token");
        } catch (JOSEException unusable) {
            return new Verdict.Refused<>("its key cannot be used");
        }
    }

    private @Nullable String signature(SignedJWT jwt, Set<String> types) throws JOSEException {
        JWSHeader header = jwt.getHeader();
        if (!metadata.algorithms().contains(header.getAlgorithm())) {
            return "its algorithm is not one of the provider's";
        }
        if (header.getJWKURL() != null || header.getJWK() != null || header.getX509CertURL() != null) {
            return "it brings a key of its own";
        }
        if (header.getType() != null
                && !types.contains(header.getType().getType().toLowerCase(Locale.ROOT))) {
            return "it is a token of another type";
        }
        Optional<JWK> key = keys.find(header);
        if (key.isEmpty()) {
            return "its key is not one of the provider's";
        }
        return jwt.verify(verifier(key.get())) ? null : "its signature is wrong";
    }

    private static JWSVerifier verifier(JWK key) throws JOSEException {
        if (!key.getKeyType().getValue().equals("RSA")) {
            return new ECDSAVerifier(key.toECKey());
        }
        if (key.size() < SHORTEST_RSA_KEY) {
            throw new JOSEException("The key is too short");
        }
        return new RSASSAVerifier(key.toRSAKey());
    }

    private @Nullable String claims(JWTClaimsSet claims) throws ParseException {
        if (!metadata.issuer().equals(claims.getIssuer())) {
            return "its issuer is another";
        }
        return isForUs(claims) ? times(claims) : "its audience is another";
    }

    private boolean isForUs(JWTClaimsSet claims) throws ParseException {
        List<String> audience = claims.getAudience();
        String party = claims.getStringClaim("azp");
        return audience.contains(clientId) && (party == null ? audience.size() == 1 : party.equals(clientId));
    }

    private @Nullable String times(JWTClaimsSet claims) {
        Instant now = clock.instant();
        Date end = claims.getExpirationTime();
        if (end == null || !now.isBefore(end.toInstant().plus(SKEW))) {
            return "it is over";
        }
        Date issued = claims.getIssueTime();
        boolean early = Stream.of(Optional.ofNullable(issued), Optional.ofNullable(claims.getNotBeforeTime()))
                .flatMap(Optional::stream)
                .anyMatch(begin -> now.plus(SKEW).isBefore(begin.toInstant()));
        return issued == null || early ? "it is not valid yet" : null;
    }
}
