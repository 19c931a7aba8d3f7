package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What operators do with the sessions and the keys of the user API, on a running server and on a stopped one. */
class UserApiCommandsTest {
    private static final String PASSWORD = "correct horse battery";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private String data() {
        return directory.resolve("data").toString();
    }

    private Ended ask(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--data", data()));
        return Commands.run(all.toArray(String[]::new));
    }

    private Program.Serving serve() {
        return Program.Serving.start(directory, "--data", data());
    }

    private static Document entered(URI server, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(server + "/users" + path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        Document pair = Document.parse(answer.body()).orElseThrow();
        Written.secret(pair.text("access_token").orElseThrow());
        Written.secret(pair.text("refresh_token").orElseThrow());
        return pair;
    }

    private static Document signIn(URI server) throws IOException, InterruptedException {
        return entered(server, "/auth/login", credentials());
    }

    private static String credentials() {
        Written.secret(PASSWORD);
        return "{\"email\":\"hana@example.com\",\"password\":\"" + PASSWORD + "\"}";
    }

    private static int status(URI server, Document pair) throws IOException, InterruptedException {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(server + "/users/auth/me"))
                                .header(
                                        "Authorization",
                                        "Bearer " + pair.text("access_token").orElseThrow())
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static JsonNode keys(URI server) throws IOException, InterruptedException {
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(URI.create(server + "/users/.well-known/jwks.json"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return JsonMapper.shared().readTree(answer.body()).get("keys");
    }

    @Test
    void keysAreExchangedOnARunningServerAndOnAStoppedOne() throws Exception {
        Document pair;
        try (Program.Serving server = serve()) {
            pair = entered(server.url(), "/auth/signup", credentials());
            assertThat(keys(server.url())).hasSize(1);
            Ended made = ask("keys-rotate", "users");
            assertThat(made.err()).isEmpty();
            assertThat(made.out()).matches("Signing with the new key \\S+ from now on\n");
            assertThat(keys(server.url())).hasSize(2);
            assertThat(made.out()).contains(keys(server.url()).get(0).get("kid").asString());
            assertThat(status(server.url(), pair)).isEqualTo(200);
            assertThat(status(server.url(), signIn(server.url()))).isEqualTo(200);
            assertThat(ask("keys-rotate", "discord").err())
                    .isEqualTo("There is no system discord that signs tokens.\n");
            assertThat(ask("keys-rotate", "tokens").err()).isEmpty();
        }
        Ended stopped = ask("keys-rotate", "users");
        assertThat(stopped.err()).isEmpty();
        assertThat(stopped.status()).isZero();
        assertThat(ask("keys-rotate", "nothing").status()).isEqualTo(1);
        assertThat(ask("audit", "--kind", "token", "--json").out()).contains("\"action\":\"new-key\"", "users");
        try (Program.Serving server = serve()) {
            assertThat(keys(server.url())).hasSize(3);
            assertThat(status(server.url(), pair)).isEqualTo(200);
        }
        assertThat(Files.getPosixFilePermissions(directory.resolve("data/users.jwks")))
                .extracting(Enum::name)
                .containsExactlyInAnyOrder("OWNER_READ", "OWNER_WRITE");
    }

    @Test
    void sessionsAreListedAndEndedByWhateverTheAccountIsCalled() throws Exception {
        try (Program.Serving server = serve()) {
            entered(server.url(), "/auth/signup", credentials());
            Document kept = signIn(server.url());
            Document lost = signIn(server.url());
            List<JsonNode> lines = ask("user", "hana@example.com", "sessions", "--system", "users", "--json")
                    .out()
                    .lines()
                    .map(JsonMapper.shared()::readTree)
                    .toList();
            assertThat(lines)
                    .hasSize(3)
                    .allMatch(line -> line.get("system").asString().equals("users"));
            assertThat(ask("user", "1", "sessions").out().lines()).hasSize(4);
            String newest = lines.getFirst().get("id").asString();
            assertThat(ask("user", "hana@example.com", "revoke", "--except", newest)
                            .out())
                    .isEqualTo("Ended 2 sessions\n");
            assertThat(List.of(status(server.url(), kept), status(server.url(), lost)))
                    .containsExactlyInAnyOrder(200, 401);
            assertThat(ask("user", "hana@example.com", "disable").status()).isZero();
            assertThat(status(server.url(), kept)).isEqualTo(401);
            assertThat(status(server.url(), lost)).isEqualTo(401);
        }
        assertThat(ask("user", "hana@example.com", "sessions").out()).isEqualTo("No sessions\n");
    }

    @Test
    void aStoppedServersSessionsAreEndedInTheStore() throws Exception {
        Document pair;
        try (Program.Serving server = serve()) {
            pair = entered(server.url(), "/auth/signup", credentials());
        }
        assertThat(ask("user", "hana@example.com", "sessions").out().lines()).hasSize(2);
        assertThat(ask("user", "hana@example.com", "revoke").out()).isEqualTo("Ended 1 session\n");
        try (Program.Serving server = serve()) {
            assertThat(status(server.url(), pair)).isEqualTo(401);
        }
    }

    @Test
    void aCommandThatNeedsNoKeyMakesNone() {
        assertThat(ask("user", "create", "hana", "--email", "hana@example.com").status())
                .isZero();
        assertThat(ask("user", "hana", "sessions").status()).isZero();
        assertThat(ask("user", "hana", "disable").status()).isZero();
        assertThat(directory.resolve("data/users.jwks")).doesNotExist();
    }
}
