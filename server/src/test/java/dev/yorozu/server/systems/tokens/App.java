package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program on somebody's device: holds the pair of tokens that it was given last. */
public final class App {
    static final String LOGIN = "/api/entrance/auth/login";
    static final String REFRESH = "/api/entrance/refresh";
    static final String LOGOUT = "/api/entrance/logout";
    static final String LOGOUT_OTHERS = "/api/entrance/logout-others";
    static final String REGISTER = "/api/entrance/register";
    static final String VERIFY = "/api/entrance/verify";
    static final String PROFILE = "/api/profile";
    static final String DEVICES = "/api/profile/devices";
    static final String PASSWORD = "/api/profile/password";

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final URI site;
    private final String device;
    private final String address;
    private String access = "";
    private String refresh = "";

    /** @param address where its calls come from, as the proxy before the site says */
    App(URI site, String device, String address) {
        this.site = site;
        this.device = device;
        this.address = address;
    }

    /** What came back. */
    record Answer(int status, String body, HttpResponse<String> response) {
        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        String text(String field) {
            return json().get(field).asString();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** That this is an error in the form of this system. */
        Answer isError(int status) {
            assertThat(status()).as(body).isEqualTo(status);
            assertThat(header("Content-Type")).isEqualTo("application/json; charset=utf-8");
            assertThat(json().propertyNames()).containsExactly("statusCode", "message", "details");
            assertThat(json().get("statusCode").asInt()).isEqualTo(status);
            assertThat(text("message")).isNotBlank();
            assertThat(body).doesNotContain("Exception", "dev.yorozu");
            return this;
        }

        Answer isOk() {
            assertThat(status()).as(body).isEqualTo(200);
            return this;
        }

        /** The names of the fields that an error complains about. */
        Iterable<String> complaints() {
            return json().get("details").propertyNames();
        }
    }

    static String json(Map<String, ?> fields) {
        return JsonMapper.shared().writeValueAsString(fields);
    }

    /** Another program with the same pair. */
    App copy() {
        App copy = new App(site, device, address);
        copy.access = access;
        copy.refresh = refresh;
        return copy;
    }

    App at(URI other) {
        return new App(other, device, address);
    }

    String device() {
        return device;
    }

    public String access() {
        return access;
    }

    public String refreshToken() {
        return refresh;
    }

    App holding(String accessToken, String refreshToken) {
        access = accessToken;
        refresh = refreshToken;
        return this;
    }

    Answer login(String identifier, String password) throws IOException, InterruptedException {
        secret(password);
        return keep(post(
                LOGIN,
                json(Map.of(
                        "loginIdentifier",
                        identifier,
                        "password",
                        password,
                        "deviceType",
                        "MobileApp",
                        "os",
                        "Android",
                        "deviceName",
                        device))));
    }

    App signedIn(String identifier) throws IOException, InterruptedException {
        login(identifier, TokenSite.PASSWORD).isOk();
        return this;
    }

    Answer refresh() throws IOException, InterruptedException {
        return keep(post(REFRESH, refreshBody()));
    }

    /** Presents the token without taking the answer's pair. */
    Answer refresh(String token) throws IOException, InterruptedException {
        return post(REFRESH, json(Map.of("refreshToken", token)));
    }

    private String refreshBody() {
        return json(Map.of("refreshToken", refresh));
    }

    Answer logout() throws IOException, InterruptedException {
        return send("POST", LOGOUT, refreshBody());
    }

    Answer logoutOthers() throws IOException, InterruptedException {
        return send("POST", LOGOUT_OTHERS, refreshBody());
    }

    Answer profile() throws IOException, InterruptedException {
        return get(PROFILE);
    }

    /** Whether the access token opens anything. */
    boolean isIn() throws IOException, InterruptedException {
        int profile = get(PROFILE).status();
        assertThat(get(VERIFY).status()).isEqualTo(profile);
        assertThat(profile).isIn(200, 401);
        return profile == 200;
    }

    Answer changePassword(String current, String next) throws IOException, InterruptedException {
        secret(next);
        return send("PUT", PASSWORD, json(Map.of("currentPassword", current, "newPassword", next)));
    }

    /** Short ones, as tests of wrong input send them, could be found by chance. */
    private static void secret(String password) {
        if (password.length() >= Written.SHORTEST) {
            Written.secret(password);
        }
    }

    private Answer keep(Answer answer) {
        if (answer.status() == 200) {
            access = answer.text("accessToken");
            refresh = answer.text("refreshToken");
            Written.secret(access);
            Written.secret(refresh);
        }
        return answer;
    }

    /** Without any token. */
    Answer post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send("GET", path, "");
    }

    Answer delete(String path) throws IOException, InterruptedException {
        return send("DELETE", path, "");
    }

    /** With the access token. */
    Answer send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + access);
        return send(
                body.isEmpty()
                        ? request.method(method, BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .method(method, BodyPublishers.ofString(body)));
    }

    Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        request.header("X-Forwarded-For", address);
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            Written.text(response.body());
        }
        return new Answer(response.statusCode(), response.body(), response);
    }

    URI uri(String path) {
        return URI.create(site + "/tokens" + path);
    }
}
