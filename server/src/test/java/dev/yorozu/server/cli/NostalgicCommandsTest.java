package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.like.LikePolicy;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.server.access.password.PasswordSettings;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Operators' commands about counters, likes, rankings and boards, with a server that runs there and without. */
class NostalgicCommandsTest {
    private static final String URL = "https://example.com";
    private static final String ID = "example-100680ad";
    private static final String TOKEN = "the-owners-token";
    private static final String WEBHOOK = "https://hooks.example/secret-path";

    @TempDir
    Path directory;

    private Path data = Path.of("");
    private String hash = "";

    @BeforeEach
    void fill() {
        data = directory.resolve("data");
        onStore(store -> {
            Days days = new Days(ZoneOffset.UTC, InstantSource.system());
            UserHashes hashes = new UserHashes(new byte[16]);
            var passwords = PasswordSettings.passwords(new SettingsReader(StandardSettings.schema()).read(), 8);
            SiteUrl url = SiteUrl.parse(URL, false).orElseThrow();
            Document settings = Document.empty().with("webhookUrl", WEBHOOK);
            Counters counters = new Counters(store, CounterPolicy.DEFAULT, days, hashes, passwords, Events.NONE);
            assertThat(counters.create(url, TOKEN, settings)).isInstanceOf(Creation.Created.class);
            counters.visit(ID, new Visitor("192.0.2.1", "browser"));
            counters.visit(ID, new Visitor("192.0.2.2", "browser"));
            new Likes(store, LikePolicy.DEFAULT, days, hashes, passwords, Events.NONE)
                    .create(url, TOKEN, Document.empty());
            hash = store.get(Kind.COUNTER.keys().ownerToken().key(ID))
                    .orElseThrow()
                    .text();
        });
    }

    private void onStore(Consumer<Store> work) {
        try (Store store = RocksStore.open(data.resolve("store"))) {
            work.accept(store);
        }
    }

    private static void damage(Store store) {
        Key orphan = Kind.RANKING.keys().mapping().key("https%3A%2F%2Fgone.example");
        store.commit(
                Batch.builder().put(orphan, "gone-01234567", Expiry.never()).build());
        store.commit(
                Batch.builder().delete(Kind.COUNTER.keys().ownerToken().key(ID)).build());
        store.commit(Batch.builder()
                .put(Kind.BOARD.keys().service().key("broken-01234567"), "{", Expiry.never())
                .build());
        store.commit(Batch.builder()
                .rankAdd(Kind.LIKE.keys().index().key(), Bytes.of("gone-01234567"), 1)
                .build());
    }

    @Test
    void aSoundStoreIsFoundSound() {
        Ended ended = ask("verify");
        assertThat(ended.status()).as(ended.toString()).isZero();
        assertThat(ended.out()).contains("all is sound");
    }

    @Test
    void answersAreTheSameWhetherTheServerRunsOrNot() throws Exception {
        onStore(NostalgicCommandsTest::damage);
        List<String[]> questions = List.of(
                new String[] {"verify"},
                new String[] {"verify", "--format", "json"},
                new String[] {"verify", "--service", "counter:" + ID},
                new String[] {"verify", "--service", "counter", ID, "--format", "json"},
                new String[] {"verify", "--service", "like:" + ID},
                new String[] {"cleanup", "invalid"},
                new String[] {"cleanup", "service", "counter", ID},
                new String[] {"cleanup", "service", "ranking", ID},
                new String[] {"show"},
                new String[] {"show", "--format", "json"},
                new String[] {"show", "nostalgic"},
                new String[] {"show", "nostalgic", "--search", "EXAMPLE.com", "--type", "like", "--format", "json"},
                new String[] {"show", "nostalgic", ID},
                new String[] {"show", "nostalgic", "broken-01234567", "--format", "json"},
                new String[] {"show", "nostalgic", "none-01234567"},
                new String[] {"show", "discord"});
        List<Ended> stopped = questions.stream().map(this::askWithoutLives).toList();
        List<Integer> statuses = stopped.stream().map(Ended::status).toList();
        assertThat(statuses).containsExactly(1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0);
        String all = stopped.toString();
        assertThat(all).doesNotContain(hash).doesNotContain(WEBHOOK).doesNotContain(TOKEN);
        assertThat(stopped.get(0).out()).contains("owner token", "metadata", "URL mapping", "index");
        assertThat(stopped.get(12).out()).contains("counter:" + ID + ":total", "(hidden)", "url:counter:https%3A");

        try (Program.Serving server = Program.Serving.start(directory, "--data", data.toString())) {
            for (int i = 0; i < questions.size(); i++) {
                assertThat(askWithoutLives(questions.get(i)))
                        .as(String.join(" ", questions.get(i)))
                        .isEqualTo(stopped.get(i));
            }
            repair();
            cleanOverHttp(server.url());
            assertThat(server.stop()).isZero();
            assertThat(server.log()).doesNotContain(hash).doesNotContain(WEBHOOK);
        }
        assertThat(ask("keys", "count", "counter").out()).startsWith("0");
    }

    @Test
    void aStoppedStoreIsRepairedToo() {
        onStore(NostalgicCommandsTest::damage);
        repair();
        Ended gone = ask("cleanup", "service", "counter", ID, "--yes");
        assertThat(gone.status()).as(gone.toString()).isZero();
        assertThat(gone.out()).contains("Deleted the counter " + ID).contains("1 mapping and its place in the index");
        assertThat(ask("keys", "count", "counter").out()).startsWith("0");
        assertThat(ask("verify").status()).isZero();
    }

    private void repair() {
        Ended fixed = ask("verify", "--fix", "--format", "json");
        JsonNode report = JsonMapper.shared().readTree(fixed.out());
        assertThat(fixed.status()).isEqualTo(1);
        assertThat(report.path("repaired").findValuesAsString("damage"))
                .containsExactlyInAnyOrder("mapping-without-service", "owner-missing", "index-without-service");
        assertThat(report.path("findings").findValuesAsString("damage")).containsExactlyInAnyOrder("record-unreadable");
        assertThat(ask("keys", "get", "counter:" + ID + ":owner", "--reveal").out())
                .contains(hash);

        assertThat(ask("cleanup", "invalid", "--yes").status()).isZero();
        assertThat(ask("verify").status()).isZero();
    }

    private void cleanOverHttp(URI server) throws Exception {
        String token = Files.readString(data.resolve("admin.token")).strip();
        String one = "/api/admin/cleanup?action=cleanup&type=like&id=" + ID;
        assertThat(call(server, "GET", one, "").statusCode()).isEqualTo(401);
        HttpResponse<String> wrong = call(server, "GET", one, "wrong");
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).contains("\"success\":false", "\"code\":\"UNAUTHORIZED\"", "\"statusCode\":403");
        assertThat(call(server, "POST", "/api/admin/cleanup", token).statusCode())
                .isEqualTo(400);
        assertThat(call(server, "GET", one.replace(ID, "none-01234567"), token).statusCode())
                .isEqualTo(404);

        HttpResponse<String> dry = call(server, "GET", one, token);
        assertThat(dry.body()).contains("\"success\":true", "\"dryRun\":true", "like:" + ID);
        assertThat(dry.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(ask("show", "nostalgic", ID).out()).contains("like:" + ID);
        assertThat(call(server, "POST", one, token).body()).contains("\"dryRun\":false");
        assertThat(ask("keys", "count", "like").out()).startsWith("0");

        String byUrl = "/api/admin/cleanup?action=cleanupByUrl&url=https%3A%2F%2Fexample.com";
        assertThat(call(server, "POST", byUrl, token).body()).contains("counter:" + ID);
        assertThat(call(server, "POST", byUrl, token).statusCode()).isEqualTo(404);
        assertThat(call(server, "GET", "/api/admin/cleanup?action=autoCleanup", token)
                        .body())
                .contains("\"sound\":true");
    }

    private static HttpResponse<String> call(URI server, String method, String path, String token) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void wrongUseIsToldInOneSentence() {
        assertThat(ask("verify", "--service", "shop:x").status()).isEqualTo(2);
        assertThat(ask("verify", "--service", "counter").status()).isEqualTo(2);
        assertThat(ask("cleanup", "service", "shop", "x").status()).isEqualTo(2);
        assertThat(ask("show", "discord", "x").status()).isEqualTo(2);
        assertThat(ask("show", "nobody").status()).isEqualTo(2);
    }

    /** Lives run on between two questions. */
    private Ended askWithoutLives(String... question) {
        Ended ended = ask(question);
        String out = ended.out().replaceAll("lifeMillis\"( ?): ?\\d+", "").replaceAll("\\d+[dhm] \\d+[hms]", "");
        return new Ended(ended.status(), out, ended.err());
    }

    private Ended ask(String... question) {
        List<String> arguments = new ArrayList<>(Arrays.asList(question));
        arguments.addAll(List.of("--data", data.toString()));
        return Commands.run(arguments.toArray(String[]::new));
    }
}
