package dev.yorozu.server.doors.redis;

import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/** The certificate by which clients know a door, and its key, from two PEM files. */
record DoorCertificate(Path certificate, Path key) {
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final char[] NO_PASSWORD = {};

    SSLServerSocketFactory sockets() {
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, NO_PASSWORD);
            keys.setKeyEntry("door", privateKey(), NO_PASSWORD, chain());
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context.getServerSocketFactory();
        } catch (GeneralSecurityException | IOException unfit) {
            throw new StartException("The certificate in " + certificate + " and the key in " + key
                    + " cannot be used together: both must be PEM files, and the key PKCS #8 without a password.");
        }
    }

    private Certificate[] chain() throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(certificate)) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new StartException("There is no certificate in " + certificate + ".");
            }
            return chain;
        }
    }

    private PrivateKey privateKey() throws GeneralSecurityException, IOException {
        if (OwnerOnly.isOpenToOthers(key)) {
            throw new StartException(
                    "The key in " + key + " can be read by others: allow its owner alone (chmod 600).");
        }
        Matcher pem = PRIVATE_KEY.matcher(Files.readString(key));
        if (!pem.find()) {
            throw new StartException("There is no private key in " + key
                    + ": it must be PKCS #8 without a password (openssl pkcs8 -topk8 -nodes).");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (InvalidKeySpecException another) {
                // One of the next, perhaps.
            }
        }
        throw new InvalidKeySpecException("No key that a server can have");
    }
}
