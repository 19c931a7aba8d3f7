package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program with Discord's documented environment variables. */
class DiscordServerTest {
    @TempDir
    Path directory;

    @Test
    void theDocumentedVariablesAreEnoughToSendPeopleToDiscord() throws Exception {
        Map<String, String> environment = Map.of(
                "DISCORD_CLIENT_ID", "1000000000000000001",
                "DISCORD_CLIENT_SECRET", "the-secret-of-the-test",
                "RECEIVE_TOKEN_KEY", "0123456789abcdef0123456789abcdef");
        Path data = directory.resolve("data");
        try (Program.Serving server =
                        Program.Serving.start(directory, environment, "--store", "memory:", "--data", data.toString());
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> started = client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/discord/api/auth/discord/start"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            HttpResponse<String> resolved = client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/discord/api/receive/resolve?t=AAAAAAAAAA"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(started.statusCode()).isEqualTo(302);
            assertThat(started.headers().firstValue("Location").orElseThrow())
                    .startsWith("https://discord.com/oauth2/authorize?response_type=code&client_id=1000000000000000001")
                    .doesNotContain("the-secret-of-the-test");
            assertThat(resolved.statusCode()).isEqualTo(404);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("address.salt"))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aWrongKeyStopsTheStartWithOneSentenceThatDoesNotShowIt() {
        Program.Ended ended = Program.run(
                directory,
                Map.of("RECEIVE_TOKEN_KEY", "much-too-short"),
                "serve",
                "--port",
                "0",
                "--store",
                "memory:",
                "--data",
                directory.resolve("data").toString());

        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err().strip())
                .doesNotContain("\n", "much-too-short")
                .contains("systems.discord.receive.key", "RECEIVE_TOKEN_KEY", "must be 32 bytes");
    }
}
