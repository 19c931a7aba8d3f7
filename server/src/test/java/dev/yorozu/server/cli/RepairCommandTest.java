package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody signs out, the process is killed, and a byte of the log changes: the sign-out is not undone. */
class RepairCommandTest {
    private static final String PASSWORD = "correct horse battery";

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private String data() {
        return directory.resolve("data").toString();
    }

    private Path store() {
        return directory.resolve("data/store");
    }

    private record Pair(String access, String refresh) {}

    private HttpResponse<String> post(URI server, String path, String token, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(server + "/tokens/api/entrance/" + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Pair signIn(URI server) throws Exception {
        HttpResponse<String> answer = post(
                server,
                "auth/login",
                "",
                "{\"loginIdentifier\":\"hana\",\"password\":\"" + PASSWORD
                        + "\",\"deviceType\":\"Other\",\"os\":\"Unknown\"}");
        Document pair = Document.parse(answer.body()).orElseThrow();
        return new Pair(
                pair.text("accessToken").orElseThrow(),
                pair.text("refreshToken").orElseThrow());
    }

    private int refresh(URI server, Pair pair) throws Exception {
        return post(server, "refresh", "", "{\"refreshToken\":\"" + pair.refresh() + "\"}")
                .statusCode();
    }

    /** Signs in and out, kills the server, and damages the log before the sign-outs. Returns who had signed out. */
    private List<Pair> damagedAfterSignOuts() throws Exception {
        Commands.runWith(
                PASSWORD, "user", "create", "hana", "--email", "h@example.com", "--password-stdin", "--data", data());
        List<Pair> out = new ArrayList<>();
        try (Program.Serving server = Program.Serving.start(directory, "--data", data())) {
            for (int i = 0; i < 3; i++) {
                out.add(signIn(server.url()));
            }
            long signedIn = Files.size(newestLog());
            for (Pair pair : out) {
                assertThat(post(server.url(), "logout", pair.access(), "{\"refreshToken\":\"" + pair.refresh() + "\"}")
                                .statusCode())
                        .isIn(200, 204);
            }
            server.kill();
            flip(newestLog(), signedIn + 20);
        }
        return out;
    }

    private Path newestLog() {
        try (Stream<Path> files = Files.list(store())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .max(Path::compareTo)
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void flip(Path file, long offset) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(offset);
            int found = bytes.read();
            bytes.seek(offset);
            bytes.write(found ^ 1);
        }
    }

    @Test
    void whoSignedOutStaysSignedOutWhenTheLogIsDamaged() throws Exception {
        List<Pair> out = damagedAfterSignOuts();
        Path log = newestLog();

        // Whatever opens the store says so: a server, or a command that does it in its place.
        Program.Ended refused = Commands.run("stats", "--data", data());
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err().lines())
                .singleElement()
                .asString()
                .startsWith("The log " + log + " is damaged at byte ");

        Program.Ended look = Commands.run("repair", "--data", data());
        assertThat(look.status()).isEqualTo(1);
        assertThat(look.out())
                .contains(
                        "The log " + log + " is damaged at byte ", "Lost: all changes after 20", "Nothing was changed");

        Program.Ended unconfirmed = Commands.run("repair", "--accept-loss", "--data", data());
        assertThat(unconfirmed.status()).isEqualTo(1);
        assertThat(unconfirmed.err()).contains("confirm the loss with --yes");

        Program.Ended done = Commands.run("repair", "--accept-loss", "--yes", "--data", data());
        assertThat(done.err()).isEmpty();
        assertThat(done.status()).isZero();
        assertThat(done.out()).contains("The store can be used again.", "The damaged files are in ");

        Program.Ended again = Commands.run("repair", "--accept-loss", "--yes", "--data", data());
        assertThat(again.status()).isZero();
        assertThat(again.out()).isEqualTo("The store in " + store() + " is sound, and nothing was changed.\n");

        try (Program.Serving server = Program.Serving.start(directory, "--data", data())) {
            for (Pair pair : out) {
                assertThat(refresh(server.url(), pair)).isEqualTo(401);
            }
            assertThat(refresh(server.url(), signIn(server.url()))).isEqualTo(200);
            Program.Ended busy = Commands.run("repair", "--data", data());
            assertThat(busy.status()).isEqualTo(2);
            assertThat(busy.err()).contains("is in use by another process");
        }
    }

    @Test
    void onlyAnEmbeddedStoreIsRepaired() {
        Program.Ended ended = Commands.run("repair", "--store", "redis://127.0.0.1:1", "--data", data());
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).startsWith("Only an embedded store is repaired here");
    }
}
