package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.memory.MemoryStore;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A module's form of errors holds for everything below its mount, and for nothing beside it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorFormTest {
    private final RunningServer server = new RunningServer(
            new MemoryStore(),
            Map.of("server.maxBodyBytes", "4KiB"),
            new PracticeModule(),
            new Formed(),
            new Grounded());

    /** A system that shares the origin with others: only some paths there are its own. */
    private static final class Grounded implements HttpModule {
        @Override
        public String mount() {
            return "";
        }

        @Override
        public ErrorForm errors() {
            return problem -> Map.of("detail", problem.message());
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Access-Control-Allow-Origin", "*");
        }

        @Override
        public List<String> paths() {
            return List.of("/ground");
        }

        @Override
        public void routes(Routes routes) {
            routes.get("/ground/here", call -> Reply.text(200, "here"));
            routes.get("/ground/own", call -> Reply.text(200, "own").with("Access-Control-Allow-Origin", "null"));
        }
    }

    /** A system with a form of errors of its own. */
    private static final class Formed implements HttpModule {
        @Override
        public String mount() {
            return "/formed";
        }

        @Override
        public ErrorForm errors() {
            return problem -> Map.of("detail", problem.message());
        }

        @Override
        public void routes(Routes routes) {
            routes.get("/away", call -> {
                throw new StoreException.Unavailable("gone");
            });
            routes.get("/mistake", call -> {
                throw new IllegalStateException("a mistake of ours");
            });
            routes.get("/refused", call -> {
                throw new Problem(403, "no", "Not you.")
                        .with("X-Why", "because")
                        .exception();
            });
            routes.post("/bodies", call -> Reply.text(200, Integer.toString(call.body().length)));
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static void assertFormed(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).startsWith("{\"detail\":\"").doesNotContain("Exception");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json; charset=utf-8");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @ParameterizedTest
    @CsvSource({"away,503", "mistake,500", "refused,403", "nothing,404", "away/further,404", "%ff,400", "'',404"})
    void everyErrorBelowTheMountHasTheModulesForm(String path, int status) throws Exception {
        assertFormed(server.get("/formed/" + path), status);
    }

    @Test
    void headersOfAProblemAreSentAlong() throws Exception {
        assertThat(server.get("/formed/refused").headers().firstValue("X-Why")).contains("because");
        assertThat(server.get("/formed/away").headers().firstValue("Retry-After"))
                .contains("1");
    }

    @Test
    void anotherMethodIsRefusedInTheModulesForm() throws Exception {
        HttpResponse<String> response = server.send(
                HttpRequest.newBuilder(server.uri("/formed/away")).DELETE().build());

        assertFormed(response, 405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedInTheModulesForm() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/formed/bodies"));

        assertFormed(
                server.send(
                        request.POST(BodyPublishers.ofByteArray(new byte[5000])).build()),
                413);
        assertFormed(
                server.send(request.POST(BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(new byte[5000])))
                        .build()),
                413);
    }

    @Test
    void headersThatAreTooLargeAreRefusedInTheModulesForm() throws Exception {
        String reply =
                server.raw("GET /formed/away HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(20_000) + "\r\n\r\n");

        assertThat(reply).startsWith("HTTP/1.1 431").contains("{\"detail\":\"");
    }

    @ParameterizedTest
    @CsvSource({"/ground/here,200", "/ground/nothing,404", "/ground/%ff,400", "/ground,404"})
    void headersOfAModuleAreOnEveryReplyOnItsGrounds(String path, int status) throws Exception {
        HttpResponse<String> response = server.get(path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
    }

    @Test
    void aReplyKeepsTheHeaderThatItNamesItself() throws Exception {
        assertThat(server.get("/ground/own").headers().allValues("Access-Control-Allow-Origin"))
                .containsExactly("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/groundless", "/", "/formed/away"})
    void headersOfAModuleAreNowhereElse(String path) throws Exception {
        assertThat(server.get(path).headers().firstValue("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    @Test
    void aWholeAddressIsToldApartToo() throws Exception {
        assertThat(server.raw(
                        "GET http://elsewhere/formed/%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("{\"detail\":\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/formedly/x", "/practice/faults/unavailable", "/practice/formed/x", "/%ff"})
    void whatLiesBesideTheMountKeepsTheServersOwnForm(String path) throws Exception {
        assertThat(server.get(path).body()).startsWith("{\"error\":\"");
    }
}
