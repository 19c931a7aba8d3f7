package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for this machine and its key, made by openssl, as PEM files in a directory. */
public final class TestCertificate {
    private final Path directory;
    private final String name;
    private final X509Certificate certificate;

    private TestCertificate(Path directory, String name, X509Certificate certificate) {
        this.directory = directory;
        this.name = name;
        this.certificate = certificate;
    }

    /** @param algorithm of the key: EC, RSA, Ed25519 */
    public static TestCertificate make(Path directory, String name, String algorithm) throws Exception {
        Path file = directory.resolve(name + ".pem");
        Path key = directory.resolve(name + ".key");
        List<String> command = new ArrayList<>(List.of("openssl", "req", "-x509", "-nodes", "-days", "30", "-newkey"));
        switch (algorithm) {
            case "EC" -> command.addAll(List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256"));
            case "RSA" -> command.add("rsa:2048");
            default -> command.add(algorithm);
        }
        command.addAll(List.of("-subj", "/CN=" + name, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"));
        command.addAll(List.of("-keyout", key.toString(), "-out", file.toString()));
        Process made = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(output).isZero();
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return new TestCertificate(directory, name, read(file));
    }

    /** Writes a PEM file that its owner alone can read. */
    public static void write(Path file, String kind, byte[] bytes) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    public Path certificate() {
        return directory.resolve(name + ".pem");
    }

    public Path key() {
        return directory.resolve(name + ".key");
    }

    public X509Certificate x509() {
        return certificate;
    }

    /** Takes the place of another's certificate, and of its key, each in one step. */
    public void replaceCertificateOf(TestCertificate other) throws Exception {
        Path copy = directory.resolve("new.pem");
        Files.copy(certificate(), copy, StandardCopyOption.REPLACE_EXISTING);
        Files.move(copy, other.certificate(), StandardCopyOption.REPLACE_EXISTING);
    }

    public void replaceKeyOf(TestCertificate other) throws Exception {
        Path copy = directory.resolve("new.key");
        Files.copy(key(), copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(copy, other.key(), StandardCopyOption.REPLACE_EXISTING);
    }

    /** For clients that trust these alone. */
    public static SSLContext trusting(TestCertificate... trusted) throws Exception {
        return trusting(Stream.of(trusted).map(TestCertificate::x509).toList());
    }

    public static SSLContext trusting(List<X509Certificate> trusted) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (X509Certificate each : trusted) {
            store.setCertificateEntry("" + store.size(), each);
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    /** The certificate in a PEM file. */
    public static X509Certificate read(Path file) throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }
}
