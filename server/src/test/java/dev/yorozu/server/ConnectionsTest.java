package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Clients that open more connections than they should; this machine has many addresses to come from. */
class ConnectionsTest {
    private static final String REQUEST = "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n";

    private final Deque<Socket> held = new ArrayDeque<>();

    @Test
    void oneAddressCannotTakeAllConnectionsAndAllCannotTakeMoreThanThereAre() throws Exception {
        try (RunningServer server = new RunningServer(
                new MemoryStore(),
                Map.of(
                        "server.maxConnections", "7",
                        "server.maxConnectionsPerAddress", "3",
                        "trustedProxies", "127.0.0.9"))) {
            for (int i = 0; i < 3; i++) {
                assertThat(open(server, "127.0.0.1")).startsWith("HTTP/1.1 200 ");
            }
            assertThat(open(server, "127.0.0.1"))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\r\nConnection: close\r\n", "\r\nRetry-After: 1\r\n", "\"too_many_connections\"");
            held.removeLast().close();
            assertThat(open(server, "127.0.0.2")).startsWith("HTTP/1.1 200 ");

            held.removeFirst().close();
            Poll.until(
                    "a place of the address is free again",
                    () -> open(server, "127.0.0.1").startsWith("HTTP/1.1 200 "));

            // Behind a proxy there are many, which only the number of all connections bounds.
            for (int i = 0; i < 3; i++) {
                assertThat(open(server, "127.0.0.9")).startsWith("HTTP/1.1 200 ");
            }
            assertThat(open(server, "127.0.0.9")).startsWith("HTTP/1.1 503 ").contains("\"overloaded\"");

            assertThat(new String(server.telemetry().metrics().text(), StandardCharsets.UTF_8))
                    .containsPattern("\nyorozu_http_connections_refused_total\\{reason=\"address\"} [1-9]")
                    .contains(
                            "\nyorozu_http_connections_refused_total{reason=\"total\"} 1.0\n",
                            "\nyorozu_http_connections 7.0\n");
            for (Socket socket : held) {
                socket.close();
            }
            assertThat(server.stopAndReadLog())
                    .containsOnlyOnce("Connections are refused")
                    .doesNotContain("\"stack\"");
        }
    }

    /** Asks once and stays; gives the answer. */
    private String open(RunningServer server, String from) {
        try {
            Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(), server.server().port(), InetAddress.getByName(from), 0);
            socket.setSoTimeout(20_000);
            held.add(socket);
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[4096];
            int count = Math.max(0, in.read(bytes));
            return new String(bytes, 0, count, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
