package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that begin something and then fall silent. */
class ImpatienceTest {
    private final RunningServer server = new RunningServer(
            new MemoryStore(),
            Map.of("server.requestTimeout", "200ms", "server.idleTimeout", "1s"),
            new PracticeModule());

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET /healthz",
                "GET /healthz HTTP/1.1\r\nHost: a\r\n",
                "POST /practice/bodies HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123",
                "POST /practice/ignored HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123",
                "POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n1"
            })
    void aSilentClientIsLetGo(String beginning) throws Exception {
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
            readToTheEnd(socket);
        }
        assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
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
    void aClientThatKeepsSendingIsHeardToTheEnd() throws Exception {
        try (Socket socket = server.connect()) {
            socket.getOutputStream()
                    .write("POST /practice/bodies HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 8\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 8; i++) {
                socket.getOutputStream().write('x');
                Thread.sleep(50);
            }

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("\r\n8");
        }
    }
}
