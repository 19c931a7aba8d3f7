package dev.yorozu.server.systems.oidc;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Somebody at the site, whose browser keeps the site's cookies and follows redirects one at a time. */
final class Visitor {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final URI site;
    final Map<String, String> cookies = new LinkedHashMap<>();

    Visitor(URI site) {
        this.site = site;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(site + path));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<String> post(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(site + path)).POST(BodyPublishers.noBody());
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<String> logout() throws IOException, InterruptedException {
        return post("/oidc/logout", "Origin", site.toString());
    }

    /** Starts a sign-in and goes to the provider; gives the path that the provider sends the browser back to. */
    String goToProvider(String query) throws IOException, InterruptedException {
        String address = location(get("/oidc/start" + query));
        String back = location(
                CLIENT.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString()));
        if (!back.startsWith(site + "/oidc/callback?")) {
            throw new AssertionError("Sent to another place: " + back);
        }
        return back.substring(site.toString().length());
    }

    HttpResponse<String> signIn() throws IOException, InterruptedException {
        return get(goToProvider(""));
    }

    static String location(HttpResponse<String> response) {
        return response.headers()
                .firstValue("Location")
                .orElseThrow(() -> new AssertionError(response.statusCode() + " " + response.body()));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        for (String header : response.headers().allValues("Set-Cookie")) {
            String[] pair = header.split(";", 2)[0].split("=", 2);
            if (pair[1].isEmpty()) {
                cookies.remove(pair[0]);
            } else {
                cookies.put(pair[0], pair[1]);
            }
        }
        return response;
    }
}
