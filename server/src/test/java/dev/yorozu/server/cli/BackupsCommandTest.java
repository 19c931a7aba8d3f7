package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.bucket.StorageProcess;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.directory.PostgresProcess;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups that a server makes by itself: where they are shown, and that they restore on other stores and databases. */
class BackupsCommandTest {
    private static final String PASSPHRASE = "the passphrase of the backups";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private static Ended run(Path config, String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--config", config.toString()));
        return Commands.run(all.toArray(String[]::new));
    }

    private Path config(String name, String... lines) throws IOException {
        Path file = Files.writeString(directory.resolve(name), String.join("\n", lines) + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static int enter(URI server, String path) throws IOException, InterruptedException {
        Written.secret("correct horse battery");
        return send(HttpRequest.newBuilder(URI.create(server + "/users/auth/" + path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"email\":\"hana@example.com\",\"password\":\"correct horse battery\"}")))
                .statusCode();
    }

    private static String get(URI server, String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(server + path)));
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static List<String> names(Path place) {
        try (Stream<Path> files = Files.list(place)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Whether hana, who signed up before the backup, signs in at a server with these settings. */
    private void signsIn(Path config) throws Exception {
        try (Program.Serving server = Program.Serving.start(directory, "--config", config.toString())) {
            assertThat(enter(server.url(), "login")).isEqualTo(200);
        }
    }

    @Test
    void aScheduledOneInADirectoryRestoresOnRedisAndPostgres() throws Exception {
        Path place = Files.createDirectory(directory.resolve("backups"));
        Path config =
                config("yorozu.yaml", "data: " + directory.resolve("data"), "backup:", "  every: 1d", "  to: " + place);
        try (Program.Serving server = Program.Serving.start(directory, "--config", config.toString())) {
            assertThat(enter(server.url(), "signup")).isIn(200, 201);
            Poll.until("a backup", () -> names(place).stream().anyMatch(name -> name.endsWith(".yrz")));
            Poll.until(
                    "the outcome",
                    () -> text(server.url(), "/healthz").contains("\"backup\":{\"state\":\"ok\",\"lastSuccess\":"));
            assertThat(get(server.url(), "/metrics")).contains("yorozu_backup_overdue 0.0");
            assertThat(server.log()).contains("was made and verified");

            assertThat(run(config, "backups").out())
                    .startsWith("Backups in " + place + ", every 1d, 7 kept: ok\n")
                    .contains(names(place).getFirst());
            assertThat(run(config, "backups", "--now").out()).startsWith("Saved and verified ");
            assertThat(run(config, "backups", "--json").out()).contains("\"state\" : \"ok\"");
            assertThat(run(config, "audit", "--kind", "backup").out()).contains("backup");
            assertThat(names(place)).hasSize(2);

            Path away = Files.move(place, directory.resolve("away"));
            assertThat(run(config, "backups", "--now").status()).isEqualTo(1);
            assertThat(get(server.url(), "/healthz")).contains("\"backup\":{\"state\":\"failing\",\"lastSuccess\":");
            get(server.url(), "/readyz");
            Files.move(away, place);
            assertThat(run(config, "backups", "--now").status()).isZero();
            assertThat(server.stop()).isZero();
        }
        String newest = place.resolve(names(place).getLast()).toString();
        assertThat(run(config, "restore", "--check", newest).out())
                .startsWith("The backup is whole and can be restored: ")
                .endsWith(", not encrypted.\n");
        assertThat(run(config, "backups").status()).isZero();
        try (PostgresProcess postgres = PostgresProcess.start();
                RedisProcess redis = RedisProcess.start()) {
            Path other = config(
                    "other.yaml",
                    "data: " + directory.resolve("other"),
                    "store.url: " + redis.url(),
                    "directory.url: " + postgres.url("postgres"),
                    "directory.user: " + PostgresProcess.USER,
                    "directory.password: " + PostgresProcess.PASSWORD);
            assertThat(run(other, "restore", newest).out()).startsWith("Restored ");
            signsIn(other);
        }
    }

    private static String text(URI server, String path) {
        try {
            return get(server, path);
        } catch (IOException | InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
    }

    @Test
    void oneInAStorageIsEncryptedCheckedAndRestoredFromThere() throws Exception {
        Path kept = Files.createDirectory(directory.resolve("storage"));
        try (StorageProcess storage = StorageProcess.start(kept)) {
            Written.secret(PASSPHRASE);
            List<String> lines = List.of(
                    "backup.to: s3://backups/yorozu",
                    "backup.s3.endpoint: " + storage.endpoint(),
                    "backup.s3.accessKey: " + StorageProcess.KEY,
                    "backup.s3.secretKey: " + StorageProcess.KEY);
            Path config = config("yorozu.yaml", lines, "data", PASSPHRASE);
            try (Program.Serving server = Program.Serving.start(directory, "--config", config.toString())) {
                assertThat(enter(server.url(), "signup")).isIn(200, 201);
                Ended made = run(config, "backups", "--now");
                assertThat(made.err()).isEmpty();
                assertThat(made.out()).startsWith("Saved and verified ");
                assertThat(get(server.url(), "/healthz")).contains("\"state\":\"ok\"");
                // Ended as the power would end it: what is stored needs nothing of the server.
                server.kill();
            }
            try (Program.Serving server = Program.Serving.start(directory, "--config", config.toString())) {
                Poll.until(
                        "it knows of the last",
                        () -> text(server.url(), "/healthz").contains("\"backup\":{\"state\":\"ok\",\"lastSuccess\":"));
            }
            String listed = run(config, "backups").out();
            assertThat(listed).startsWith("Encrypted backups in s3://backups/yorozu, made when asked for: ok\n");
            String name = listed.replaceAll("(?s).*(yorozu-\\S+\\.yrz).*", "$1");
            String address = "s3://backups/yorozu/" + name;
            assertThat(run(config, "restore", "--check", address).out()).endsWith(", encrypted.\n");
            Path wrong = config("wrong.yaml", lines, "wrong", "another passphrase");
            assertThat(run(wrong, "restore", "--check", address))
                    .isEqualTo(new Ended(1, "", "The passphrase does not open this backup\n"));
            assertThat(run(config, "restore", "--check", address + "x").err()).contains("no such file in it");
            assertThat(run(config, "restore", "s3://backups").status()).isEqualTo(2);
            assertThat(directory.resolve("wrong")).doesNotExist();

            Path other = config("other.yaml", lines, "other", PASSPHRASE);
            assertThat(run(other, "restore", address).out())
                    .startsWith("Restored ")
                    .contains(" rows of the directory of accounts.");
        }
    }

    private Path config(String name, List<String> lines, String data, String passphrase) throws IOException {
        List<String> all = new ArrayList<>(lines);
        all.add("data: " + directory.resolve(data));
        all.add("backup.passphrase: " + passphrase);
        return config(name, all.toArray(String[]::new));
    }

    @Test
    void wrongSettingsStopTheStartInOneSentence() throws IOException {
        assertThat(run(config("a.yaml", "backup.every: 1h", "data: " + directory.resolve("data")), "serve"))
                .isEqualTo(new Ended(
                        2,
                        "",
                        "Setting backup.every is set, and backup.to is not: name a directory or s3://BUCKET/PREFIX"
                                + " there.\n"));
        String[] storage = {
            "backup.to: s3://backups",
            "backup.s3.accessKey: key",
            "backup.s3.secretKey: key",
            "data: " + directory.resolve("data")
        };
        assertThat(run(config("b.yaml", storage), "serve"))
                .isEqualTo(new Ended(
                        2,
                        "",
                        "Backups in S3 are always encrypted, and there is no passphrase: set backup.passphrase or"
                                + " backup.passphraseFile.\n"));
        assertThat(run(config("c.yaml", "backup.to: s3://backups", "data: " + directory.resolve("data")), "serve")
                        .err())
                .startsWith("Setting backup.s3.accessKey is missing, and backups in S3 need it");
    }
}
