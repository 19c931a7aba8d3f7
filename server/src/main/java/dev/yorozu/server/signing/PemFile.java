package dev.yorozu.server.signing;

import dev.yorozu.jwt.SigningKey;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An RSA key as OpenSSL writes it: PKCS #8 in PEM, without a password. */
final class PemFile {
    private static final Pattern FORM =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
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
            return SigningKey.rs256(parse(file, Files.readString(file)));
        } catch (IOException unreadable) {
            throw new StartException("The signing key in " + file + " cannot be read: is it there, and this user's?");
        } catch (IllegalArgumentException tooSmall) {
            throw new StartException("The signing key in " + file + " cannot be used: " + tooSmall.getMessage() + ".");
        }
    }

    private static RSAPrivateCrtKey parse(Path file, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.find()) {
            throw notAKey(file);
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(matcher.group(1));
            if (KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der))
                    instanceof RSAPrivateCrtKey key) {
                return key;
            }
        } catch (GeneralSecurityException | IllegalArgumentException damaged) {
            throw notAKey(file);
        }
        throw notAKey(file);
    }

    private static StartException notAKey(Path file) {
        return new StartException("The file " + file + " holds no RSA key in PKCS #8 and PEM: make one with"
                + " `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`.");
    }
}
