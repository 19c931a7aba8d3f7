package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program on somebody's device: holds the pair of tokens that it was given last. */
public final class UserApp {
    static final String SIGNUP = "/auth/signup";
    static final String LOGIN = "/auth/login";
    static final String REFRESH = "/auth/refresh";
    static final String LOGOUT = "/auth/logout";
    static final String ME = "/auth/me";
    static final String SESSIONS = "/sessions";
    static final String ADMIN_SESSIONS = "/admin/sessions/";

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final URI site;
    private final String address;
    private String agent = "test-app/1.0";
    private String access = "";
    private String refresh = "";
    private String session = "";

    /** @param address where its calls come from, as the proxy before the site says */
    UserApp(URI site, String address) {
        this.site = site;
        this.address = address;
    }

    /** What came back. */
    public record Answer(int status, String body, HttpResponse<String> response) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        public String text(String field) {
            return json().get(field).asString();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** That this is an error in the form of this system. */
        public Answer isError(int status) {
            assertThat(status()).as(body).isEqualTo(status);
            assertThat(header("Content-Type")).isEqualTo("application/json; charset=utf-8");
            assertThat(json().propertyNames()).containsExactly("detail");
            assertThat(text("detail")).isNotBlank();
            assertThat(body).doesNotContain("Exception", "dev.yorozu");
            return this;
        }

        public Answer isError(int status, String detail) {
            isError(status);
            assertThat(text("detail")).isEqualTo(detail);
            return this;
        }

        public Answer isOk() {
            assertThat(status()).as(body).isIn(200, 201);
            return this;
        }
    }

    public static String json(Map<String, ?> fields) {
        return JsonMapper.shared().writeValueAsString(fields);
    }

    /** Another program with the same pair. */
    UserApp copy() {
        return new UserApp(site, address).holding(access, refresh);
    }

    UserApp agent(String userAgent) {
        agent = userAgent;
        return this;
    }

    public String access() {
        return access;
    }

    public String refreshToken() {
        return refresh;
    }

    public String session() {
        return session;
    }

    UserApp holding(String accessToken, String refreshToken) {
        access = accessToken;
        refresh = refreshToken;
        return this;
    }

    /** What a token says. */
    public static Document claims(String token) {
        return part(token, 1);
    }

    public static Document header(String token) {
        return part(token, 0);
    }

    private static Document part(String token, int index) {
        byte[] json = Base64.getUrlDecoder().decode(token.split("\\.")[index]);
        return Document.parse(new String(json, StandardCharsets.UTF_8)).orElseThrow();
    }

    Answer signUp(String email, String password) throws IOException, InterruptedException {
        return signUp(Map.of("email", email, "password", password));
    }

    Answer signUp(Map<String, ?> fields) throws IOException, InterruptedException {
        return keep(post(SIGNUP, json(fields)));
    }

    public Answer login(String email, String password) throws IOException, InterruptedException {
        return login(email, password, false);
    }

    Answer login(String email, String password, boolean remembered) throws IOException, InterruptedException {
        if (password.length() >= Written.SHORTEST) {
            Written.secret(password);
        }
        Map<String, Object> fields = new HashMap<>(Map.of("email", email, "password", password));
        if (remembered) {
            fields.put("remember_me", true);
        }
        return keep(post(LOGIN, json(fields)));
    }

    Answer refresh() throws IOException, InterruptedException {
        return keep(refresh(refresh));
    }

    /** Presents the token without taking the answer's pair. */
    Answer refresh(String token) throws IOException, InterruptedException {
        return post(REFRESH, json(Map.of("refresh_token", token)));
    }

    Answer logout() throws IOException, InterruptedException {
        return send("POST", LOGOUT, json(Map.of("refresh_token", refresh)));
    }

    /** Whether the access token opens anything. */
    public boolean isIn() throws IOException, InterruptedException {
        int status = get(SESSIONS).status();
        assertThat(get(ME).status()).isEqualTo(status);
        assertThat(status).isIn(200, 401);
        return status == 200;
    }

    private Answer keep(Answer answer) {
        if (answer.status() == 200 || answer.status() == 201) {
            access = answer.text("access_token");
            refresh = answer.text("refresh_token");
            session = answer.text("session_id");
            Written.secret(access);
            Written.secret(refresh);
        }
        return answer;
    }

    /** Without any token. */
    public Answer post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    public Answer get(String path) throws IOException, InterruptedException {
        return send("GET", path, "");
    }

    public Answer delete(String path) throws IOException, InterruptedException {
        return send("DELETE", path, "");
    }

    /** With the access token. */
    public Answer send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + access);
        return send(
                body.isEmpty()
                        ? request.method(method, BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .method(method, BodyPublishers.ofString(body)));
    }

    public Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        request.header("X-Forwarded-For", address).setHeader("User-Agent", agent);
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            Written.text(response.body());
        }
        return new Answer(response.statusCode(), response.body(), response);
    }

    public URI uri(String path) {
        return URI.create(site + "/users" + path);
    }
}
