package dev.yorozu.server.signing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys of Ed25519: 32 random bytes, and the public half that follows from them. */
final class Ed25519Keys {
    /** What comes before those bytes in PKCS #8, and before the public half in X.509 (RFC 8410). */
    private static final byte[] PKCS_8 = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private static final byte[] X_509 = HexFormat.of().parseHex("302a300506032b6570032100");

    private Ed25519Keys() {}

    /** The key as Java has it. */
    static KeyPair pair(OctetKeyPair key) {
        try {
            KeyFactory keys = KeyFactory.getInstance("Ed25519");
            return new KeyPair(
                    keys.generatePublic(new X509EncodedKeySpec(Arrays.concatenate(X_509, key.getDecodedX()))),
                    keys.generatePrivate(new PKCS8EncodedKeySpec(Arrays.concatenate(PKCS_8, key.getDecodedD()))));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("Not a key of Ed25519", e);
        }
    }

    /** A new key, named by its thumbprint. */
    static OctetKeyPair make(Instant now) throws JOSEException {
        return named(new Ed25519PrivateKeyParameters(new SecureRandom()).getEncoded(), Date.from(now));
    }

    /** The whole key of these 32 bytes, named by its thumbprint. */
    static OctetKeyPair of(byte[] secret) throws JOSEException {
        return named(secret, null);
    }

    private static OctetKeyPair named(byte[] secret, @Nullable Date made) throws JOSEException {
        byte[] half =
                new Ed25519PrivateKeyParameters(secret).generatePublicKey().getEncoded();
        return new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(half))
                .d(Base64URL.encode(secret))
                .algorithm(JWSAlgorithm.EdDSA)
                .keyUse(KeyUse.SIGNATURE)
                .keyIDFromThumbprint()
                .issueTime(made)
                .build();
    }
}
