package dev.yorozu.server.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.credential.CredentialSecret;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.credential.Scope;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.Answer;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A program beside a system, with a credential that has these scopes. It asks as HTTP Basic. */
public final class Program {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final RunningServer server;
    private final String mount;
    private final CredentialSecret secret;

    private Program(RunningServer server, String mount, CredentialSecret secret) {
        this.server = server;
        this.mount = mount;
        this.secret = secret;
        Written.secret(secret.text());
    }

    public static Program at(RunningServer server, Store store, String mount, String... scopes) {
        return at(server, store, mount, EnumSet.of(Permission.READ, Permission.WRITE), scopes);
    }

    public static Program at(
            RunningServer server, Store store, String mount, EnumSet<Permission> permissions, String... scopes) {
        Rights rights = new Rights(
                List.of(),
                permissions,
                Stream.of(scopes).map(each -> Scope.of(each).orElseThrow()).collect(Collectors.toSet()));
        Credentials.Creation made = new Credentials(store, RandomTokens.secure(), InstantSource.system())
                .create("program-" + NUMBERS.incrementAndGet(), rights);
        return new Program(server, mount, ((Credentials.Creation.Created) made).secret());
    }

    public String name() {
        return secret.name();
    }

    public String secret() {
        return secret.text();
    }

    public String basic() {
        byte[] pair = (secret.name() + ":" + secret.text()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    public Answer introspect(String token) throws Exception {
        return post(TokenEndpoints.INTROSPECTION, basic(), "token=" + encoded(token));
    }

    public Answer revoke(String token) throws Exception {
        return post(TokenEndpoints.REVOCATION, basic(), "token=" + encoded(token));
    }

    /** What there is to say of a token that is active. */
    public JsonNode active(String token) throws Exception {
        Answer answer = introspect(token).isOk();
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.json().get("active").asBoolean()).as(answer.body()).isTrue();
        return answer.json();
    }

    /** That nothing at all is said of a token. */
    public void findsInactive(String token) throws Exception {
        assertThat(introspect(token).isOk().body()).isEqualTo("{\"active\":false}");
    }

    public Answer post(String path, String authorization, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(mount + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body));
        return send(authorization.isEmpty() ? request : request.header("Authorization", authorization));
    }

    public Answer send(HttpRequest.Builder request) throws Exception {
        return new Answer(server.send(request.build()), List.of("error", "error_description"), List.of());
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.uri(mount + path));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
