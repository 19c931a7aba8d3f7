package dev.yorozu.server.verifying;

import java.time.Duration;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Checks access tokens with Spring Security, as the document shows it. */
final class SpringVerifier {
    private SpringVerifier() {}

    static JwtDecoder users(String server) {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(server + "/users/.well-known/jwks.json")
                .jwsAlgorithm(SignatureAlgorithm.RS256)
                .validateType(false) // Otherwise none but "JWT" is taken; the validator below looks at it.
                .build();
        return checking(decoder, "at+jwt", "https://auth.example.com", "fastapi-api");
    }

    static JwtDecoder tokens(byte[] secret) {
        return checking(withSecret(secret), "JWT", "yorozu", "yorozu");
    }

    static JwtDecoder patreon(byte[] secret) {
        return checking(withSecret(secret), "JWT", "yorozu-patreon", "baketa-client");
    }

    private static NimbusJwtDecoder withSecret(byte[] secret) {
        SecretKey key = new SecretKeySpec(secret, "HmacSHA256");
        return NimbusJwtDecoder.withSecretKey(key)
                .macAlgorithm(MacAlgorithm.HS256)
                .validateType(false)
                .build();
    }

    private static JwtDecoder checking(NimbusJwtDecoder decoder, String type, String issuer, String audience) {
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                new JwtTypeValidator(type),
                new JwtIssuerValidator(issuer),
                new JwtAudienceValidator(audience),
                new JwtTimestampValidator(Duration.ofSeconds(30))));
        return decoder;
    }
}
