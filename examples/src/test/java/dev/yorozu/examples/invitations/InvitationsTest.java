package dev.yorozu.examples.invitations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.Server;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.boot.Telemetry;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system of docs/adding-a-system.md, on a server of its own. */
class InvitationsTest {
    private static final String KEY = "the key of the host";
    private static final List<HostedSystem> SYSTEMS = List.of(new InvitationsSystem());

    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Telemetry telemetry;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private DirectoryOnDemand directory;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Host host;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Server server;

    @BeforeEach
    void serve(@TempDir Path data) {
        Settings settings = new SettingsReader(StandardSettings.schema(SYSTEMS))
                .withoutFile()
                .flag("server.port", "--port", "0")
                .flag("systems.invitations.hostKey", "--host-key", KEY)
                .flag("systems.invitations.rate", "--rate", "100")
                .read();
        InstantSource clock = InstantSource.system();
        telemetry = Telemetry.start(
                settings, new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        Store store = telemetry.meter(new MemoryStore());
        directory = new DirectoryOnDemand(settings, clock);
        Census census = Census.alone(store, Keyspace.schema(), clock);
        host = new Host(
                SYSTEMS, settings, store, directory, census, telemetry::metrics, data, RandomTokens.secure(), clock);
        server = Server.start(settings, telemetry, store, Systems.modules(host));
    }

    @AfterEach
    void stop() {
        server.stop();
        host.close();
        directory.close();
        telemetry.close();
        client.close();
    }

    private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.url().resolve("/invitations" + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String invite() throws Exception {
        HttpResponse<String> invited = post("/invite", "{\"name\":\"花子\"}", "Authorization", "Bearer " + KEY);
        assertThat(invited.statusCode()).isEqualTo(201);
        Matcher code = Pattern.compile("\\{\"code\":\"([\\w-]{43})\"}").matcher(invited.body());
        assertThat(code.matches()).isTrue();
        return code.group(1);
    }

    @Test
    void ofManyWhoAcceptOneInvitationAtOnceOneDoes() throws Exception {
        String code = invite();
        List<Callable<HttpResponse<String>>> guests = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            guests.add(() -> post("/accept", "{\"code\":\"" + code + "\"}"));
        }
        List<String> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<HttpResponse<String>> answer : threads.invokeAll(guests)) {
                answers.add(answer.get().body());
            }
        }
        assertThat(answers).filteredOn("{\"name\":\"花子\"}"::equals).hasSize(1);
        assertThat(answers)
                .filteredOn("{\"problem\":\"This invitation was accepted before, or has ended.\"}"::equals)
                .hasSize(15);
    }

    @Test
    void onlyTheHostInvites() throws Exception {
        HttpResponse<String> refused = post("/invite", "{\"name\":\"花子\"}", "Authorization", "Bearer wrong");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).startsWith("{\"problem\":\"Only the host invites");
        assertThat(post("/accept", "{\"code\":\"none\"}").statusCode()).isEqualTo(404);
        assertThat(post("/elsewhere", "{}").body()).startsWith("{\"problem\":");
    }

    @Test
    void whoAsksTooOftenIsToldToWait() throws Exception {
        HttpResponse<String> last = post("/accept", "{\"code\":\"none\"}");
        for (int i = 0; i < 300 && last.statusCode() == 404; i++) {
            last = post("/accept", "{\"code\":\"none\"}");
        }
        assertThat(last.statusCode()).isEqualTo(429);
        assertThat(last.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void itsKeysAreDeclared() throws Exception {
        Schema schema = Schema.of(InvitationKeys.TABLE.patterns().toList());
        String code = invite();
        assertThat(schema.match("invitation:" + code)).contains(InvitationKeys.INVITATION);
        assertThat(schema.redact("invitation:" + code)).doesNotContain(code);
    }

    /** Each block of the page is part of a file that is compiled here. */
    @Test
    void thePageShowsThisSystem() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "adding-a-system.md"));
        StringBuilder sources = new StringBuilder();
        try (var files = Files.list(Path.of("src", "main", "java", "dev", "yorozu", "examples", "invitations"))) {
            for (Path file : files.toList()) {
                sources.append(Files.readString(file));
            }
        }
        String compiled = sources.toString().replaceAll("\\s+", " ");
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page);
        int shown = 0;
        while (block.find()) {
            assertThat(compiled).contains(block.group(1).replaceAll("\\s+", " ").strip());
            shown++;
        }
        assertThat(shown).isGreaterThanOrEqualTo(6);
    }
}
