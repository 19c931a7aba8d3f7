package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.app.AppSettings;
import dev.yorozu.app.AppSettingsFormat;
import dev.yorozu.app.Apps;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.credential.Scope;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A running server with the interface for apps alone. It closes the store with itself. */
final class AppsSite implements AutoCloseable {
    private static final Map<String, String> FLAGS =
            Map.of("systems.apps.secret", "a secret of at least thirty-two characters");

    private final Store store;
    private final HeldClock clock;
    private final TestHost host;
    private final RunningServer server;

    AppsSite(Store store, HeldClock clock) {
        this(store, clock, Map.of());
    }

    AppsSite(Store store, HeldClock clock, Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(FLAGS);
        flags.putAll(more);
        this.store = store;
        this.clock = clock;
        this.host = TestHost.of(store, flags, clock);
        this.server = host.serving(new AppsSystem(), flags);
    }

    /** What came back. */
    record Answer(HttpResponse<String> response) {
        JsonNode json() {
            return JsonMapper.shared().readTree(response.body());
        }

        int status() {
            return response.statusCode();
        }

        String text(String field) {
            return json().path(field).asString();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        Answer is(int status) {
            assertThat(status()).as(response.body()).isEqualTo(status);
            return this;
        }

        /** That this is problem details of this kind. */
        Answer isProblem(int status, String error) {
            is(status);
            assertThat(header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(header("Cache-Control")).isEqualTo("no-store");
            assertThat(text("type")).isEqualTo("urn:yorozu:problem:" + error);
            assertThat(json().path("status").asInt()).isEqualTo(status);
            assertThat(text("title")).isNotBlank();
            assertThat(text("detail")).isNotBlank();
            Written.text(response.body());
            return this;
        }
    }

    /** A program that calls for one app with one credential. */
    record Program(AppsSite site, String app, String secret) {
        Answer post(String path, String body) throws IOException, InterruptedException {
            return send("POST", path, body);
        }

        Answer get(String path) throws IOException, InterruptedException {
            return send("GET", path, "");
        }

        Answer form(String path, String body) throws IOException, InterruptedException {
            return new Answer(site.server.send(HttpRequest.newBuilder(site.server.uri("/v1/apps/" + app + path))
                    .header("Authorization", "Bearer " + secret)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(body))
                    .build()));
        }

        Answer send(String method, String path, String body, String... headers)
                throws IOException, InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(site.server.uri("/v1/apps/" + app + path))
                    .header("Authorization", "Bearer " + secret)
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (!body.isEmpty()) {
                request.header("Content-Type", "application/json");
            }
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            return new Answer(site.server.send(request.build()));
        }
    }

    /** Makes an app with settings, and a program that may do all in it. */
    Program app(String name, String settings) {
        AppSettings read = settings.isEmpty()
                ? AppSettings.STANDARD
                : AppSettingsFormat.read(Document.parse(settings).orElseThrow());
        assertThat(apps().create(name, read)).isInstanceOf(Apps.Creation.Created.class);
        return program(name, secret(name, EnumSet.of(Permission.READ, Permission.WRITE), "app/" + name + ":*"));
    }

    Program program(String app, String secret) {
        return new Program(this, app, secret);
    }

    String secret(String name, Set<Permission> permissions, String... scopes) {
        Set<Scope> calls =
                Stream.of(scopes).map(text -> Scope.of(text).orElseThrow()).collect(Collectors.toSet());
        Rights rights = new Rights(List.of(), permissions, calls);
        String secret = ((Credentials.Creation.Created) credentials().create(name, rights))
                .secret()
                .text();
        Written.secret(secret);
        return secret;
    }

    Credentials credentials() {
        return new Credentials(store, RandomTokens.secure(), clock);
    }

    Apps apps() {
        return new Apps(store, Keyspace.schema(), clock);
    }

    HeldClock clock() {
        return clock;
    }

    TestHost host() {
        return host;
    }

    RunningServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
