package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A living demonstration is backed up while it runs, goes on, stops and is backed up again; both are restored elsewhere. */
class MovedServerTest {
    private static final String PASSWORD = "correct horse battery";
    private static final String OWNER = "owner-of-the-page";
    private static final String PAGE = "https://moved.example.com/";
    private static final String LOGIN = "{\"loginIdentifier\":\"moved\",\"password\":\"" + PASSWORD
            + "\",\"deviceType\":\"Other\",\"os\":\"Unknown\"}";

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void aMoveGoesOnWhereTheSourceStoppedAndARecoveryRevivesNothing() throws Exception {
        Written.secret(OWNER);
        String counter;
        Login kept;
        Login ended;
        try (Program.Serving demo = demo("demo")) {
            Commands.runWith(
                    PASSWORD,
                    "user",
                    "create",
                    "moved",
                    "--email",
                    "m@example.com",
                    "--password-stdin",
                    "--data",
                    path("demo"));
            counter = counter(demo.url(), OWNER).body().text("id").orElseThrow();
            visit(demo.url(), counter);
            kept = signIn(demo.url());
            ended = signIn(demo.url());
            assertThat(Commands.run("backup", path("running"), "--data", path("demo"))
                            .status())
                    .isZero();
            // Ended after the backup: it must not come back by it.
            assertThat(post(demo.url(), "/tokens/api/entrance/logout", ended.body(), ended.access())
                            .status())
                    .isIn(200, 204);
            assertThat(demo.stop()).isZero();
        }
        assertThat(Commands.run("audit", "--kind", "backup", "--data", path("demo"))
                        .out())
                .contains("download", "store, directory, files", "operator");
        assertThat(Commands.run("backup", path("stopped"), "--data", path("demo"))
                        .status())
                .isZero();
        assertThat(Files.getPosixFilePermissions(directory.resolve("stopped")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));

        assertMoved(counter, kept, ended);
        assertRecovered(counter, kept, ended);
    }

    private void assertMoved(String counter, Login kept, Login ended) throws Exception {
        assertThat(Commands.run("restore", path("running"), "--keep-logins", "--data", path("moved"))
                        .err())
                .startsWith("The backup does not say that its source was stopped");
        assertThat(Commands.run("restore", path("stopped"), "--keep-logins", "--data", path("moved")))
                .returns(0, Program.Ended::status)
                .returns("", Program.Ended::err);
        assertThat(names("moved"))
                .isEqualTo(List.of(
                        "address.salt",
                        "apps.secret",
                        "directory",
                        "nostalgic.secret",
                        "patreon.jwt",
                        "receive.key",
                        "store",
                        "tokens.jwks",
                        "users.jwks"));
        try (Program.Serving moved = demo("moved")) {
            assertThat(verify(moved.url(), kept)).isEqualTo(200);
            assertThat(refresh(moved.url(), kept)).isEqualTo(200);
            assertThat(refresh(moved.url(), ended)).isEqualTo(401);
            signIn(moved.url());
            assertThat(counter(moved.url(), OWNER).body().text("id")).hasValue(counter);
            assertThat(counter(moved.url(), "not-the-owner").status()).isEqualTo(403);
            // The same visitor on the same day: known by the secret that was moved.
            assertThat(visit(moved.url(), counter)).isEqualTo(1);
            assertThat(moved.stop()).isZero();
        }
        assertNothingElseIsMade("moved");
    }

    private void assertRecovered(String counter, Login kept, Login ended) throws Exception {
        assertThat(Commands.run("restore", path("running"), "--data", path("recovered"))
                        .out())
                .contains("everybody signs in again");
        try (Program.Serving recovered = demo("recovered")) {
            assertThat(verify(recovered.url(), ended)).isEqualTo(401);
            assertThat(refresh(recovered.url(), ended)).isEqualTo(401);
            assertThat(verify(recovered.url(), kept)).isEqualTo(401);
            assertThat(refresh(recovered.url(), kept)).isEqualTo(401);
            signIn(recovered.url());
            assertThat(counter(recovered.url(), OWNER).body().text("id")).hasValue(counter);
            assertThat(visit(recovered.url(), counter)).isEqualTo(1);
            assertThat(recovered.stop()).isZero();
        }
    }

    /** Whatever the program keeps in its data directory is in a backup, or is known not to belong there. */
    private void assertNothingElseIsMade(String data) throws IOException {
        assertThat(names(data))
                .isEqualTo(List.of(
                        "address.salt",
                        "admin.token",
                        "apps.secret",
                        "directory",
                        "nostalgic.secret",
                        "patreon.jwt",
                        "receive.key",
                        "store",
                        "tokens.jwks",
                        "users.jwks"));
    }

    private List<String> names(String data) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(data))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Program.Serving demo(String data) {
        return Program.Serving.demo(directory, Map.of(), "--data", path(data));
    }

    private record Login(String access, String refresh) {
        String body() {
            return "{\"refreshToken\":\"" + refresh + "\"}";
        }
    }

    private record Answer(int status, Document body) {}

    private Login signIn(URI server) throws IOException, InterruptedException {
        Answer answer = post(server, "/tokens/api/entrance/auth/login", LOGIN, "");
        assertThat(answer.status()).isEqualTo(200);
        Login login = new Login(
                answer.body().text("accessToken").orElseThrow(),
                answer.body().text("refreshToken").orElseThrow());
        Written.secret(login.access());
        Written.secret(login.refresh());
        return login;
    }

    private int refresh(URI server, Login login) throws IOException, InterruptedException {
        return post(server, "/tokens/api/entrance/refresh", login.body(), "").status();
    }

    private int verify(URI server, Login login) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/tokens/api/entrance/verify"))
                .header("Authorization", "Bearer " + login.access())
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private Answer counter(URI server, String owner) throws IOException, InterruptedException {
        return post(server, "/api/visit?action=create", "{\"url\":\"" + PAGE + "\",\"token\":\"" + owner + "\"}", "");
    }

    private long visit(URI server, String counter) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/api/visit?action=increment&id=" + counter))
                .header("User-Agent", "the one visitor")
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Document.parse(answer.body())
                .orElseThrow()
                .document("data")
                .orElseThrow()
                .number("total")
                .orElseThrow();
    }

    private Answer post(URI server, String path, String body, String access) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + access)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), Document.parse(answer.body()).orElseGet(Document::empty));
    }
}
