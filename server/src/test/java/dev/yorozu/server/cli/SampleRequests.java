package dev.yorozu.server.cli;

import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.listener.RoutePatterns;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One well-formed request for each route of a server, and some that go deeper into the systems, by somebody who has just
 * signed in to those that have passwords.
 */
final class SampleRequests {
    static final String ADMIN_TOKEN = "the-admin-token-of-this-test";
    private static final String ID = "example-0f115db0";
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final List<String> SERVICES = List.of("visit", "like", "ranking", "bbs");
    private static final Map<String, String> ACTIONS = Map.of(
            "/api/visit", "?action=increment&id=" + ID,
            "/api/like", "?action=toggle&id=" + ID,
            "/api/ranking", "?action=submit&id=" + ID + "&name=Aiko&score=120",
            "/api/bbs", "?action=post&id=" + ID + "&author=Aiko&message=%E3%81%93%E3%82%93%E3%81%AB");
    private static final Pattern ACCESS = Pattern.compile("\"access_?[tT]oken\":\"([^\"]+)\"");
    private static final Pattern REFRESH = Pattern.compile("\"refresh_?[tT]oken\":\"([^\"]+)\"");

    private final UUID random = UUID.randomUUID();
    private final String name = "u" + random.toString().substring(0, 8);
    /** So many sign in that one address would soon be asked to wait. */
    private final String address = "%d.%d.%d.%d"
            .formatted(octet(random.hashCode()), octet(random.hashCode() >> 8), octet(random.hashCode() >> 16), 100);

    private final Map<String, String> bearers =
            new HashMap<>(Map.of("/admin/", ADMIN_TOKEN, "/api/admin/", ADMIN_TOKEN));
    private final String account = ("{\"loginId\":\"%1$s\",\"username\":\"%1$s\",\"loginIdentifier\":\"%1$s\","
                    + "\"email\":\"%1$s@example.com\",\"password\":\"correct horse battery\","
                    + "\"deviceType\":\"Browser\",\"os\":\"Linux\",\"user\":\"%1$s\",\"id\":\"" + ID
                    + "\",\"token\":\"open-sesame\",\"scores\":[1,2.5]}")
            .formatted(name);
    private final String refreshTokens;

    /** A server, of which only its answers are known. */
    @FunctionalInterface
    interface Answering {
        String answer(byte[] request);
    }

    private SampleRequests(Answering server) {
        String service = "{\"url\":\"https://example.com/\",\"token\":\"open-sesame\"}";
        SERVICES.forEach(
                kind -> server.answer(bytes(request("POST", "/api/" + kind + "?action=create", JSON, service))));
        server.answer(bytes(request("POST", "/tokens/api/entrance/register", JSON, account)));
        String tokens = server.answer(bytes(request("POST", "/tokens/api/entrance/auth/login", JSON, account)));
        String users = server.answer(bytes(request("POST", "/users/auth/login", JSON, account)));
        bearers.put("/tokens/", group(ACCESS, tokens));
        bearers.put("/users/", group(ACCESS, users));
        refreshTokens = "{\"refreshToken\":\"" + group(REFRESH, tokens) + "\",\"refresh_token\":\""
                + group(REFRESH, users) + "\"}";
    }

    /** The samples for a server of these modules. */
    static List<byte[]> of(List<? extends HttpModule> modules, Answering server) {
        SampleRequests samples = new SampleRequests(server);
        List<String> requests = new ArrayList<>(samples.further());
        RoutePatterns.of(modules).forEach(route -> requests.addAll(samples.of(route)));
        return requests.stream().map(SampleRequests::bytes).toList();
    }

    private static int octet(int bits) {
        return 100 + (bits & 0x3f);
    }

    private static byte[] bytes(String request) {
        return request.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String group(Pattern pattern, String answer) {
        Matcher found = pattern.matcher(answer);
        if (!found.find()) {
            throw new AssertionError("Nobody was signed in: " + answer);
        }
        return found.group(1);
    }

    private List<String> further() {
        return List.of(
                request("GET", "/?lang=ja", "", ""),
                request("GET", "/docs/settings", "", ""),
                request("GET", "/assets/yorozu.css?v=1", "", ""),
                request("GET", "/metrics", "", ""),
                request("GET", "/components/bbs.js", "", ""),
                request("GET", "/api/ranking?action=get&id=" + ID + "&limit=10", "", ""),
                request("GET", "/api/bbs?action=get&id=" + ID + "&page=1", "", ""),
                request("GET", "/api/visit?action=display&id=" + ID + "&theme=retro&digits=6&format=image", "", ""),
                request(
                        "POST",
                        "/api/visit?action=set",
                        JSON,
                        "{\"id\":\"" + ID + "\",\"token\":\"open-sesame\",\"value\":7}"),
                request("POST", "/users/auth/refresh", JSON, refreshTokens),
                request("POST", "/tokens/api/entrance/refresh", JSON, refreshTokens),
                request("POST", "/admin/api/keys/list", JSON, "{\"pattern\":\"sess:*\",\"limit\":10}"),
                request("POST", "/console/sign-in", FORM, "token=wrong&lang=ja"),
                "POST /users/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n10\r\n{\"email\":\"a@b\",\r\n\r\n0e\r\n\"password\":\"\"}\r\n0\r\n\r\n",
                "OPTIONS /api/visit HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://example.com\r\n"
                        + "Access-Control-Request-Method: POST\r\n\r\n");
    }

    private List<String> of(RoutePatterns.Pattern route) {
        String path = route.path().replaceAll("\\{[^}]+}", ID) + ACTIONS.getOrDefault(route.path(), "");
        // Operators act upon another account, so that this one stays signed in for a while.
        String body = path.startsWith("/admin/") ? account.replace(name, "somebody") : account;
        return switch (route.method()) {
            case "GET", "HEAD", "DELETE" -> List.of(request(route.method(), path, "", ""));
            case "*" ->
                Stream.of(
                                request("GET", path, "", ""),
                                request("POST", path, JSON, body),
                                request("PUT", path, JSON, body))
                        .toList();
            default ->
                List.of(
                        request(route.method(), path, JSON, body),
                        request(route.method(), path, FORM, "id=" + ID + "&name=Aiko&csrf=abc"));
        };
    }

    private String request(String method, String target, String type, String content) {
        return method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0\r\n"
                + "Accept: text/html,application/json;q=0.9\r\nAccept-Language: ja,en;q=0.5\r\nAccept-Encoding: gzip\r\n"
                + "Cookie: sid=abc; d_sess=0123456789abcdef; lang=ja\r\nAuthorization: Bearer " + bearer(target)
                + "\r\n"
                + "Origin: http://127.0.0.1\r\nX-Forwarded-For: " + address + "\r\nIf-None-Match: \"abc\"\r\n"
                + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\nContent-Length: " + content.length() + "\r\n")
                + "\r\n" + content;
    }

    private String bearer(String target) {
        return bearers.entrySet().stream()
                .filter(each -> target.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("aaa.bbb.ccc");
    }
}
