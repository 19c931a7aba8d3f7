package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.Account;
import dev.yorozu.server.Answer;
import dev.yorozu.token.Issued;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Somebody with a token for a site. */
record Person(URI site, Account account, Issued tokens) {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    String id() {
        return account.uuid().toString();
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send("GET", path, "");
    }

    Answer post(String path, String json) throws IOException, InterruptedException {
        return send("POST", path, json);
    }

    Answer put(String path, String json) throws IOException, InterruptedException {
        return send("PUT", path, json);
    }

    Answer delete(String path) throws IOException, InterruptedException {
        return send("DELETE", path, "");
    }

    Answer send(String method, String path, String json) throws IOException, InterruptedException {
        return answer(
                CLIENT.send(request(method, path, json, "Bearer " + tokens.accessToken()), BodyHandlers.ofString()));
    }

    /** The same request with another header in place of the token; an empty one is left out. */
    Answer as(String authorization, String method, String path, String json) throws IOException, InterruptedException {
        return answer(CLIENT.send(request(method, path, json, authorization), BodyHandlers.ofString()));
    }

    /** So many requests on their way at the same time. */
    List<Answer> together(int requests, String path) {
        HttpRequest request = request("GET", path, "", "Bearer " + tokens.accessToken());
        List<CompletableFuture<HttpResponse<String>>> sent = Stream.generate(
                        () -> CLIENT.sendAsync(request, BodyHandlers.ofString()))
                .limit(requests)
                .toList();
        return sent.stream().map(each -> answer(each.join())).toList();
    }

    private static Answer answer(HttpResponse<String> response) {
        return new Answer(response, List.of("detail"), List.of());
    }

    private HttpRequest request(String method, String path, String json, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(site + "/users" + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .header("Content-Type", "application/json");
        return (authorization.isEmpty() ? request : request.header("Authorization", authorization)).build();
    }
}
