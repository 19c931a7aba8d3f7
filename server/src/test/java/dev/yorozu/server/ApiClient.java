package dev.yorozu.server;

import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** A program on somebody's device that calls one system: holds the pair of tokens that it was given last. */
public abstract class ApiClient {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final URI system;
    private final String address;
    private final List<String> errors;
    private final List<String> further;
    private final String accessField;
    private final String refreshField;
    private final Map<String, String> headers = new TreeMap<>();
    private String access = "";
    private String refresh = "";

    /**
     * @param system the mount of the system, at a site
     * @param address where its calls come from, as the proxy before the site says
     * @param errors the names of the fields that errors of the system have
     * @param further those that some of its errors have besides
     * @param accessField where answers of the system hold an access token
     * @param refreshField where they hold a refresh token
     */
    protected ApiClient(
            URI system,
            String address,
            List<String> errors,
            List<String> further,
            String accessField,
            String refreshField) {
        this.system = system;
        this.address = address;
        this.errors = errors;
        this.further = further;
        this.accessField = accessField;
        this.refreshField = refreshField;
    }

    public static String json(Map<String, ?> fields) {
        return JsonMapper.shared().writeValueAsString(fields);
    }

    /** Sends this header with every call from now on. */
    protected void sending(String header, String value) {
        headers.put(header, value);
    }

    public String access() {
        return access;
    }

    public String refreshToken() {
        return refresh;
    }

    protected void hold(String accessToken, String refreshToken) {
        access = accessToken;
        refresh = refreshToken;
    }

    /** Takes the pair of tokens that an answer holds, if it is none that refuses. */
    protected Answer keep(Answer answer) {
        if (answer.status() == 200 || answer.status() == 201) {
            hold(answer.text(accessField), answer.text(refreshField));
            Written.secret(access);
            Written.secret(refresh);
        }
        return answer;
    }

    /** Short ones, as tests of wrong input send them, could be found by chance. */
    protected static void secret(String password) {
        if (password.length() >= Written.SHORTEST) {
            Written.secret(password);
        }
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
        return send(method, path, access, body);
    }

    /** With this token. */
    public Answer send(String method, String path, String bearer, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + bearer);
        return send(
                body.isEmpty()
                        ? request.method(method, BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .method(method, BodyPublishers.ofString(body)));
    }

    public Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        request.header("X-Forwarded-For", address);
        headers.forEach(request::setHeader);
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        boolean handsOut = response.statusCode() == 201 && response.body().contains(refreshField);
        if (response.statusCode() != 200 && !handsOut) {
            Written.text(response.body());
        }
        return new Answer(response, errors, further);
    }

    public URI uri(String path) {
        return URI.create(system + path);
    }
}
