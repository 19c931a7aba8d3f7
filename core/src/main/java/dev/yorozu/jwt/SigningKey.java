package dev.yorozu.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import dev.yorozu.secret.Digests;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A key that signs tokens and checks their signatures, with one algorithm for ever. Safe for use by any number of threads.
 *
 * <p>All but ES256 sign the same content with the same letters each time. The text form shows the name only.
 */
public final class SigningKey {
    /** What a key can do; nothing else is ever accepted. */
    public enum Algorithm {
        /** HMAC with SHA-256: a key that checks can also sign. */
        HS256(JWSAlgorithm.HS256),
        /** RSA with PKCS #1 v1.5 and SHA-256: anyone can check with the public key. */
        RS256(JWSAlgorithm.RS256),
        /** ECDSA on the curve P-256 with SHA-256: as RS256, with a smaller signature that is made more quickly. */
        ES256(JWSAlgorithm.ES256),
        /** Ed25519 (RFC 8037): as ES256, and quicker still. */
        EdDSA(JWSAlgorithm.EdDSA);

        private final JWSHeader header;

        Algorithm(JWSAlgorithm algorithm) {
            header = new JWSHeader(algorithm);
        }

        /** Whether anyone can check with a public key. */
        public boolean hasPublicKey() {
            return this != HS256;
        }
    }

    public static final int FEWEST_SECRET_BYTES = 32;
    public static final int FEWEST_RSA_BITS = 2048;

    /** A larger one would make each check of a signature a burden. */
    private static final int MOST_RSA_BITS = 8192;

    private static final int ED25519_BYTES = 32;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final String name;
    private final Algorithm algorithm;
    private final JWSSigner signer;
    private final JWSVerifier verifier;
    private final Optional<JWK> publicKey;

    private SigningKey(
            String name, Algorithm algorithm, JWSSigner signer, JWSVerifier verifier, Optional<JWK> publicKey) {
        this.name = name;
        this.algorithm = algorithm;
        this.signer = signer;
        this.verifier = verifier;
        this.publicKey = publicKey;
    }

    /** A key of HS256, named by a digest from which nothing can be learnt that a signature does not tell as well. */
    public static SigningKey hs256(byte[] secret) {
        return hs256(HexFormat.of().formatHex(Digests.hmac(secret, "yorozu kid"), 0, 8), secret);
    }

    /**
     * A key of HS256.
     *
     * @param name the {@code kid} of its tokens
     * @param secret at least 32 bytes
     */
    public static SigningKey hs256(String name, byte[] secret) {
        if (secret.length < FEWEST_SECRET_BYTES) {
            throw new IllegalArgumentException("A secret that signs tokens needs at least " + FEWEST_SECRET_BYTES
                    + " bytes, and this one has " + secret.length);
        }
        try {
            return new SigningKey(
                    checked(name), Algorithm.HS256, new MACSigner(secret), new MACVerifier(secret), Optional.empty());
        } catch (JOSEException e) {
            throw new IllegalStateException("A secret of " + secret.length + " bytes is long enough for HS256", e);
        }
    }

    /** A key of RS256, named by the thumbprint of its public half (RFC 7638). */
    public static SigningKey rs256(RSAPrivateCrtKey key) {
        try {
            return rs256(
                    new RSAKey.Builder(publicHalf(key))
                            .build()
                            .computeThumbprint()
                            .toString(),
                    key);
        } catch (JOSEException e) {
            throw new IllegalStateException("Every RSA key has a thumbprint", e);
        }
    }

    /** As {@link #rs256(String, RSAPrivateCrtKey, Optional)}, with signatures by Java itself. */
    public static SigningKey rs256(String name, RSAPrivateCrtKey key) {
        return rs256(name, key, Optional.empty());
    }

    /**
     * A key of RS256.
     *
     * @param name the {@code kid} of its tokens
     * @param key of at least 2048 bits; its public half comes with it
     * @param provider what signs and checks in place of Java itself, where there is something quicker
     */
    public static SigningKey rs256(String name, RSAPrivateCrtKey key, Optional<Provider> provider) {
        int bits = key.getModulus().bitLength();
        if (bits < FEWEST_RSA_BITS || bits > MOST_RSA_BITS) {
            throw new IllegalArgumentException("An RSA key that signs tokens needs from " + FEWEST_RSA_BITS + " to "
                    + MOST_RSA_BITS + " bits, and this one has " + bits);
        }
        RSAPublicKey half = publicHalf(key);
        RSAKey shown = new RSAKey.Builder(half)
                .keyID(checked(name))
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.RS256)
                .build();
        RSASSASigner signer = new RSASSASigner((PrivateKey) translated(key, provider));
        RSASSAVerifier verifier = new RSASSAVerifier((RSAPublicKey) translated(half, provider));
        provider.ifPresent(signer.getJCAContext()::setProvider);
        provider.ifPresent(verifier.getJCAContext()::setProvider);
        return new SigningKey(name, Algorithm.RS256, signer, verifier, Optional.of(shown));
    }

    /** The key as the provider has it, which would otherwise be made anew for each signature. */
    private static Key translated(Key key, Optional<Provider> provider) {
        try {
            return provider.isPresent()
                    ? KeyFactory.getInstance("RSA", provider.get()).translateKey(key)
                    : key;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "Not an RSA key that " + provider.get().getName() + " can use", e);
        }
    }

    /**
     * A key of ES256.
     *
     * @param name the {@code kid} of its tokens
     * @param key on the curve P-256
     * @param provider as for RSA
     */
    public static SigningKey es256(String name, KeyPair key, Optional<Provider> provider) {
        if (!(key.getPublic() instanceof ECPublicKey half && key.getPrivate() instanceof ECPrivateKey secret)
                || !Curve.P_256.equals(Curve.forECParameterSpec(half.getParams()))) {
            throw new IllegalArgumentException("A key of ES256 lies on the curve P-256");
        }
        ECKey shown = new ECKey.Builder(Curve.P_256, half)
                .keyID(checked(name))
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.ES256)
                .build();
        try {
            ECDSASigner signer = new ECDSASigner(secret);
            provider.ifPresent(signer.getJCAContext()::setProvider);
            return new SigningKey(name, Algorithm.ES256, signer, new ECDSAVerifier(half), Optional.of(shown));
        } catch (JOSEException e) {
            throw new IllegalArgumentException("Not a key of ES256 that Java can use", e);
        }
    }

    /**
     * A key of EdDSA.
     *
     * @param name the {@code kid} of its tokens
     * @param key on the curve Ed25519
     * @param provider as for RSA
     */
    public static SigningKey edDsa(String name, KeyPair key, Optional<Provider> provider) {
        if (!(key.getPublic() instanceof EdECPublicKey half)
                || !half.getParams().getName().equals(Curve.Ed25519.getName())) {
            throw new IllegalArgumentException("A key of EdDSA lies on the curve Ed25519");
        }
        // The encoded form (RFC 8410) ends with the 32 bytes that a JWK shows.
        byte[] encoded = half.getEncoded();
        Base64URL x = Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - ED25519_BYTES, encoded.length));
        OctetKeyPair shown = new OctetKeyPair.Builder(Curve.Ed25519, x)
                .keyID(checked(name))
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.EdDSA)
                .build();
        Ed25519Provider signer = new Ed25519Provider(key);
        provider.ifPresent(signer.getJCAContext()::setProvider);
        return new SigningKey(name, Algorithm.EdDSA, signer, new Ed25519Provider(key), Optional.of(shown));
    }

    private static RSAPublicKey publicHalf(RSAPrivateCrtKey key) {
        try {
            return (RSAPublicKey) KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent()));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("Not an RSA key that Java can use", e);
        }
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("The name of a signing key is 1 to 64 of A-Z a-z 0-9 . _ -");
        }
        return name;
    }

    /** What the tokens of this key carry as their {@code kid}. */
    public String name() {
        return name;
    }

    public Algorithm algorithm() {
        return algorithm;
    }

    /** The public half as a JWK; a secret has none. */
    Optional<JWK> publicKey() {
        return publicKey;
    }

    /** The signature in base64 for URLs. */
    String sign(byte[] content) {
        try {
            return signer.sign(algorithm.header, content).toString();
        } catch (JOSEException e) {
            throw new IllegalStateException("Every Java platform has " + algorithm, e);
        }
    }

    /** @param signature in the canonical spelling, since the verifier would read others as well */
    boolean signed(byte[] content, String signature) {
        try {
            return verifier.verify(algorithm.header, content, new Base64URL(signature));
        } catch (JOSEException e) {
            throw new IllegalStateException("Every Java platform has " + algorithm, e);
        }
    }

    @Override
    public String toString() {
        return "SigningKey[" + algorithm + " " + name + "]";
    }
}
