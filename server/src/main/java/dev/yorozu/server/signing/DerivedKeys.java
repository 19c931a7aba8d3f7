package dev.yorozu.server.signing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.secret.Digests;
import java.math.BigInteger;
import java.util.Arrays;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;

/**
 * Keys that follow from one secret and a name, each from another name: none has to be kept, and all servers that have the secret
 * have the same. Who has one of them learns nothing of the secret or of the others.
 */
public record DerivedKeys(byte[] secret) {
    private static final X9ECParameters P_256 = CustomNamedCurves.getByName("P-256");
    private static final int BITS = 256;

    /** 32 bytes. */
    public byte[] bytes(String name) {
        return Digests.hmac(secret, "yorozu derived " + name);
    }

    /**
     * A key of ES256. Its number is taken from 64 bytes, so that none is noticeably likelier than another.
     *
     * @param kid the {@code kid} of its tokens
     */
    public SigningKey es256(String kid, String name) {
        byte[] wide = Arrays.copyOf(bytes(name + " 1"), 2 * BITS / Byte.SIZE);
        System.arraycopy(bytes(name + " 2"), 0, wide, BITS / Byte.SIZE, BITS / Byte.SIZE);
        BigInteger d = new BigInteger(1, wide)
                .mod(P_256.getN().subtract(BigInteger.ONE))
                .add(BigInteger.ONE);
        ECPoint half = P_256.getG().multiply(d).normalize();
        ECKey key = new ECKey.Builder(
                        Curve.P_256,
                        coordinate(half.getAffineXCoord().toBigInteger()),
                        coordinate(half.getAffineYCoord().toBigInteger()))
                .d(coordinate(d))
                .build();
        try {
            return SigningKey.es256(kid, key.toKeyPair(), NativeSignatures.provider());
        } catch (JOSEException e) {
            throw new IllegalStateException("Every Java platform has the curve P-256", e);
        }
    }

    private static Base64URL coordinate(BigInteger number) {
        return ECKey.encodeCoordinate(BITS, number);
    }

    /** Does not show the secret. */
    @Override
    public String toString() {
        return "DerivedKeys[]";
    }
}
