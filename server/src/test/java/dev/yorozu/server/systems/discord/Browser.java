package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Somebody at the site: keeps cookies as a browser does, and knows the ways that pages of the site go. */
final class Browser {
    static final String AUTH = "/discord/api/auth";
    static final String API = "/discord/api";

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final URI site;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    Browser(URI site) {
        this.site = site;
    }

    /** What came back, with its cookies apart. */
    record Page(int status, String body, HttpResponse<String> response) {
        Document json() {
            return Document.parse(body).orElseThrow(() -> new AssertionError("Not JSON: " + body));
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The headers that set this cookie. */
        List<String> setting(String cookie) {
            return response.headers().allValues("Set-Cookie").stream()
                    .filter(header -> header.startsWith(cookie + "="))
                    .toList();
        }

        String error() {
            return json().text("error").orElse("");
        }
    }

    Map<String, String> cookies() {
        return cookies;
    }

    /** The value of a cookie, or an empty text. */
    String cookie(String name) {
        return cookies.getOrDefault(name, "");
    }

    Browser with(String cookie, String value) {
        cookies.put(cookie, value);
        return this;
    }

    Browser forget() {
        cookies.clear();
        return this;
    }

    Page get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).GET());
    }

    Page post(String path, String json, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** An app's page of this server claims the session that waits under a state. */
    Page claim(String body) throws IOException, InterruptedException {
        return post(AUTH + "/discord/claim-session", body, "Origin", site.toString());
    }

    /** What a page can send anywhere without asking: no JSON, by its content type. */
    Page sendText(String path, String text, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers)
                .header("Content-Type", "text/plain;charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(text)));
    }

    Page submit(String path, Map<String, String> form, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form))));
    }

    Page method(String method, String path) throws IOException, InterruptedException {
        return send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(site + path));
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining("; ")));
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    private Page send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        for (String header : response.headers().allValues("Set-Cookie")) {
            String[] parts = header.split(";", 2)[0].split("=", 2);
            if (parts[1].isEmpty()) {
                cookies.remove(parts[0]);
            } else {
                cookies.put(parts[0], parts[1]);
                if (parts[0].equals("sid")) {
                    Written.secret(parts[1]);
                }
            }
        }
        return new Page(response.statusCode(), response.body(), response);
    }

    /** Starts a sign-in and gives its state. */
    String start(String query) throws IOException, InterruptedException {
        Page page = get(AUTH + "/discord/start?format=json" + (query.isEmpty() ? "" : "&" + query));
        return page.json().text("state").orElseThrow(() -> new AssertionError(page.body()));
    }

    Page callback(String state, String user, String... headers) throws IOException, InterruptedException {
        return get(AUTH + "/discord/callback?code=code~" + user + "&state=" + state, headers);
    }

    /** Signs in as this user; gives the sid. */
    String signIn(String user) throws IOException, InterruptedException {
        Page page = callback(start(""), user);
        if (page.status() != 200) {
            throw new AssertionError(page.status() + " " + page.body());
        }
        return cookies.getOrDefault("sid", "");
    }

    Page me() throws IOException, InterruptedException {
        return get(API + "/discord/me");
    }

    /** A fresh token for changing calls, its cookie kept. */
    String csrf() throws IOException, InterruptedException {
        return get(API + "/discord/csrf").json().text("token").orElseThrow();
    }

    Page logout(String query) throws IOException, InterruptedException {
        return post(AUTH + "/logout" + query, "{\"csrf\":\"" + csrf() + "\"}");
    }

    /** All values of all cookies: what must never be in a log. */
    List<String> secrets() {
        return new ArrayList<>(cookies.values());
    }
}
