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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        TestHost host = TestHost.of(
                store,
                Map.of(
                        "doors.redis.enabled",
                        "on",
                        "doors.redis.port",
                        "0",
                        "doors.redis.tls.certificate",
                        directory.resolve("door.pem").toString(),
                        "doors.redis.tls.key",
                        directory.resolve("door.key").toString()),
                InstantSource.system());
        return RedisDoor.open(host).orElseThrow();
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
