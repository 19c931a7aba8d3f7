package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no honest client sends, byte for byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedRequestsTest {
    private static final String CLOSE = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private final RunningServer server = new RunningServer(
            new MemoryStore(),
            Map.of("server.maxBodyBytes", "4KiB", "server.maxHeaderBytes", "2KiB", "server.maxUriBytes", "1KiB"),
            new PracticeModule());

    @AfterAll
    void stop() {
        assertThat(new String(server.telemetry().metrics().text(), StandardCharsets.UTF_8))
                .doesNotContain("status=\"500\"");
        assertThat(server.stopAndReadLog()).doesNotContain("\"stack\"", "\"warn\"", "\"error\"");
    }

    private void assertRefused(String request, int status, String error) throws IOException {
        String response = server.raw(request);

        assertThat(response).startsWith("HTTP/1.1 " + status + " ");
        assertThat(response)
                .contains(
                        "\r\nContent-Type: application/json; charset=utf-8\r\n",
                        "\r\nX-Content-Type-Options: nosniff\r\n");
        assertThat(response.substring(response.indexOf("\r\n\r\n"))).contains("\"error\":\"" + error + "\"");
        assertThat(server.raw("GET /healthz" + CLOSE)).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%00",
                "%",
                "%4",
                "%zz",
                "%ff",
                "%c0%af",
                "%ed%a0%80",
                "%0a",
                "%7f",
                "\u00ff",
                "\u00e3\u0081\u0082"
            })
    void aPathThatIsNoTextIsRefused(String name) throws Exception {
        assertRefused("GET /practice/items/" + name + CLOSE, 400, "bad_request");
    }

    @Test
    void aRawNulInThePathIsRefused() throws Exception {
        assertRefused("GET /practice/\u0000" + CLOSE, 400, "bad_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"q=%", "q=%zz", "q=%ff", "q=%00"})
    void aQueryThatIsNoTextIsRefused(String query) throws Exception {
        assertRefused("GET /practice/search?" + query + CLOSE, 400, "bad_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HELLO\r\n\r\n",
                "GET /healthz\r\n\r\n",
                "GET  HTTP/1.1\r\n\r\n",
                "\u0016\u0003\u0001\u0002\r\n\r\n"
            })
    void whatIsNoHttpIsRefused(String request) throws Exception {
        assertRefused(request, 400, "bad_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\u0083/x HTTP/1.1\r\nHost: x\r\n\r\n",
                "\u0000GET /x HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x\r\n\u0000: x\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x\r\nX\u0000Y: x\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x\r\nX\u0083: x\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x\r\n folded: x\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x"
            })
    void whatTripsAParserIsTheClientsFault(String request) throws Exception {
        assertThat(rawToTheEnd(request)).startsWith("HTTP/1.1 400 ").contains("\"bad_request\"");
        assertThat(rawToTheEnd("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n" + request))
                .startsWith("HTTP/1.1 200 ")
                .contains("HTTP/1.1 400 ", "\"bad_request\"");
    }

    /** Sends these bytes and says that there are no more. */
    private String rawToTheEnd(String request) throws IOException {
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anotherVersionIsRefused() throws Exception {
        assertRefused("GET /healthz HTTP/1.0\r\n\r\n", 505, "http_version");
    }

    @Test
    void aRequestWithoutHostIsRefused() throws Exception {
        assertRefused("GET /healthz HTTP/1.1\r\n\r\n", 400, "bad_request");
    }

    @Test
    void aLongAddressIsRefused() throws Exception {
        assertRefused("GET /" + "a".repeat(2000) + CLOSE, 414, "uri_too_long");
    }

    @Test
    void largeHeadersAreRefused() throws Exception {
        assertRefused(
                "GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: " + "a".repeat(4000) + "\r\n\r\n",
                431,
                "headers_too_large");
        assertRefused(
                "GET /healthz HTTP/1.1\r\nHost: a\r\n" + "X-Many: a\r\n".repeat(400) + "\r\n",
                431,
                "headers_too_large");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: x\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: 1\r\nContent-Length: 2\r\n",
                "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: identity\r\n",
                "Bad Header: x\r\n",
                "X: a\u0000b\r\n"
            })
    void unclearFramingIsRefused(String header) throws Exception {
        assertRefused("POST /practice/bodies HTTP/1.1\r\nHost: a\r\n" + header + "\r\n", 400, "bad_request");
    }

    @Test
    void aBodyBeyondAnyBoundIsRefusedAtOnce() throws Exception {
        assertRefused(
                "POST /practice/bodies HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413, "too_large");
        assertRefused(
                "POST /practice/bodies HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n",
                413,
                "too_large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 99999999999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n"})
    void whoIsStillSendingWhatWasRefusedGetsToReadTheReply(String body) throws Exception {
        assertHeard("POST /practice/bodies HTTP/1.1\r\nHost: a\r\n" + body, 413, "too_large");
    }

    @Test
    void whoIsStillSendingAHeadThatWasRefusedGetsToReadTheReply() throws Exception {
        assertHeard("GET /" + "a".repeat(200_000), 414, "uri_too_long");
        assertHeard("GET / HTTP/1.1\r\nHost: a\r\nLong: " + "a".repeat(200_000), 431, "headers_too_large");
    }

    private void assertHeard(String begun, int status, String error) throws Exception {
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
            while (socket.getInputStream().available() == 0) {
                Thread.onSpinWait(); // The reply is under way, and nobody reads it yet.
            }
            for (int sent = 0; sent < 64; sent++) {
                socket.getOutputStream().write(new byte[64 << 10]);
            }
            socket.shutdownOutput();

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 " + status + " ")
                    .contains(error);
        }
    }

    @Test
    void aMalformedChunkIsRefused() throws Exception {
        assertRefused(
                "POST /practice/bodies HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n",
                400,
                "bad_request");
    }

    @Test
    void whatIsLeftOfARefusedBodyIsNoRequest() throws Exception {
        String smuggled = "GET /practice/items/smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
        String response = server.raw("POST /practice/bodies HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "7fffffff\r\n" + smuggled);

        assertThat(response).startsWith("HTTP/1.1 413 ").doesNotContain("smuggled", "HTTP/1.1 200");
    }

    @Test
    void aBodyThatWasNotAskedForIsNoRequest() throws Exception {
        String smuggled = "GET /practice/items/smuggled HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        String response =
                server.raw("POST /practice/ignored HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
                        + smuggled.length() + "\r\n\r\n" + smuggled);

        assertThat(response).startsWith("HTTP/1.1 200 ").contains("ignored").doesNotContain("smuggled");
    }

    @Test
    void twoRequestsShareAConnectionAlsoWhenTheFirstBodyIsNotRead() throws Exception {
        String response = server.raw("POST /practice/ignored HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
                + "GET /practice/items/second" + CLOSE);

        assertThat(response).contains("ignored").endsWith("second");
    }
}
