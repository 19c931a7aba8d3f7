package dev.yorozu.bench.app;

import dev.yorozu.Yorozu;
import dev.yorozu.app.AppSettings;
import dev.yorozu.app.AppSettingsFormat;
import dev.yorozu.app.Apps;
import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.measure.Together;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.credential.Scope;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** An app: its sessions checked, its tokens asked about, its limits and counters counted. */
public final class AppsFixture implements Fixture {
    private static final String APP = "/v1/apps/bench";
    /** Whose counts need not wait for the disk. */
    private static final String QUICK = "/v1/apps/quick";

    private static final int MOST_TOKENS = 5_000;
    private static final int COUNTERS = 10_000;
    private static final String CHOSEN = "{\"limits\":{\"api\":{\"kind\":\"gcra\",\"limit\":1000000,\"window\":60}}}";

    private final int users;
    private List<String> sessions = List.of();
    private List<String> tokens = List.of();
    private String secret = "";

    public AppsFixture(int users) {
        this.users = users;
    }

    @Override
    public List<Row> rows() {
        return List.of(
                Row.ofUsers("app check", users, this::check, "{\"active\":true,"),
                new Row("app introspect", () -> Talk.of(this::introspect, "{\"active\":true,")),
                new Row("app limit", () -> Talk.of(this::limit, "{\"limit\":\"api\",\"allowed\":true,")),
                new Row("app counter", () -> Talk.of(() -> count(APP), "{\"count\":")),
                new Row("app counter, relaxed", () -> Talk.of(() -> count(QUICK), "{\"count\":")));
    }

    private String bearer() {
        return "Authorization: Bearer " + secret;
    }

    private byte[] check(int user) {
        return Requests.post(APP + "/sessions/check", "{\"session\":\"" + sessions.get(user) + "\"}", bearer());
    }

    private byte[] introspect() {
        return Requests.form(APP + "/oauth/introspect", "token=" + tokens.get(any(tokens.size())), bearer());
    }

    private byte[] limit() {
        return Requests.post(APP + "/limits/check", "{\"limit\":\"api\",\"id\":\"user-" + any(users) + "\"}", bearer());
    }

    private byte[] count(String app) {
        return Requests.post(app + "/counters/page-" + any(COUNTERS) + "/add", "{}", bearer());
    }

    private static int any(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    @Override
    public String settings() {
        return "";
    }

    @Override
    public void seed(Store store, Settings settings) {
        InstantSource clock = InstantSource.system();
        AppSettings chosen = AppSettingsFormat.read(Document.parse(CHOSEN).orElseThrow());
        Apps apps = new Apps(store, Keyspace.schema(), clock);
        apps.create("bench", chosen);
        apps.create(
                "quick",
                AppSettingsFormat.read(
                        Document.parse("{\"counters\":{\"durable\":false}}").orElseThrow()));
        Rights rights = new Rights(
                List.of(),
                EnumSet.of(Permission.READ, Permission.WRITE),
                Set.of(new Scope(Scope.realmOf("bench"), Scope.ALL), new Scope(Scope.realmOf("quick"), Scope.ALL)));
        secret = ((Credentials.Creation.Created)
                        new Credentials(store, RandomTokens.secure(), clock).create("bench", rights))
                .secret()
                .text();
        Sessions kept = Yorozu.builder(store)
                .storage(settings.value(PrivacySettings.STORAGE))
                .open()
                .sessions("bench", builder -> builder.policy(chosen.sessions()));
        sessions = Together.make(users, number -> {
            Document attributes =
                    Document.empty().with("attributes", Document.empty().with("plan", "free"));
            return ((Start.Started) kept.start("user-" + number, attributes))
                    .session()
                    .sid()
                    .orElseThrow();
        });
    }

    /** Tokens are signed with keys of the server's own. */
    @Override
    public void prepare(int port) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            tokens = Together.make(Math.min(users, MOST_TOKENS), number -> issued(client, port, "user-" + number));
        }
    }

    private String issued(HttpClient client, int port, String user) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + APP + "/tokens"))
                .header("Authorization", "Bearer " + secret)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"user\":\"" + user + "\"}"))
                .build();
        String answer =
                client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return Document.parse(answer)
                .flatMap(pair -> pair.text("access_token"))
                .orElseThrow(() -> new IllegalStateException("No token was issued: " + answer));
    }
}
