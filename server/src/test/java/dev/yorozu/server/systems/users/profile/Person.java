package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody with a token for a site. */
record Person(URI site, Account account, Issued tokens) {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    String id() {
        return account.uuid().toString();
    }

    /** What came back. */
    record Answer(int status, String body, HttpResponse<String> response) {
        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        Answer isOk() {
            assertThat(status).as(body).isEqualTo(200);
            return this;
        }

        /** That this is an error in the form of this system. */
        Answer isError(int status, String detail) {
            assertThat(status()).as(body).isEqualTo(status);
            assertThat(json().propertyNames()).containsExactly("detail");
            assertThat(json().get("detail").asString()).isEqualTo(detail);
            return this;
        }

        Answer isStatus(int status) {
            assertThat(status()).as(body).isEqualTo(status);
            return this;
        }
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
        return new Answer(response.statusCode(), response.body(), response);
    }

    private HttpRequest request(String method, String path, String json, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(site + "/users" + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
                .header("Content-Type", "application/json");
        return (authorization.isEmpty() ? request : request.header("Authorization", authorization)).build();
    }
}
