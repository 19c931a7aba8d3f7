package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorRepliesTest {
    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    private final RunningServer server =
            new RunningServer(new MemoryStore(), Map.of("server.maxBodyBytes", "4KiB"), new PracticeModule());

    @AfterAll
    void stop() {
        server.close();
    }

    private static void assertProblem(HttpResponse<String> response, int status, String error) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json; charset=utf-8");
        JsonNode body = JsonMapper.shared().readTree(response.body());
        assertThat(body.get("error").asString()).isEqualTo(error);
        assertThat(body.get("message").asString()).endsWith(".");
        assertThat(response.body()).startsWith("{\"error\":");
        assertThat(response.body()).doesNotContain("Exception", "\\n", "at dev.yorozu");
    }

    private HttpResponse<String> post(String path, String type, HttpRequest.BodyPublisher body) throws Exception {
        return server.send(HttpRequest.newBuilder(server.uri(path))
                .header("Content-Type", type)
                .POST(body)
                .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/practice", "/practice/items/", "/practice/items//parts/x", "/healthz/"})
    void anUnknownPathIsNotFound(String path) throws Exception {
        assertProblem(server.get(path), 404, "not_found");
    }

    private HttpResponse<String> visit(String path, String accept) throws Exception {
        return server.send(HttpRequest.newBuilder(server.uri(path))
                .header("Accept", accept)
                .build());
    }

    @ParameterizedTest
    @CsvSource({
        "/nothing, 404, There is nothing here",
        "/nothing?lang=ja, 404, ここには何もありません",
        "/practice/%3Cscript%3Ealert(1)%3C/script%3E, 404, There is nothing here",
        "//other.example/x, 404, There is nothing here",
        "/practice/greetings, 405, This address is not a page",
        "/practice/greetings?lang=ja, 405, このアドレスはページではありません",
        "/practice/items/%ff, 400, This address cannot be read",
        "/docs/settings?lang=%ff, 400, This address cannot be read"
    })
    void aBrowserGetsAPageThatLeadsOn(String path, int status, String words) throws Exception {
        String request = "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept: " + BROWSER + "\r\n\r\n";
        String page = server.raw(request);

        assertThat(page)
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("\r\nContent-Type: text/html; charset=utf-8\r\n", "\r\nCache-Control: no-store\r\n")
                .contains("<h1>" + words + "</h1>", "href=\"/")
                .doesNotContain("<script", "other.example", "practice/items")
                .contains("href=\"?lang=ja\"");
        assertThat(page.contains("\r\nAllow: OPTIONS, POST\r\n")).isEqualTo(status == 405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "application/json, text/html;q=0.9"})
    void aProgramGetsJson(String accept) throws Exception {
        assertProblem(visit("/nothing", accept), 404, "not_found");
        assertProblem(visit("/practice/greetings", accept), 405, "method_not_allowed");
    }

    @Test
    void whatAnInterfaceForProgramsAnswersStaysJsonForABrowserToo() throws Exception {
        assertProblem(visit("/practice/faults/mistake", BROWSER), 500, "internal_error");
    }

    @Test
    void anotherMethodIsToldWhichAreAllowed() throws Exception {
        HttpResponse<String> response = post("/practice/items/7", "text/plain", BodyPublishers.ofString("x"));

        assertProblem(response, 405, "method_not_allowed");
        assertThat(response.headers().firstValue("Allow")).contains("DELETE, GET, HEAD, OPTIONS");
    }

    @Test
    void optionsTellsWhichMethodsAreAllowed() throws Exception {
        HttpResponse<String> response = server.send(HttpRequest.newBuilder(server.uri("/healthz"))
                .method("OPTIONS", BodyPublishers.noBody())
                .build());

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
    }

    @ParameterizedTest
    @CsvSource({
        "unavailable, 503, store_unavailable",
        "unknown, 504, outcome_unknown",
        "type, 409, wrong_type",
        "number, 409, not_a_number",
        "object, 409, not_an_object",
        "limit, 413, limit_exceeded",
        "mistake, 500, internal_error",
        "error, 500, internal_error"
    })
    void aFaultHasItsStatus(String kind, int status, String error) throws Exception {
        assertProblem(server.get("/practice/faults/" + kind), status, error);
    }

    @Test
    void anUnavailableStoreSaysWhenToTryAgain() throws Exception {
        assertThat(server.get("/practice/faults/unavailable").headers().firstValue("Retry-After"))
                .contains("1");
    }

    @Test
    void aBodyOfAnotherTypeThanJsonIsRefused() throws Exception {
        assertProblem(
                post("/practice/greetings", "text/plain", BodyPublishers.ofString("{}")),
                415,
                "unsupported_media_type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{\"name\":\"a\",\"times\":\"many\"}",
                "{\"name\":\"a\",\"name\":\"b\",\"times\":1}",
                "{\"name\":\"a\",\"times\":1}{}",
                "{\"name\":\"<script>\",\"times\":\"<script>\"}"
            })
    void aBodyThatIsNotTheExpectedJsonIsRefusedWithoutAnEcho(String body) throws Exception {
        HttpResponse<String> response = post("/practice/greetings", "application/json", BodyPublishers.ofString(body));

        assertProblem(response, 400, "bad_request");
        assertThat(response.body()).doesNotContain("script");
    }

    @Test
    void aJsonBodyIsRead() throws Exception {
        HttpResponse<String> response = post(
                "/practice/greetings",
                "application/json; charset=utf-8",
                BodyPublishers.ofString("{\"name\":\"万\",\"times\":2}"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"name\":\"万\",\"times\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/practice/bodies", "/practice/ignored", "/nothing"})
    void aBodyThatIsAnnouncedTooLargeIsRefused(String path) throws Exception {
        assertProblem(post(path, "text/plain", BodyPublishers.ofByteArray(new byte[4097])), 413, "too_large");
    }

    @Test
    void aChunkedBodyThatGrowsTooLargeIsRefused() throws Exception {
        HttpRequest.BodyPublisher chunked = BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(new byte[100_000]));

        assertProblem(post("/practice/bodies", "text/plain", chunked), 413, "too_large");
    }

    @Test
    void aBodyOfExactlyTheLimitIsTaken() throws Exception {
        HttpRequest.BodyPublisher chunked = BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(new byte[4096]));

        assertThat(post("/practice/bodies", "text/plain", chunked).body()).isEqualTo("4096");
        assertThat(post("/practice/bodies", "text/plain", BodyPublishers.ofByteArray(new byte[4096]))
                        .body())
                .isEqualTo("4096");
    }

    @Test
    void anEncodedParameterIsDecodedByItself() throws Exception {
        assertThat(server.get("/practice/items/a%2Fb%20%E4%B8%87").body()).isEqualTo("a/b 万");
        assertThat(server.get("/practice/items/a+b").body()).isEqualTo("a+b");
        assertThat(server.get("/practice/items/all").body()).isEqualTo("(all)");
        assertThat(server.get("/practice/items/all/parts/1").body()).isEqualTo("{\"part\":\"1\"}");
        assertThat(server.get("/practice/search?x=1&q=a+b%26c").body()).isEqualTo("a b&c");
        assertThat(server.get("/practice/search?q").body()).isEmpty();
    }

    @Test
    void aStreamArrivesWhole() throws Exception {
        assertThat(server.get("/practice/streams").body().lines()).hasSize(1000).endsWith("line 999");
    }

    @Test
    void aStreamThatFailsBeforeItsFirstBytesLeaveIsAnError() throws Exception {
        assertProblem(server.get("/practice/broken-streams/1"), 503, "store_unavailable");
    }

    @Test
    void aStreamThatFailsLaterNeverLooksWhole() {
        assertThatThrownBy(() -> server.get("/practice/broken-streams/10")).isInstanceOf(IOException.class);
    }

    @Test
    void headIsGetWithoutTheBody() throws Exception {
        HttpResponse<String> response = server.send(HttpRequest.newBuilder(server.uri("/practice/items/abc"))
                .method("HEAD", BodyPublishers.noBody())
                .build());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Length")).contains("3");
        assertThat(response.body()).isEmpty();
    }
}
