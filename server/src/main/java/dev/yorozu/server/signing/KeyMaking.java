package dev.yorozu.server.signing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
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
            return switch (algorithm) {
                case HS256 -> made(new OctetSequenceKeyGenerator(SECRET_BITS).algorithm(JWSAlgorithm.HS256), now);
                case RS256 -> made(new RSAKeyGenerator(RSA_BITS).algorithm(JWSAlgorithm.RS256), now);
                case ES256 -> made(new ECKeyGenerator(Curve.P_256).algorithm(JWSAlgorithm.ES256), now);
                case EdDSA -> Ed25519Keys.make(now);
            };
        } catch (JOSEException e) {
            throw new IllegalStateException("Every Java platform makes keys of " + algorithm, e);
        }
    }

    private static JWK made(JWKGenerator<?> generator, Instant now) throws JOSEException {
        return generator
                .keyUse(KeyUse.SIGNATURE)
                .keyIDFromThumbprint(true)
                .issueTime(Date.from(now))
                .generate();
    }

    /** A key that can sign, with an end, unless it has one that comes before. */
    static JWK endingBy(JWK key, Instant end) {
        Date given = key.getExpirationTime();
        Date until = given == null || given.toInstant().isAfter(end) ? Date.from(end) : given;
        return switch (key) {
            case OctetSequenceKey secret ->
                new OctetSequenceKey.Builder(secret).expirationTime(until).build();
            case ECKey elliptic ->
                new ECKey.Builder(elliptic).expirationTime(until).build();
            case OctetKeyPair pair ->
                new OctetKeyPair.Builder(pair).expirationTime(until).build();
            default -> new RSAKey.Builder((RSAKey) key).expirationTime(until).build();
        };
    }

    /** The key as it signs; a fault for one that cannot. */
    static SigningKey signing(JWK key) {
        try {
            if (key instanceof OctetSequenceKey secret) {
                return SigningKey.hs256(name(key), secret.toByteArray());
            }
            if (key instanceof ECKey elliptic) {
                return SigningKey.es256(name(key), elliptic.toKeyPair(), NativeSignatures.provider());
            }
            if (key instanceof OctetKeyPair pair) {
                return SigningKey.edDsa(name(key), Ed25519Keys.pair(pair), NativeSignatures.provider());
            }
            if (key instanceof RSAKey rsa && rsa.toRSAPrivateKey() instanceof RSAPrivateCrtKey whole) {
                return SigningKey.rs256(name(key), whole, NativeSignatures.provider());
            }
            throw new IllegalArgumentException("Neither a secret nor a whole key that signs");
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
