package dev.yorozu.server.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A browser or an app: keeps cookies, shows a token where it was given one, and follows no redirect. */
public final class Client {
    /** Who visits a page is known by this and the address. */
    private static final String AGENT = "Test/1.0";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final URI site;
    private final String address;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    /** @param address where its calls come from, as the proxy before the site says */
    public Client(URI site, String address) {
        this.site = site;
        this.address = address;
    }

    /** What came back. */
    public record Reply(int status, String body, HttpHeaders headers) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        public String text(String field) {
            return json().required(field).asString();
        }

        public Reply is(int expected) {
            assertThat(status).as(body).isEqualTo(expected);
            return this;
        }

        public Reply ok() {
            return is(200);
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    public static String json(Map<String, ?> fields) {
        return JsonMapper.shared().writeValueAsString(fields);
    }

    public String address() {
        return address;
    }

    public URI site() {
        return site;
    }

    /** The value of a cookie, or an empty text. */
    public String cookie(String name) {
        return cookies.getOrDefault(name, "");
    }

    public Map<String, String> cookies() {
        return cookies;
    }

    public Client with(String cookie, String value) {
        cookies.put(cookie, value);
        return this;
    }

    public Reply get(String path, String... headers) {
        return send(request(path, headers));
    }

    public Reply post(String path, Map<String, ?> fields, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json(fields))));
    }

    /** Without a body. */
    public Reply call(String method, String path, String... headers) {
        return send(request(path, headers).method(method, BodyPublishers.noBody()));
    }

    /** What a signed token says of itself. */
    public static String claim(String token, String name) {
        byte[] payload = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);
        return JsonMapper.shared().readTree(payload).required(name).asString();
    }

    /** The header that shows a token. */
    public static String[] bearing(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    private HttpRequest.Builder request(String path, String... headers) {
        URI target = path.startsWith("http") ? URI.create(path) : URI.create(site + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(target)
                .header("X-Forwarded-For", address)
                .header("User-Agent", AGENT);
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining("; ")));
        }
        return headers.length == 0 ? request : request.headers(headers);
    }

    private Reply send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            response.headers().allValues("Set-Cookie").forEach(this::keep);
            return new Reply(response.statusCode(), response.body(), response.headers());
        } catch (IOException e) {
            throw new AssertionError("The server did not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    private void keep(String header) {
        String[] pair = header.split(";", 2)[0].split("=", 2);
        if (pair[1].isEmpty()) {
            cookies.remove(pair[0]);
        } else {
            cookies.put(pair[0], pair[1]);
        }
    }
}
