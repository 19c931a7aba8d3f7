package dev.yorozu.server.verifying;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.proc.SingleKeyJWSKeySelector;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;

/** Checks access tokens with Nimbus, as the document shows it. */
final class NimbusVerifier {
    private NimbusVerifier() {}

    /** Make it once: it keeps the keys for five minutes, and asks anew for one that it does not know. */
    static JWTProcessor<SecurityContext> users(String server) throws MalformedURLException {
        JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                        URI.create(server + "/users/.well-known/jwks.json").toURL())
                .build();
        JWSKeySelector<SecurityContext> key = new JWSVerificationKeySelector<>(JWSAlgorithm.RS256, keys);
        return processor(key, "at+jwt", "https://auth.example.com", "fastapi-api");
    }

    static JWTProcessor<SecurityContext> tokens(byte[] secret) {
        return processor(shared(secret), "JWT", "yorozu", "yorozu");
    }

    static JWTProcessor<SecurityContext> patreon(byte[] secret) {
        return processor(shared(secret), "JWT", "yorozu-patreon", "baketa-client");
    }

    private static JWSKeySelector<SecurityContext> shared(byte[] secret) {
        return new SingleKeyJWSKeySelector<>(JWSAlgorithm.HS256, new SecretKeySpec(secret, "HmacSHA256"));
    }

    private static JWTProcessor<SecurityContext> processor(
            JWSKeySelector<SecurityContext> key, String type, String issuer, String audience) {
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                audience, new JWTClaimsSet.Builder().issuer(issuer).build(), Set.of("sub", "iat", "exp", "jti"));
        claims.setMaxClockSkew(30);
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType(type)));
        processor.setJWSKeySelector(key);
        processor.setJWTClaimsSetVerifier(claims);
        return processor;
    }
}
