package dev.yorozu.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.yorozu.server.TestCertificate;
import dev.yorozu.server.config.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That a server goes on with a new certificate once both its files are good, and with the old one until then. */
class ServerCertificateTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"EC,TLSv1.3", "EC,TLSv1.2", "RSA,TLSv1.3", "RSA,TLSv1.2", "Ed25519,TLSv1.3"})
    void keysOfEachKindServe(String algorithm, String version) throws Exception {
        TestCertificate made = TestCertificate.make(directory, "own", algorithm);
        assertThat(shown(at(made), version, made)).isEqualTo(made.x509());
    }

    @Test
    void aNewPairIsUsedOnceItIsWhole() throws Exception {
        TestCertificate old = TestCertificate.make(directory, "old", "EC");
        TestCertificate fresh = TestCertificate.make(directory, "fresh", "RSA");
        ServerCertificate certificate = at(old);
        assertThat(shown(certificate, "TLSv1.3", old, fresh)).isEqualTo(old.x509());
        fresh.replaceCertificateOf(old);
        assertThat(shown(certificate, "TLSv1.3", old, fresh)).isEqualTo(old.x509());
        fresh.replaceKeyOf(old);
        assertThat(shown(certificate, "TLSv1.3", old, fresh)).isEqualTo(fresh.x509());
        assertThat(shown(certificate, "TLSv1.2", old, fresh)).isEqualTo(fresh.x509());
    }

    @Test
    void whatCannotBeUsedLeavesTheOldOne() throws Exception {
        TestCertificate old = TestCertificate.make(directory, "old", "EC");
        ServerCertificate certificate = at(old);
        Files.writeString(old.certificate(), "no certificate");
        assertThat(shown(certificate, "TLSv1.3", old)).isEqualTo(old.x509());
        Files.writeString(old.key(), "-----BEGIN PRIVATE KEY-----\nMIIEv\n-----END PRIVATE KEY-----\n");
        assertThat(shown(certificate, "TLSv1.3", old)).isEqualTo(old.x509());
        Files.delete(old.key());
        assertThat(shown(certificate, "TLSv1.3", old)).isEqualTo(old.x509());
    }

    /** Owner and permissions are no part of what a file shows when it is looked at. */
    @Test
    void aNewPairIsUsedOnceItMayBeRead() throws Exception {
        TestCertificate old = TestCertificate.make(directory, "old", "EC");
        TestCertificate fresh = TestCertificate.make(directory, "fresh", "EC");
        ServerCertificate certificate = at(old);
        fresh.replaceCertificateOf(old);
        fresh.replaceKeyOf(old);
        Files.setPosixFilePermissions(old.key(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(shown(certificate, "TLSv1.3", old, fresh)).isEqualTo(old.x509());
        Files.setPosixFilePermissions(old.key(), PosixFilePermissions.fromString("rw-------"));
        assertThat(shown(certificate, "TLSv1.3", old, fresh)).isEqualTo(fresh.x509());
    }

    @Test
    void atTheStartAPairMustBelongTogether() throws Exception {
        TestCertificate one = TestCertificate.make(directory, "one", "EC");
        TestCertificate other = TestCertificate.make(directory, "other", "EC");
        assertThatExceptionOfType(StartException.class)
                .isThrownBy(() -> ServerCertificate.load(one.certificate(), other.key()))
                .withMessageContaining("cannot be used together");
        Files.writeString(other.key(), "-----BEGIN PRIVATE KEY-----\nMIIEv\n-----END PRIVATE KEY-----\n");
        assertThatExceptionOfType(StartException.class)
                .isThrownBy(() -> ServerCertificate.load(other.certificate(), other.key()))
                .withMessageContaining("cannot be used together");
        Files.setPosixFilePermissions(one.key(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatExceptionOfType(StartException.class)
                .isThrownBy(() -> ServerCertificate.load(one.certificate(), one.key()))
                .withMessageContaining("can be read by others");
    }

    private static ServerCertificate at(TestCertificate files) {
        return new ServerCertificate(files.certificate(), files.key(), Duration.ZERO);
    }

    /** What a client is shown that trusts these. */
    private static Certificate shown(ServerCertificate certificate, String version, TestCertificate... trusted)
            throws Exception {
        try (SSLServerSocket listening = (SSLServerSocket) certificate
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (SSLSocket accepted = (SSLSocket) listening.accept()) {
                    accepted.startHandshake();
                    accepted.getInputStream().read();
                } catch (IOException gone) {
                    throw new UncheckedIOException(gone);
                }
            });
            try (SSLSocket client = (SSLSocket) TestCertificate.trusting(trusted)
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
                client.setEnabledProtocols(new String[] {version});
                client.startHandshake();
                Certificate shown = client.getSession().getPeerCertificates()[0];
                client.getOutputStream().write(1);
                client.getOutputStream().flush();
                served.join();
                return shown;
            }
        }
    }
}
