package dev.yorozu.server.tls;

import dev.yorozu.server.config.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A certificate with those that it hangs on, and the private key that belongs to it. */
record CertificatePair(List<X509Certificate> chain, PrivateKey key) {
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    /** The algorithms of keys, each with one of signatures. */
    private static final List<List<String>> ALGORITHMS =
            List.of(List.of("RSA", "SHA256withRSA"), List.of("EC", "SHA256withECDSA"), List.of("EdDSA", "EdDSA"));

    /** Reads both; throws where they do not belong together. */
    static CertificatePair read(Path certificate, Path key) throws GeneralSecurityException, IOException {
        List<X509Certificate> chain = chain(certificate);
        byte[] encoded = encoded(key);
        for (List<String> algorithm : ALGORITHMS) {
            try {
                PrivateKey found =
                        KeyFactory.getInstance(algorithm.getFirst()).generatePrivate(new PKCS8EncodedKeySpec(encoded));
                requireMatch(found, chain.getFirst().getPublicKey(), algorithm.getLast());
                return new CertificatePair(chain, found);
            } catch (InvalidKeySpecException another) {
                // One of the next, perhaps.
            }
        }
        throw new InvalidKeySpecException("No key that a server can have");
    }

    private static List<X509Certificate> chain(Path file) throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw new StartException("There is no certificate in " + file + ".");
            }
            return chain;
        }
    }

    private static byte[] encoded(Path file) throws GeneralSecurityException, IOException {
        Matcher pem = PRIVATE_KEY.matcher(Files.readString(file));
        if (!pem.find()) {
            throw new StartException("There is no private key in " + file
                    + ": it must be PKCS #8 without a password (openssl pkcs8 -topk8 -nodes).");
        }
        try {
            return Base64.getMimeDecoder().decode(pem.group(1));
        } catch (IllegalArgumentException cut) {
            throw new InvalidKeySpecException("Something of the key is missing", cut);
        }
    }

    /** While one of two files has been replaced and the other not yet, each is good by itself. */
    private static void requireMatch(PrivateKey key, PublicKey certified, String algorithm)
            throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        if (!signature.verify(signed)) {
            throw new InvalidKeyException("The key is of another certificate");
        }
    }
}
