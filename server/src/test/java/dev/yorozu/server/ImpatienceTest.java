package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Clients that begin something and then fall silent, or nearly so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImpatienceTest {
    private static final List<String> BEGINNINGS = List.of(
            "GE",
            "GET /healthz",
            "GET /healthz HTTP/1.1\r\n",
            "GET /healthz HTTP/1.1\r\nHost: a\r\n",
            "GET /livez HTTP/1.1\r\nHost: a\r\n\r\nGE",
            "POST /practice/bodies HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123",
            "POST /practice/ignored HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123",
            "POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n1");

    /** The idle timeout would not help any of these clients' victims in the time that a test has. */
    private final RunningServer server = new RunningServer(
            new MemoryStore(),
            Map.of("server.requestTimeout", "200ms", "server.idleTimeout", "1h"),
            new PracticeModule());

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aSilentClientIsLetGo() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        for (String beginning : BEGINNINGS) {
            Socket socket = server.connect();
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
            sockets.add(socket);
        }
        for (Socket socket : sockets) {
            try (socket) {
                readToTheEnd(socket);
            }
        }
        assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
        // Another test has one more head that was not waited for.
        Poll.until(
                "all are counted",
                () -> metrics()
                        .matches("(?s).*\nyorozu_http_connections_timed_out_total\\{waiting_for=\"body\"} 3\\.0\n"
                                + "yorozu_http_connections_timed_out_total\\{waiting_for=\"head\"} [56]\\.0\n.*"));
    }

    private String metrics() {
        return new String(server.telemetry().metrics().text(), StandardCharsets.UTF_8);
    }

    private static void readToTheEnd(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // Cut off rather than closed: as good.
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void aHeadThatTricklesIsNotWaitedForBeyondItsTime() throws Exception {
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            Poll.until("the client that never comes to an end is cut off", () -> isCutOff(socket));
        }
    }

    private static boolean isCutOff(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void anUnusedConnectionIsClosedAfterAWhile() throws Exception {
        try (RunningServer brief = new RunningServer(new MemoryStore(), Map.of("server.idleTimeout", "1s"));
                Socket socket = brief.connect()) {
            readToTheEnd(socket);
        }
    }

    @Test
    void aClientThatKeepsSendingIsHeardToTheEnd() throws Exception {
        try (Socket socket = server.connect()) {
            socket.getOutputStream()
                    .write(
                            "POST /practice/bodies HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 800\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 8; i++) {
                socket.getOutputStream().write(new byte[100]);
                Thread.sleep(50);
            }

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("\r\n800");
        }
    }
}
