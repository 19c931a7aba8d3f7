package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
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
}
