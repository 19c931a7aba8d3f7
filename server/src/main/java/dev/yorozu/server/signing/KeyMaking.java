package dev.yorozu.server.signing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.JWKGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKey.Algorithm;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.Instant;
import java.util.Date;

/** Makes keys, and reads what the file says of one. */
final class KeyMaking {
    private static final int SECRET_BITS = 256;
    private static final int RSA_BITS = 2048;

    private KeyMaking() {}

    /** A new key, named by its thumbprint, which nobody can guess the key from. */
    static JWK make(Algorithm algorithm, Instant now) {
        try {
            JWKGenerator<?> generator = switch (algorithm) {
                case HS256 -> new OctetSequenceKeyGenerator(SECRET_BITS).algorithm(JWSAlgorithm.HS256);
                case RS256 -> new RSAKeyGenerator(RSA_BITS).algorithm(JWSAlgorithm.RS256);
            };
            return generator
                    .keyUse(KeyUse.SIGNATURE)
                    .keyIDFromThumbprint(true)
                    .issueTime(Date.from(now))
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("Every Java platform makes keys of " + algorithm, e);
        }
    }

    /** A key that can sign, with an end, unless it has one that comes before. */
    static JWK endingBy(JWK key, Instant end) {
        Date given = key.getExpirationTime();
        Date until = given == null || given.toInstant().isAfter(end) ? Date.from(end) : given;
        if (key instanceof OctetSequenceKey secret) {
            return new OctetSequenceKey.Builder(secret).expirationTime(until).build();
        }
        return new RSAKey.Builder((RSAKey) key).expirationTime(until).build();
    }

    /** The key as it signs; a fault for one that cannot. */
    static SigningKey signing(JWK key) {
        try {
            if (key instanceof OctetSequenceKey secret) {
                return SigningKey.hs256(name(key), secret.toByteArray());
            }
            if (key instanceof RSAKey rsa && rsa.toRSAPrivateKey() instanceof RSAPrivateCrtKey whole) {
                return SigningKey.rs256(name(key), whole);
            }
            throw new IllegalArgumentException("Neither a secret nor a whole RSA key");
        } catch (JOSEException e) {
            throw new IllegalArgumentException("Not a key of " + key.getAlgorithm(), e);
        }
    }

    private static String name(JWK key) {
        if (key.getKeyID() == null) {
            throw new IllegalArgumentException("A key without a name");
        }
        return key.getKeyID();
    }
}
