package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.memory.MemoryStore;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AccessLogTest {
    private static void sendSecretsEverywhere(RunningServer server) throws Exception {
        server.get("/practice/items/SECRET?token=SECRET&SECRET=1");
        server.get("/practice/SECRET/more");
        server.get("/SECRET");
        server.get("/practice/faults/SECRET");
        server.get("/practice/faults/unavailable?x=SECRET");
        server.send(HttpRequest.newBuilder(server.uri("/practice/greetings"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer SECRET")
                .header("Cookie", "session=SECRET")
                .header("X-Request-Id", "SECRET")
                .header("User-Agent", "SECRET")
                .POST(BodyPublishers.ofString("{\"name\":\"SECRET\",\"times\":1}"))
                .build());
        server.raw("SECRET /practice/items/SECRET HTTP/1.1\r\nHost: SECRET\r\nConnection: close\r\n\r\n");
        server.raw("GET /SECRET%zz?SECRET HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        server.raw("GET /SECRET HTTP/1.1\r\nSECRET SECRET: SECRET\r\n\r\n");
        server.raw("POST /practice/bodies HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nSECRET\r\n");
        server.raw("POST /SECRET HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n");
        server.raw("SECRET\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "text"})
    void noSecretReachesTheLog(String format) throws Exception {
        RunningServer server = new RunningServer(
                new MemoryStore(), Map.of("log.format", format, "log.level", "debug"), new PracticeModule());
        sendSecretsEverywhere(server);
        String log = server.stopAndReadLog();

        assertThat(log.lines().filter(line -> line.contains("request"))).hasSizeGreaterThanOrEqualTo(12);
        assertThat(log).doesNotContain("SECRET");
    }

    @Test
    void eachRequestIsOneLineOfJson() throws Exception {
        RunningServer server = new RunningServer(new PracticeModule());
        String id = server.get("/practice/items/abc")
                .headers()
                .firstValue("X-Request-Id")
                .orElseThrow();
        server.get("/practice/secret/more");
        List<JsonNode> lines = server.stopAndReadLog()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();

        assertThat(lines).hasSize(2);
        JsonNode first = lines.getFirst();
        assertThat(first.get("level").asString()).isEqualTo("info");
        assertThat(first.get("id").asString()).isEqualTo(id);
        assertThat(first.get("method").asString()).isEqualTo("GET");
        assertThat(first.get("route").asString()).isEqualTo("/practice/items/{id}");
        assertThat(first.get("status").asInt()).isEqualTo(200);
        assertThat(first.get("bytes").asInt()).isEqualTo(3);
        assertThat(first.get("millis").isNumber()).isTrue();
        assertThat(first.get("time").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(lines.getLast().get("route").asString()).isEqualTo("/practice/…");
    }

    @Test
    void theMistakeBehindAnInternalErrorIsLoggedUnderTheRequestsName() throws Exception {
        RunningServer server = new RunningServer(new PracticeModule());
        String id = server.get("/practice/faults/mistake")
                .headers()
                .firstValue("X-Request-Id")
                .orElseThrow();

        assertThat(server.stopAndReadLog().lines())
                .anyMatch(
                        line -> line.contains(id) && line.contains("a mistake of ours") && line.contains("\"stack\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "text"})
    void everyLineHasALevel(String format) throws Exception {
        RunningServer server = new RunningServer(new MemoryStore(), Map.of("log.format", format), new PracticeModule());
        server.get("/practice/items/abc");
        server.get("/practice/faults/unavailable");

        assertThat(server.stopAndReadLog().lines())
                .extracting(line -> format.equals("json")
                        ? JsonMapper.shared().readTree(line).get("level").asString()
                        : line.split(" ", 3)[1])
                .containsExactly("info", "warn", "warn");
    }

    @Test
    void theNameThatATrustedProxyGaveARequestIsKept() throws Exception {
        String given = "Root=1-5759e988-bd862e3fe1be46a994272793";
        try (RunningServer server = new RunningServer(
                        new MemoryStore(), Map.of("trustedProxies", "127.0.0.1"), new PracticeModule());
                RunningServer elsewhere = new RunningServer(
                        new MemoryStore(), Map.of("trustedProxies", "10.0.0.0/8"), new PracticeModule())) {
            assertThat(idFor(server, given)).isEqualTo(given);
            assertThat(idFor(elsewhere, given)).matches("[0-9a-f]{16}");
            assertThat(idFor(server, "with a space")).matches("[0-9a-f]{16}");
            assertThat(idFor(server, "\"quoted\"")).matches("[0-9a-f]{16}");
            assertThat(idFor(server, "x".repeat(128))).hasSize(128);
            assertThat(idFor(server, "x".repeat(129))).matches("[0-9a-f]{16}");
            assertThat(idFor(server, "one", "two")).matches("[0-9a-f]{16}");
            assertThat(server.stopAndReadLog().lines().map(JsonMapper.shared()::readTree))
                    .extracting(line -> line.get("id").asString())
                    .contains(given, "x".repeat(128));
        }
    }

    private static String idFor(RunningServer server, String... given) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/practice/items/abc"));
        for (String each : given) {
            request.header("X-Request-Id", each);
        }
        return server.send(request.build()).headers().firstValue("X-Request-Id").orElseThrow();
    }

    @Test
    void requestsAreNotLoggedWhereThisIsSwitchedOff() throws Exception {
        RunningServer server = new RunningServer(new MemoryStore(), Map.of("log.access", "off"), new PracticeModule());
        server.get("/practice/items/abc");

        assertThat(server.stopAndReadLog()).isEmpty();
    }
}
