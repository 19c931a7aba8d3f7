package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server's port with TLS: the same answers, and the same limits from the first byte on. */
@Timeout(60)
class EncryptedListenerTest {
    @TempDir
    Path directory;

    private TestCertificate certificate;
    private SSLContext trusting;

    @BeforeEach
    void makeCertificate() throws Exception {
        certificate = TestCertificate.make(directory, "server", "EC");
        trusting = TestCertificate.trusting(certificate);
    }

    @Test
    void itAnswersAsThePortWithoutDoes() throws Exception {
        try (RunningServer server = start(Map.of());
                HttpClient client = HttpClient.newBuilder().sslContext(trusting).build()) {
            HttpResponse<String> stream = get(client, server, "/practice/streams");
            assertThat(stream.body()).isEqualTo(server.get("/practice/streams").body());
            assertThat(stream.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            HttpRequest large = HttpRequest.newBuilder(uri(server, "/practice/bodies"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[1 << 20]))
                    .build();
            assertThat(client.send(large, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo("" + (1 << 20));
            HttpRequest larger = HttpRequest.newBuilder(uri(server, "/practice/bodies"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]))
                    .build();
            assertThat(client.send(larger, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(413);
            // What breaks off in the middle is no complete reply here either.
            assertThatThrownBy(() -> get(client, server, "/practice/broken-streams/20"))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void whoIsSilentIsLetGoAlsoBeforeItHasAgreedOnAnything() throws Exception {
        try (RunningServer server = start(Map.of("server.requestTimeout", "300ms", "server.idleTimeout", "1h"))) {
            try (Socket silent = plain(server);
                    Socket trickling = plain(server);
                    SSLSocket head = encrypted(server)) {
                trickling.getOutputStream().write(new byte[] {22, 3, 1});
                head.getOutputStream().write("GET /livez HT".getBytes(StandardCharsets.US_ASCII));
                for (Socket socket : List.of(silent, trickling, head)) {
                    readToTheEnd(socket);
                }
            }
            Poll.until(
                    "all are counted",
                    () -> metrics(server)
                            .contains("yorozu_http_connections_timed_out_total{waiting_for=\"head\"} 3.0"));
            Poll.until("all are gone", () -> metrics(server).contains("\nyorozu_http_connections 0.0"));
        }
    }

    @Test
    void oneAddressHasNoMoreConnectionsThanWithoutTls() throws Exception {
        try (RunningServer server = start(Map.of("server.maxConnectionsPerAddress", "2"))) {
            List<Socket> open = new ArrayList<>(List.of(plain(server), encrypted(server)));
            assertThatThrownBy(() -> encrypted(server)).isInstanceOf(IOException.class);
            for (Socket socket : open) {
                socket.close();
            }
            Poll.until("there is room again", () -> {
                try (Socket again = encrypted(server)) {
                    return again.isConnected();
                } catch (IOException refused) {
                    return false;
                }
            });
        }
    }

    @Test
    void whoSpeaksNoHttpOfThisServerOrNoTlsIsRefused() throws Exception {
        try (RunningServer server = start(Map.of())) {
            assertThatThrownBy(() -> {
                        try (SSLSocket socket = socket(server)) {
                            SSLParameters parameters = socket.getSSLParameters();
                            parameters.setApplicationProtocols(new String[] {"h2"});
                            socket.setSSLParameters(parameters);
                            socket.startHandshake();
                        }
                    })
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("no_application_protocol");
            try (Socket socket = plain(server)) {
                socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                readToTheEnd(socket);
            }
            try (SSLSocket socket = encrypted(server)) {
                socket.getOutputStream()
                        .write("GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                // Ends with the alert that says so, without which this throws.
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 200");
            }
        }
    }

    private RunningServer start(Map<String, String> further) {
        Map<String, String> flags = new HashMap<>(further);
        flags.put("server.tls.certificate", certificate.certificate().toString());
        flags.put("server.tls.key", certificate.key().toString());
        flags.put("server.tls.host", "127.0.0.1");
        flags.put("server.tls.port", "0");
        return new RunningServer(new MemoryStore(), flags, new PracticeModule());
    }

    private static URI uri(RunningServer server, String path) {
        return URI.create("https://localhost:" + port(server) + path);
    }

    private static int port(RunningServer server) {
        return server.server().encryptedPort().orElseThrow();
    }

    private static HttpResponse<String> get(HttpClient client, RunningServer server, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(server, path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Socket plain(RunningServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(server));
        socket.setSoTimeout(20_000);
        return socket;
    }

    private SSLSocket socket(RunningServer server) throws IOException {
        SSLSocket socket =
                (SSLSocket) trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port(server));
        socket.setSoTimeout(20_000);
        return socket;
    }

    private SSLSocket encrypted(RunningServer server) throws IOException {
        SSLSocket socket = socket(server);
        socket.startHandshake();
        return socket;
    }

    private static void readToTheEnd(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException | SSLException cut) {
            // Cut off rather than closed: as good.
            assertThat(cut).isNotNull();
        }
    }

    private static String metrics(RunningServer server) {
        return new String(server.telemetry().metrics().text(), StandardCharsets.UTF_8);
    }
}
