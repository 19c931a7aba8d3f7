package dev.yorozu.server.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that was just made for some names, and those who show or believe it. */
final class Certificate {
    private static final char[] PASSWORD = "only for this test".toCharArray();

    private final KeyStore store;

    private Certificate(KeyStore store) {
        this.store = store;
    }

    /**
     * Makes a certificate.
     *
     * @param names as keytool takes them, such as {@code dns:hooks.example,ip:127.0.0.1}
     */
    static Certificate of(String names) {
        try {
            Path directory = Files.createTempDirectory("certificate");
            Path file = directory.resolve("store.p12");
            keytool(file, names);
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD);
            }
            Files.delete(file);
            Files.delete(directory);
            return new Certificate(store);
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException("No certificate could be made", e);
        }
    }

    private static void keytool(Path file, String names) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-alias",
                        "receiver",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=A receiver of webhooks",
                        "-ext",
                        "san=" + names)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("keytool of this Java platform made no certificate");
        }
    }

    /** For a server that shows it. */
    SSLContext shown() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** For a client that believes it and no other. */
    SSLContext believed() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("receiver", store.getCertificate("receiver"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
