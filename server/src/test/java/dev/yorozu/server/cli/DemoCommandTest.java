package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a process: what it keeps, where, and what it leaves alone. */
class DemoCommandTest {
    @TempDir
    Path directory;

    private static int status(URI uri) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    /** A demonstration takes seconds to start, so that its second start does for the examples as well. */
    @Test
    void itKeepsItsSamplesApartReadsNobodysSettingsAndDoesWhatTheReadmeSays() throws Exception {
        Files.writeString(directory.resolve("yorozu.yaml"), "store:\n  url: redis://127.0.0.1:1\n");
        Map<String, String> environment =
                Map.of("REDIS_URL", "redis://127.0.0.1:1", "DISCORD_CLIENT_SECRET", "of-somebody-else");

        String key;
        try (Program.Serving demo = Program.Serving.demo(directory, environment)) {
            assertThat(demo.readyLine()).startsWith("Yorozu demo is ready at http://127.0.0.1:");
            assertThat(status(demo.url().resolve("/practice/oauth2/authorize"))).isEqualTo(400);
            key = Files.readString(directory.resolve("demo/receive.key"));
            assertThat(demo.stop()).isZero();
            assertThat(demo.log()).isEmpty();
        }
        assertThat(directory.resolve("data")).doesNotExist();
        String data = directory.resolve("demo").toString();
        String once = Commands.run("stats", "--format", "json", "--data", data).out();
        assertThat(once).contains("sess:{sid}", "receive:token:{short}", "audit:");
        try (Program.Serving again = Program.Serving.demo(directory, environment)) {
            assertThat(Commands.run("keys", "count", "sess:", "--data", data).out())
                    .isEqualTo("4\n");
            assertThat(Commands.run("keys", "count", "receive:token:", "--data", data)
                            .out())
                    .isEqualTo("2\n");
            assertThat(Files.readString(directory.resolve("demo/receive.key"))).isEqualTo(key);
            assertThatTheExamplesOfTheReadmeWork(again.url());
            assertThatWrongPasswordsLockNobodyOut(again.url());
            assertThat(again.stop()).isZero();
        }
    }

    private Program.Ended demo(String... arguments) {
        List<String> all = new ArrayList<>(
                List.of("demo", "--data", directory.resolve("demo").toString()));
        all.addAll(List.of(arguments));
        return Commands.run(all.toArray(String[]::new));
    }

    private void assertThatTheExamplesOfTheReadmeWork(URI demo) throws Exception {
        List<String> examples = ReadmeExamples.of(
                        "README.md", "docs/running.md", "docs/discord.md", "docs/tokens.md", "docs/nostalgic.md")
                .all();
        assertThat(examples).hasSizeGreaterThan(10);
        assertThat(ReadmeExamples.of("README.ja.md", "docs/guide.ja.md").all())
                .isNotEmpty()
                .isSubsetOf(examples);
        for (String example : examples) {
            assertThat(ReadmeExamples.run(example, demo, directory.resolve("demo")))
                    .as(example)
                    .isEmpty();
        }
    }

    private static void assertThatWrongPasswordsLockNobodyOut(URI demo) throws Exception {
        List<String> wrong = List.of("a", "b", "c", "d", "e", "f", "g", "h");
        // The README's own account, which its examples have made.
        String users = "{\"email\":\"yuki@example.com\",\"password\":\"%s\"}";
        URI login = demo.resolve("/users/auth/login");
        assertThat(signIns(login, users, wrong)).containsOnly(401);
        assertThat(signIns(login, users, List.of("correct horse battery"))).containsOnly(200);
        String tokens =
                "{\"loginIdentifier\":\"hana\",\"password\":\"%s\",\"deviceType\":\"Browser\",\"os\":\"Linux\"}";
        assertThat(signIns(demo.resolve("/tokens/api/entrance/auth/login"), tokens, wrong))
                .containsOnly(401);
    }

    private static List<Integer> signIns(URI login, String body, List<String> passwords)
            throws IOException, InterruptedException {
        List<Integer> statuses = new ArrayList<>();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String password : passwords) {
                HttpRequest request = HttpRequest.newBuilder(login)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body.formatted(password)))
                        .build();
                statuses.add(client.send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode());
            }
        }
        return statuses;
    }

    @Test
    void aServerThatServesHasNoPracticeProvider() throws Exception {
        try (Program.Serving server = Program.Serving.start(directory)) {
            for (String path : new String[] {
                "/practice/sign-in", "/practice/oauth2/authorize", "/practice/api/oauth2/token", "/receive"
            }) {
                assertThat(status(server.url().resolve(path))).as(path).isEqualTo(404);
            }
            assertThat(status(server.url().resolve("/discord/account"))).isEqualTo(200);
        }
    }

    @Test
    void aTakenPortIsRefusedWhenItWasAskedFor() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ProgramImage.shared().provide(directory.resolve("demo"));
            Program.Ended ended = demo("--port", Integer.toString(taken.getLocalPort()));

            assertThat(ended.status()).isEqualTo(2);
            assertThat(ended.err()).contains("Cannot listen on 127.0.0.1 port " + taken.getLocalPort());
        }
    }

    @Test
    void aDamagedKeyStopsTheStartWithOneSentence() throws Exception {
        Files.createDirectories(directory.resolve("demo"));
        Files.writeString(directory.resolve("demo/receive.key"), "short\n");

        Program.Ended ended = demo("--port", "0");

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err().strip().lines()).hasSize(1);
        assertThat(ended.err()).contains("is damaged: delete it").doesNotContain("short");
    }
}
