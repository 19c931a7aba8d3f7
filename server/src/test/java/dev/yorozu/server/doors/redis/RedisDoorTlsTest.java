package dev.yorozu.server.doors.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.TestCertificate;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.config.StartException;
import dev.yorozu.store.memory.MemoryStore;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The door for Redis clients behind TLS, with a certificate of its own. */
class RedisDoorTlsTest {
    @TempDir
    Path directory;

    private final MemoryStore store = new MemoryStore();

    private void makeCertificate() throws Exception {
        TestCertificate.make(directory, "door", "EC");
    }

    private RedisDoor open() {
        return open(Map.of());
    }

    private RedisDoor open(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "doors.redis.enabled",
                "on",
                "doors.redis.port",
                "0",
                "doors.redis.tls.certificate",
                directory.resolve("door.pem").toString(),
                "doors.redis.tls.key",
                directory.resolve("door.key").toString()));
        all.putAll(settings);
        return RedisDoor.open(TestHost.of(store, all, InstantSource.system())).orElseThrow();
    }

    /** A connection that trusts whatever certificate there is, and is not signed in. */
    private static Socket stranger(RedisDoor door) throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(
                null,
                new TrustManager[] {
                    new X509ExtendedTrustManager() {
                        @Override
                        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

                        @Override
                        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

                        @Override
                        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

                        @Override
                        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

                        @Override
                        public void checkClientTrusted(X509Certificate[] chain, String type) {}

                        @Override
                        public void checkServerTrusted(X509Certificate[] chain, String type) {}

                        @Override
                        public X509Certificate[] getAcceptedIssuers() {
                            return new X509Certificate[0];
                        }
                    }
                },
                null);
        Socket socket = trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), door.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static String answered(Socket socket) throws IOException {
        socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII);
    }

    /** To be told, it would have to shake hands first, which it may never do. */
    @Test
    void whoIsTooManyIsLeftAtOnce() throws Exception {
        makeCertificate();
        try (RedisDoor door = open(Map.of("doors.redis.maxConnections", "1"));
                Socket first = stranger(door)) {
            assertThat(answered(first)).isEqualTo("-NOAUTH");
            try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
                silent.setSoTimeout(20_000);
                assertThat(silent.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    /** Not even the one who closes connections waits for what such a client does not read. */
    @Test
    void aClientThatReadsNothingIsLeftAndHoldsUpNobody() throws Exception {
        makeCertificate();
        byte[] many = "PING\r\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
        try (RedisDoor door = open(Map.of("server.requestTimeout", "1s", "server.minBytesPerSecond", "1000000"));
                Socket deaf = stranger(door)) {
            assertThat(answered(deaf)).isEqualTo("-NOAUTH");
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
                while (true) {
                    deaf.getOutputStream().write(many);
                }
            });
            try (Socket other = stranger(door)) {
                assertThat(answered(other)).isEqualTo("-NOAUTH");
            }
        }
    }

    @Test
    void clientsThatTrustTheCertificateAreServed() throws Exception {
        makeCertificate();
        Credentials credentials = new Credentials(store, RandomTokens.secure(), InstantSource.system());
        Rights rights = new Rights(List.of("*"), Set.of(Permission.READ, Permission.WRITE));
        String secret = ((Credentials.Creation.Created) credentials.create("shop", rights))
                .secret()
                .text();
        try (RedisDoor door = open()) {
            RedisClient client = RedisClient.create(RedisURI.builder()
                    .withHost("localhost")
                    .withPort(door.port())
                    .withSsl(true)
                    .withPassword(secret.toCharArray())
                    .build());
            client.setOptions(ClientOptions.builder()
                    .sslOptions(SslOptions.builder()
                            .trustManager(directory.resolve("door.pem").toFile())
                            .build())
                    .build());
            try {
                assertThat(client.connect().sync().set("a", "b")).isEqualTo("OK");
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        }
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws Exception {
        makeCertificate();
        Files.setPosixFilePermissions(directory.resolve("door.key"), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatExceptionOfType(StartException.class)
                .isThrownBy(this::open)
                .withMessageContaining("can be read by others");
    }

    @Test
    void whatIsNoKeyIsSaidSo() throws Exception {
        makeCertificate();
        TestCertificate.write(directory.resolve("door.key"), "RSA PRIVATE KEY", new byte[10]);

        assertThatExceptionOfType(StartException.class)
                .isThrownBy(this::open)
                .withMessageContaining("There is no private key in");
    }
}
