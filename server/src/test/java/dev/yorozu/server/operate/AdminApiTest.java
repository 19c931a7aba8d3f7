package dev.yorozu.server.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.yorozu.app.AppSettings;
import dev.yorozu.app.Apps;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.credential.Credentials;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.boot.Server;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.Telemetry;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.operate.apps.AppOperations;
import dev.yorozu.server.operate.backup.BackupOptions;
import dev.yorozu.server.operate.backup.BackupRoutes;
import dev.yorozu.server.operate.backup.Backups;
import dev.yorozu.server.operate.backup.Restoration;
import dev.yorozu.server.operate.backup.RestoreOptions;
import dev.yorozu.server.operate.backup.Restored;
import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.SampleStore;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.keys.KeyOperations;
import dev.yorozu.server.operate.keys.KeyOperations.Deleted;
import dev.yorozu.server.operate.keys.KeyOperations.FullPrefix;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.StatisticsOperations;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.server.operate.transport.LocalOperations;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.server.operate.transport.ProgressStream;
import dev.yorozu.server.store.Snapshots;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Poll;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AdminApiTest {
    private static final AdminToken TOKEN = AdminToken.of("the-right-token-of-this-test");

    @TempDir
    Path directory;

    private final HeldClock clock = HeldClock.start();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final Store store = new MemoryStore();
    private final Apps apps = new Apps(store, Keyspace.schema(), InstantSource.system());

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Telemetry telemetry;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Server server;

    @BeforeEach
    void start() {
        Settings settings = new SettingsReader(StandardSettings.schema())
                .flag("server.port", "--port", "0")
                .flag("store.url", "--store", "memory:")
                .flag("server.maxBodyBytes", "--body", "4KiB")
                .read();
        telemetry = Telemetry.start(settings, new PrintStream(log, true, StandardCharsets.UTF_8));
        InstantSource now = InstantSource.system();
        AuditLog audit = new AuditLog(store, AuditPolicy.STANDARD, RandomTokens.secure(), now);
        Backups backups = new Backups(
                store,
                Keyspace.schema(),
                Limits.DEFAULT,
                now,
                Snapshots.live(store, false),
                "memory",
                Optional.empty());
        AdminGate gate = new AdminGate(TOKEN, new ClientAddress(List.of(), new byte[0]), clock);
        LocalOperations operations = new LocalOperations();
        new KeyOperations(store, Keyspace.schema(), audit, now).bind(operations);
        Census census = Census.alone(store, Keyspace.schema(), now);
        StatisticsOperations.bind(operations, census);
        new AppOperations(apps, new Credentials(store, RandomTokens.secure(), now), census, audit, now)
                .bind(operations);
        AdminModule module = new AdminModule(
                operations, new BackupRoutes(backups, audit, gate, directory, 4096, now, new SecureRandom()), gate);
        server = Server.start(settings, telemetry, store, List.of(module));
    }

    @AfterEach
    void stop() {
        server.close();
        telemetry.close();
    }

    @Test
    void whatAWalkRefusesIsSaidToWhoeverWaitsForIt() throws Exception {
        apps.declare(Map.of("shop", AppSettings.STANDARD));
        for (String accept : List.of("application/json", ProgressStream.TYPE)) {
            HttpResponse<String> response = send(request("/apps/delete")
                    .header("Authorization", "Bearer the-right-token-of-this-test")
                    .header("Content-Type", "application/json")
                    .header("Accept", accept)
                    .POST(BodyPublishers.ofString("{\"name\":\"shop\"}"))
                    .build());
            assertThat(response.body()).contains("The settings file declares this app");
        }
        assertThat(apps.find("shop")).isPresent();
    }

    @Test
    void withoutTheTokenNothingIsAnsweredEvenOnLoopback() throws Exception {
        for (String path : List.of("/server", "/stats", "/backup")) {
            HttpResponse<String> response = send(request(path).GET().build());
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
            assertThat(JsonMapper.shared()
                            .readTree(response.body())
                            .path("error")
                            .stringValue())
                    .isEqualTo("unauthorized");
        }
        HttpResponse<String> wrong =
                send(request("/server").header("Authorization", "Bearer wrong").build());
        assertThat(wrong.statusCode()).isEqualTo(401);
        HttpResponse<String> otherScheme = send(request("/server")
                .header("Authorization", "the-right-token-of-this-test")
                .build());
        assertThat(otherScheme.statusCode()).isEqualTo(401);
        HttpResponse<String> right = send(request("/server")
                .header("Authorization", TOKEN.authorization())
                .build());
        assertThat(right.statusCode()).isEqualTo(200);
        assertThat(right.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void callsWithoutAnyTokenAreNoGuesses() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(send(request("/server").build()).statusCode()).isEqualTo(401);
            assertThat(send(request("/server")
                                    .header("Authorization", "Bearer ")
                                    .build())
                            .statusCode())
                    .isEqualTo(401);
        }
        assertThat(send(request("/server")
                                .header("Authorization", TOKEN.authorization())
                                .build())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void manyWrongTokensMakeTheAddressWait() throws Exception {
        HttpRequest wrong =
                request("/server").header("Authorization", "Bearer wrong").build();
        for (int i = 0; i < 10; i++) {
            assertThat(send(wrong).statusCode()).isEqualTo(401);
        }

        HttpResponse<String> limited = send(wrong);
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("Retry-After")).isPresent();
        clock.advance(Duration.ofMinutes(1));
        assertThat(send(wrong).statusCode()).isEqualTo(401);
    }

    @Test
    void aMisspelledWishForABackupWithoutSecretsIsNotAnsweredWithThem() throws Exception {
        for (String wish : List.of("secrets=no", "secrets=", "storeOnly=yes", "plain=1")) {
            assertThat(send(authorized("/backup?" + wish).GET().build()).statusCode())
                    .as(wish)
                    .isEqualTo(400);
        }
        assertThat(events()).isEmpty();
    }

    @Test
    void clientsSayWhatIsWrong() {
        assertThatThrownBy(() -> RemoteOperator.connect(server.url(), AdminToken.of("wrong")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("does not accept the admin token");
        assertThatThrownBy(() -> RemoteOperator.connect(URI.create("http://127.0.0.1:1"), TOKEN))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("does not answer");
    }

    @Test
    void aBackupLargerThanARequestGoesThereAndBack() {
        SampleStore.fill(store, 2_000);
        var expected = SampleStore.contents(store).keySet();
        Path file = directory.resolve("backup");
        try (RemoteOperator remote = RemoteOperator.connect(server.url(), TOKEN)) {
            BackupFile backup = BackupFile.plain(file);
            Summary summary = backup.write(out -> remote.backups().write(out, BackupOptions.STANDARD, Progress.NONE));

            assertThat(remote.backups().restore(backup, summary, RestoreOptions.STANDARD, Progress.NONE))
                    .isEqualTo(new Restoration.Occupied(Set.of(Section.STORE)));
            assertThat(remote.call(KeyOperations.DELETE_ALL, new FullPrefix("r")))
                    .isEqualTo(new Deleted(1));
            assertThat(remote.backups().restore(backup, summary, RestoreOptions.STANDARD.forced(), Progress.NONE))
                    .isEqualTo(new Restored(11, 0, 0, 0, 0));
        }
        assertThat(SampleStore.contents(store).keySet()).containsAll(expected);
        assertThat(events())
                .extracting(Event::action, Event::subject, Event::user)
                .containsExactly(
                        tuple("restore", "store", Optional.of("operator")),
                        tuple("download", "store", Optional.of("operator")));
        assertThat(events())
                .allSatisfy(event -> assertThat(event.client().orElseThrow()).matches("[0-9a-f]{16}"));
        assertThat(store.size(Key.of("ranking"))).isEqualTo(2_000);
    }

    private List<Event> events() {
        AuditLog audit = new AuditLog(store, AuditPolicy.STANDARD, RandomTokens.secure(), InstantSource.system());
        return audit.page(Query.ALL.of(Kind.BACKUP), "", EventPage.LONGEST).events();
    }

    @Test
    void everyDamagedUploadIsToldWhatIsWrongChangesNothingAndIsCleared() throws Exception {
        String header = "{\"yorozu-backup\":1,\"made\":\"2026-03-01T12:00:00Z\",\"source\":\"redis\","
                + "\"point-in-time\":false}\n";
        String key = "{\"key\":\"a\",\"type\":\"string\",\"value\":\"1\"}\n";
        Map<String, String> damages = new LinkedHashMap<>();
        damages.put("", "The backup is truncated: its end is missing");
        damages.put("{\"yorozu-backup\":1", "The backup is truncated: its end is missing");
        damages.put(header + key, "The backup is truncated: its end is missing");
        damages.put("hello\n", "The file is no backup: it does not begin like one");
        damages.put("{\"yorozu-backup\":77}\n", "The backup has format 77");
        damages.put("{\"yorozu-encrypted-backup\":1}\n", "The backup is encrypted");
        damages.put(header + "{\"end\":0,\"sha256\":\"00\"}\n", "its checksum does not fit its contents");
        for (String wrong : List.of(
                "[]",
                "{}",
                "{\"key\":\"\",\"type\":\"string\",\"value\":\"1\"}",
                "{\"key\":\"a{\",\"type\":\"string\",\"value\":\"1\"}",
                "{\"key\":7,\"type\":\"string\",\"value\":\"1\"}",
                "{\"key\":\"a\",\"type\":\"tree\",\"value\":\"1\"}",
                "{\"key\":\"a\",\"type\":\"set\",\"elements\":[]}",
                "{\"key\":\"a\",\"type\":\"set\",\"elements\":{\"x\":{}}}",
                "{\"key\":\"a\",\"type\":\"rank\",\"elements\":[[\"m\",\"NaN\"]]}",
                "{\"key\":\"a\",\"type\":\"rank\",\"elements\":[\"m\"]}",
                "{\"key\":\"a\",\"ends\":9223372036854775807,\"type\":\"string\",\"value\":\"1\"}",
                "{\"key\":\"a\",\"partition\":[5,9],\"type\":\"string\",\"value\":\"1\"}",
                "{\"key\":\"a\",\"type\":\"string\",\"value\":{\"base64\":\"?\"}}",
                "[[[[[[[[[[[[[[[[[[[[")) {
            damages.put(header + wrong + "\n", "it holds a line that is no part of a backup");
        }
        damages.put(header + "{\"table\":\"accounts\",\"columns\":[]}\n", "a line where none of its kind belongs");
        damages.put(header + "{\"type\":\"set\",\"elements\":[\"x\"]}\n", "elements that belong to no key");

        for (Map.Entry<String, String> each : damages.entrySet()) {
            for (String accept : List.of("application/json", ProgressStream.TYPE)) {
                HttpResponse<String> answer = restore(each.getKey().getBytes(StandardCharsets.UTF_8), accept);

                assertThat(answer.statusCode()).as(each.getKey()).isEqualTo(422);
                JsonNode problem = JsonMapper.shared().readTree(answer.body());
                assertThat(problem.path("error").stringValue()).isEqualTo("damaged_backup");
                assertThat(problem.path("message").stringValue()).contains(each.getValue());
            }
        }
        assertThat(SampleStore.contents(store)).isEmpty();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    /** Some sixty kilobytes that stand for a line of sixty mebibytes. */
    @Test
    void aLineThatNoStoreCouldHaveWrittenIsRefusedBeforeItIsHeld() throws Exception {
        for (String begin : List.of("{\"key\":\"", "{\"key\":\"a\",\"type\":\"string\",\"value\":\"")) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                out.write(("{\"yorozu-backup\":1,\"made\":\"2026-03-01T12:00:00Z\",\"source\":\"redis\","
                                + "\"point-in-time\":false}\n" + begin)
                        .getBytes(StandardCharsets.UTF_8));
                byte[] mebibyte = new byte[1 << 20];
                Arrays.fill(mebibyte, (byte) 'a');
                for (int i = 0; i < 60; i++) {
                    out.write(mebibyte);
                }
            }
            assertThat(packed.size()).isLessThan(64 * 1024);

            HttpResponse<String> answer = restore(packed.toByteArray(), "application/json");

            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).contains("of more bytes than the limit allows");
        }
    }

    @Test
    void aPieceFromTheWrongPlaceIsRefused() throws Exception {
        String id = begin();

        HttpResponse<String> gap = send(authorized("/uploads/" + id + "/99")
                .PUT(HttpRequest.BodyPublishers.ofString("x"))
                .build());

        assertThat(gap.statusCode()).isEqualTo(409);
    }

    private String begin() throws Exception {
        HttpResponse<String> begun = send(
                authorized("/uploads").POST(HttpRequest.BodyPublishers.noBody()).build());
        return JsonMapper.shared().readTree(begun.body()).path("id").stringValue();
    }

    private HttpResponse<String> restore(byte[] file, String accept) throws Exception {
        String id = begin();
        for (int from = 0; from < file.length; from += 4096) {
            send(authorized("/uploads/" + id + "/" + from)
                    .PUT(HttpRequest.BodyPublishers.ofByteArray(file, from, Math.min(4096, file.length - from)))
                    .build());
        }
        return send(authorized("/uploads/" + id + "/restore")
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
    }

    @Test
    void wrongRequestsAreAnsweredWithASentence() throws Exception {
        for (String body : List.of("", "[]", "{\"name\":1}", "{\"name\":\"\"}", "{\"name\":\"a{\"}", "{\"name\"")) {
            assertThat(post("/keys/entry", body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(post("/keys/list", "{\"limit\":100000}").statusCode()).isEqualTo(400);
        assertThat(post("/keys/delete-all", "{\"prefix\":\"\"}").statusCode()).isEqualTo(400);
        for (String change : List.of(
                "",
                ",\"change\":\"rename\"",
                ",\"change\":\"set\",\"value\":\"%\"",
                ",\"change\":\"expire\"",
                ",\"change\":\"expire\",\"lifeMillis\":-1",
                ",\"change\":\"expire\",\"lifeMillis\":9000000000000000000",
                ",\"change\":\"persist\",\"lifeMillis\":\"x\"")) {
            assertThat(post("/keys/change", "{\"name\":\"a\"" + change + "}").statusCode())
                    .as(change)
                    .isEqualTo(400);
        }
        assertThat(post("/keys/entry", "{\"name\":\"absent\"}").statusCode()).isEqualTo(404);
    }

    @Test
    void neitherTokenNorNamesReachTheLog() throws Exception {
        send(request("/server")
                .header("Authorization", "Bearer not-the-token-hunter2")
                .build());
        post("/keys/entry", "{\"name\":\"sess:hunter2\"}");
        // A request is logged when its answer has gone, so the client may be quicker than the log.
        Poll.until("the last request is logged", () -> logged().contains("/admin/api/keys/entry"));
        telemetry.close();

        assertThat(logged()).doesNotContain("hunter2").doesNotContain("the-right-token");
    }

    private String logged() {
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTruncatedDownloadIsNoBackup() {
        SampleStore.fill(store, 100);
        Path file = directory.resolve("backup");
        try (RemoteOperator remote = RemoteOperator.connect(server.url(), TOKEN)) {
            assertThatThrownBy(() -> BackupFile.plain(file).write(out -> {
                        ByteArrayOutputStream whole = new ByteArrayOutputStream();
                        remote.backups().write(whole, new BackupOptions(false, true, false, false), Progress.NONE);
                        try {
                            out.write(whole.toByteArray(), 0, whole.size() / 2);
                        } catch (IOException impossible) {
                            throw new IllegalStateException(impossible);
                        }
                    }))
                    .isInstanceOf(DamagedBackup.class);
        }
        assertThat(file).doesNotExist();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.url().resolve("/admin/api" + path));
    }

    private HttpRequest.Builder authorized(String path) {
        return request(path).header("Authorization", TOKEN.authorization());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(authorized(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
