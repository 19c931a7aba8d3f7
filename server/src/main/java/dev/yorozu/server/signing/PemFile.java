package dev.yorozu.server.signing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.RSAPrivateCrtKeyParameters;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.math.ec.ECPoint;

/** A key as OpenSSL writes it, of RSA, P-256 or Ed25519: PKCS #8 in PEM, without a password. */
final class PemFile {
    private static final Pattern FORM =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final int P_256_BITS = 256;
    private static final long LARGEST = 64 * 1024;

    private PemFile() {}

    /** The key in this file, named by its thumbprint; one sentence says what is wrong where there is none. */
    static SigningKey read(Path file) {
        try {
            if (OwnerOnly.isOpenToOthers(file)) {
                throw new StartException(
                        "The signing key in " + file + " can be read by others: run `chmod 600` on it.");
            }
            if (Files.size(file) > LARGEST) {
                throw notAKey(file);
            }
            return KeyMaking.signing(parse(file, Files.readString(file)));
        } catch (IOException unreadable) {
            throw new StartException("The signing key in " + file + " cannot be read: is it there, and this user's?");
        } catch (IllegalArgumentException tooSmall) {
            throw new StartException("The signing key in " + file + " cannot be used: " + tooSmall.getMessage() + ".");
        }
    }

    private static JWK parse(Path file, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.find()) {
            throw notAKey(file);
        }
        try {
            return key(Base64.getMimeDecoder().decode(matcher.group(1)));
        } catch (GeneralSecurityException | JOSEException | IOException | RuntimeException damaged) {
            throw notAKey(file);
        }
    }

    /** The file holds the private half, and perhaps the other: that follows from it. */
    private static JWK key(byte[] der) throws GeneralSecurityException, JOSEException, IOException {
        return switch (PrivateKeyFactory.createKey(der)) {
            case Ed25519PrivateKeyParameters secret -> Ed25519Keys.of(secret.getEncoded());
            case ECPrivateKeyParameters secret -> {
                ECPoint half =
                        secret.getParameters().getG().multiply(secret.getD()).normalize();
                yield new ECKey.Builder(
                                Curve.P_256,
                                coordinate(half.getAffineXCoord().toBigInteger()),
                                coordinate(half.getAffineYCoord().toBigInteger()))
                        .d(coordinate(secret.getD()))
                        .keyIDFromThumbprint()
                        .build();
            }
            case RSAPrivateCrtKeyParameters secret -> rsa(der);
            default -> throw new IllegalArgumentException("A key of another kind");
        };
    }

    private static Base64URL coordinate(BigInteger number) {
        return ECKey.encodeCoordinate(P_256_BITS, number);
    }

    private static JWK rsa(byte[] der) throws GeneralSecurityException, JOSEException {
        RSAPrivateCrtKey key =
                (RSAPrivateCrtKey) KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
        RSAPublicKey half = (RSAPublicKey) KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent()));
        return new RSAKey.Builder(half).privateKey(key).keyIDFromThumbprint().build();
    }

    private static StartException notAKey(Path file) {
        return new StartException(
                "The file " + file + " holds no RSA key in PKCS #8 and PEM, nor one of P-256 or Ed25519: make one with"
                        + " `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`.");
    }
}
