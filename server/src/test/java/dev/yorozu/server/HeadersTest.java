package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeadersTest {
    private final RunningServer server = new RunningServer(new PracticeModule());

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /assets/yorozu.css HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "HEAD /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /practice/streams HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /practice/faults/mistake HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "DELETE /practice/items/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "PUT / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET / HTTP/1.0\r\n\r\n",
                "nonsense\r\n\r\n"
            })
    void everyReplyTellsBrowsersToTrustOnlyThisOrigin(String request) throws Exception {
        String response = server.raw(request);
        List<String> headers =
                response.substring(0, response.indexOf("\r\n\r\n")).lines().toList();

        assertThat(headers)
                .contains(
                        "X-Content-Type-Options: nosniff",
                        "X-Frame-Options: DENY",
                        "Referrer-Policy: no-referrer",
                        "Cross-Origin-Opener-Policy: same-origin")
                .anyMatch(line -> line.startsWith("Content-Security-Policy: default-src 'none';")
                        && line.contains("frame-ancestors 'none'")
                        && !line.contains("unsafe"))
                .anyMatch(line -> line.startsWith("Permissions-Policy: "))
                .anyMatch(line -> line.matches("X-Request-Id: [0-9a-f]{16}"))
                .noneMatch(line -> line.startsWith("Server:")
                        || line.toLowerCase(Locale.ROOT).contains("helidon"))
                .doesNotHaveDuplicates();
    }

    @Test
    void repliesWithoutABodyHaveNoLength() throws Exception {
        String tag = header(raw("GET", "/assets/yorozu.css"), "ETag");
        assertThat(List.of(
                        raw("DELETE", "/practice/items/1"),
                        raw("GET", "/assets/yorozu.css", "If-None-Match: " + tag),
                        raw("OPTIONS", "/practice/items/1")))
                .allSatisfy(response -> assertThat(response)
                        .containsPattern("^HTTP/1.1 (204|304) ")
                        .doesNotContainIgnoringCase("\r\nContent-Length:")
                        .endsWith("\r\n\r\n"));
        assertThat(header(raw("GET", "/practice/items/1"), "Content-Length")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs/settings", "/assets/yorozu.css"})
    void whatIsTheSameForEverybodyIsCompressedForThoseWhoTakeIt(String path) throws Exception {
        String plain = raw("GET", path);
        String compressed = raw("GET", path, "Accept-Encoding: br, gzip;q=0.8");
        String head = raw("HEAD", path, "Accept-Encoding: gzip");

        assertThat(header(compressed, "Content-Encoding")).isEqualTo("gzip");
        byte[] bytes = body(compressed).getBytes(StandardCharsets.ISO_8859_1);
        assertThat(header(compressed, "Content-Length")).isEqualTo(Integer.toString(bytes.length));
        assertThat(header(head, "Content-Length")).isEqualTo(Integer.toString(bytes.length));
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .isEqualTo(body(plain));
        }
        assertThat(plain).contains("\r\nVary: Accept-Encoding\r\n").doesNotContain("Content-Encoding");
        assertThat(compressed).contains("\r\nVary: Accept-Encoding\r\n");
    }

    @Test
    void theTagOfAFileStandsForBothItsForms() throws Exception {
        String compressed = header(raw("GET", "/assets/yorozu.css", "Accept-Encoding: gzip"), "ETag");
        assertThat(compressed).startsWith("W/\"").isEqualTo(header(raw("GET", "/assets/yorozu.css"), "ETag"));
        assertThat(raw("GET", "/assets/yorozu.css", "Accept-Encoding: gzip", "If-None-Match: " + compressed))
                .startsWith("HTTP/1.1 304 ")
                .contains("\r\nVary: Accept-Encoding\r\n", "\r\nETag: " + compressed + "\r\n")
                .doesNotContain("Content-Encoding");
    }

    @Test
    void metricsAreCompressedAndNothingIsThatDidNotAskForIt() throws Exception {
        assertThat(raw("GET", "/metrics", "Accept-Encoding: gzip")).contains("\r\nContent-Encoding: gzip\r\n");
        assertThat(raw("GET", "/practice/items/" + "a".repeat(4000), "Accept-Encoding: gzip"))
                .startsWith("HTTP/1.1 200 ")
                .doesNotContain("Content-Encoding", "Vary");
        assertThat(raw("GET", "/practice/streams", "Accept-Encoding: gzip")).doesNotContain("Content-Encoding");
    }

    private String raw(String method, String path, String... headers) throws IOException {
        String further =
                String.join("", Stream.of(headers).map(each -> each + "\r\n").toList());
        String request = method + " " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + further + "\r\n";
        try (Socket socket = server.connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private static String header(String response, String name) {
        return response.substring(0, response.indexOf("\r\n\r\n"))
                .lines()
                .filter(line -> line.startsWith(name + ": "))
                .findFirst()
                .orElseThrow()
                .substring(name.length() + 2);
    }
}
