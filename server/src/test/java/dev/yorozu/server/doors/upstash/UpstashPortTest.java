package dev.yorozu.server.doors.upstash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.cli.ServedInTest;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The door on a port of its own. */
class UpstashPortTest {
    @TempDir
    private Path data;

    private Settings settings(int port) {
        return TestHost.settings(Map.of(
                "server.port",
                "0",
                "data",
                data.toString(),
                "store.url",
                "memory:",
                "doors.upstash.enabled",
                "on",
                "doors.upstash.port",
                Integer.toString(port)));
    }

    private static int status(URI uri) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @Test
    void theDoorAnswersThereFromTheRootOnAndNowhereElse() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        URI door = URI.create("http://127.0.0.1:" + port);
        ServedInTest.use(settings(port), RandomTokens.secure(), InstantSource.system(), (server, store, modules) -> {
            try {
                assertThat(status(door.resolve("/get/a"))).isEqualTo(401);
                assertThat(status(door.resolve("/health"))).isEqualTo(401);
                assertThat(status(server.resolve("/upstash/get/a"))).isEqualTo(404);
            } catch (IOException | InterruptedException fault) {
                throw new AssertionError(fault);
            }
        });

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> status(door.resolve("/get/a")));
    }

    @Test
    void aPortThatIsTakenStopsTheStartWithASentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> ServedInTest.use(
                            settings(taken.getLocalPort()),
                            RandomTokens.secure(),
                            InstantSource.system(),
                            (server, store, modules) -> {}))
                    .withMessageEndingWith("it is taken or not allowed: set doors.upstash.port to another.");
        }
    }
}
