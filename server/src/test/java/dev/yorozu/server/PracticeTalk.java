package dev.yorozu.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.demo.provider.PracticeApp;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A browser and an app that talk with the practice provider in one of its parts.
 *
 * @param mount of the part
 * @param further what this app sends with a request, beside what all send
 * @param proof what it sends with a code
 */
record PracticeTalk(
        RunningServer server, PracticeApp app, String mount, Map<String, String> further, Map<String, String> proof) {
    Map<String, String> request() {
        Map<String, String> request = new LinkedHashMap<>();
        request.put("response_type", "code");
        request.put("client_id", app.clientId());
        request.put("redirect_uri", app.redirectUri());
        request.put("state", "a-state\"<>&");
        request.putAll(further);
        return request;
    }

    HttpResponse<String> ask(Map<String, String> request) throws Exception {
        return server.get(mount + "/oauth2/authorize?" + form(request));
    }

    /** Answers the consent page with this, as a browser does that was shown it. */
    HttpResponse<String> decide(Map<String, String> answer) throws Exception {
        HttpResponse<String> page = ask(request());
        assertThat(page.statusCode()).isEqualTo(200);
        Matcher token = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"").matcher(page.body());
        assertThat(token.find()).isTrue();
        Map<String, String> fields = request();
        fields.put("csrf", token.group(1));
        fields.putAll(answer);
        return post("/oauth2/authorize", fields, "Cookie", "practice_csrf=" + token.group(1));
    }

    HttpResponse<String> exchange(String code, String secret) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>(proof);
        fields.put("grant_type", "authorization_code");
        fields.put("client_id", app.clientId());
        fields.put("client_secret", secret);
        fields.put("redirect_uri", app.redirectUri());
        fields.put("code", code);
        return post("/api/oauth2/token", fields);
    }

    HttpResponse<String> renew(String refresh) throws Exception {
        return post(
                "/api/oauth2/token",
                Map.of(
                        "grant_type",
                        "refresh_token",
                        "client_id",
                        app.clientId(),
                        "client_secret",
                        app.clientSecret(),
                        "refresh_token",
                        refresh));
    }

    /** Asks with an access token. */
    HttpResponse<String> bearing(String path, String access) throws Exception {
        return server.send(HttpRequest.newBuilder(server.uri(mount + path))
                .header("Authorization", "Bearer " + access)
                .build());
    }

    HttpResponse<String> post(String path, Map<String, String> fields, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(mount + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields)));
        return server.send(
                headers.length == 0 ? request.build() : request.headers(headers).build());
    }

    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    static String location(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(303);
        return response.headers().firstValue("Location").orElseThrow();
    }

    static String code(HttpResponse<String> response) {
        Matcher code = Pattern.compile("[?&]code=([^&]+)").matcher(location(response));
        assertThat(code.find()).as(location(response)).isTrue();
        return code.group(1);
    }

    static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }
}
