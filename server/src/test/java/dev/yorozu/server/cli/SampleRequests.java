package dev.yorozu.server.cli;

import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.RoutePatterns;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One well-formed request for each route of a server, and some that go deeper into the systems. */
final class SampleRequests {
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Map<String, String> QUERIES = Map.of(
            "/api/visit", "?id=example-100680ad&url=https%3A%2F%2Fexample.com&token=secret-token",
            "/api/counter", "?action=increment&id=example-100680ad",
            "/api/like", "?action=toggle&id=example-100680ad",
            "/api/ranking", "?action=submit&id=example-100680ad&name=Aiko&score=120",
            "/api/bbs", "?action=post&id=example-100680ad&author=Aiko&message=%E3%81%93%E3%82%93%E3%81%AB");
    private static final List<String> FURTHER = List.of(
            request("GET", "/?lang=ja", "", ""),
            request("GET", "/docs/settings", "", ""),
            request("GET", "/assets/yorozu.css?v=1", "", ""),
            request("GET", "/metrics", "", ""),
            request("POST", "/tokens/register", JSON, "{\"login_id\":\"aiko\",\"password\":\"a long password\"}"),
            request("POST", "/tokens/login", JSON, "{\"login_id\":\"aiko\",\"password\":\"a long password\"}"),
            request("POST", "/tokens/login", FORM, "login_id=aiko&password=a+long+password"),
            request("POST", "/users/login", JSON, "{\"email\":\"aiko@example.com\",\"password\":\"a long password\"}"),
            request("POST", "/console/sign-in", FORM, "token=wrong&lang=ja"),
            request("POST", "/patreon/webhook", JSON, "{\"data\":{\"id\":\"1\",\"attributes\":{}}}"),
            "POST /tokens/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n10\r\n{\"login_id\":\"ai\",\r\n0e\r\n\"password\":\"\"}\r\n0\r\n\r\n",
            "OPTIONS /api/counter HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://example.com\r\n"
                    + "Access-Control-Request-Method: POST\r\n\r\n");

    private SampleRequests() {}

    static List<byte[]> of(List<? extends HttpModule> modules) {
        List<String> requests = new ArrayList<>(FURTHER);
        for (RoutePatterns.Pattern route : RoutePatterns.of(modules)) {
            requests.addAll(of(route));
        }
        return requests.stream()
                .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    private static List<String> of(RoutePatterns.Pattern route) {
        String path = route.path().replaceAll("\\{[^}]+}", "example-100680ad") + QUERIES.getOrDefault(route.path(), "");
        String body =
                "{\"id\":\"example-100680ad\",\"url\":\"https://example.com/\",\"token\":\"secret\",\"scores\":[1,2.5]}";
        return switch (route.method()) {
            case "GET", "HEAD", "DELETE" -> List.of(request(route.method(), path, "", ""));
            case "*" ->
                Stream.of("GET", "PUT")
                        .map(method -> request(method, path, method.equals("GET") ? "" : JSON, body))
                        .toList();
            default ->
                List.of(
                        request(route.method(), path, JSON, body),
                        request(route.method(), path, FORM, "id=example-100680ad&name=Aiko&csrf=abc"));
        };
    }

    private static String request(String method, String target, String type, String body) {
        String sent = type.isEmpty() ? "" : body;
        return method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0\r\n"
                + "Accept: text/html,application/json;q=0.9\r\nAccept-Language: ja,en;q=0.5\r\nAccept-Encoding: gzip\r\n"
                + "Cookie: sid=abc; d_sess=0123456789abcdef; lang=ja\r\nAuthorization: Bearer aaa.bbb.ccc\r\n"
                + "Origin: http://127.0.0.1\r\nX-Forwarded-For: 203.0.113.7\r\nIf-None-Match: \"abc\"\r\n"
                + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\nContent-Length: " + sent.length() + "\r\n")
                + "\r\n" + sent;
    }
}
