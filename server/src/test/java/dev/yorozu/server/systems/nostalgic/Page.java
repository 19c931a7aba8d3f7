package dev.yorozu.server.systems.nostalgic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page in somebody's browser, with what its scripts send and get. */
final class Page {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /** Answers that hold a secret because it was asked for. */
    private static final Set<String> SECRETIVE = Set.of("post", "webhookSecret");

    private final URI site;
    private final String address;
    private String agent = "Test/1.0";

    Page(URI site, String address) {
        this.site = site;
        this.address = address;
    }

    /** Where its calls come from. */
    String address() {
        return address;
    }

    /** How a call is made. */
    enum Way {
        GET,
        POST
    }

    /** What came back. */
    record Answer(int status, String body, HttpResponse<String> response) {
        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        JsonNode data() {
            return json().get("data");
        }

        String text(String field) {
            return data().get(field).asString();
        }

        long number(String field) {
            return data().get(field).asLong();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        Answer isOk() {
            assertThat(status()).as(body).isEqualTo(200);
            return isOpenAndUnkept();
        }

        /** What every answer has, whatever became of the call. */
        Answer isOpenAndUnkept() {
            assertThat(response.headers().allValues("Access-Control-Allow-Origin"))
                    .containsExactly("*");
            assertThat(header("Cache-Control")).isEqualTo(header("ETag").isEmpty() ? "no-store" : "private, no-cache");
            assertThat(header("Referrer-Policy")).isEqualTo("no-referrer");
            return this;
        }

        /** That this is an error in the form of this system, which no page can take for markup. */
        Answer isError(int status, String code) {
            assertThat(status()).as(body).isEqualTo(status);
            assertThat(header("Content-Type")).isEqualTo("application/json; charset=utf-8");
            assertThat(json().propertyNames()).containsExactly("success", "error", "code", "statusCode");
            assertThat(json().get("success").asBoolean()).isFalse();
            assertThat(json().get("statusCode").asInt()).isEqualTo(status);
            assertThat(json().get("code").asString()).isEqualTo(code);
            assertThat(error()).isNotBlank().doesNotContain("<", ">", "Exception", "dev.yorozu");
            return isOpenAndUnkept();
        }

        /** That a field was refused. */
        Answer isInvalid(String field) {
            isError(400, "VALIDATION_ERROR");
            assertThat(error()).startsWith("Input validation failed: " + field + ": ");
            return this;
        }

        String error() {
            return json().get("error").asString();
        }
    }

    /** Calls itself something else from now on, as another browser behind the same address would. */
    Page calling(String userAgent) {
        agent = userAgent;
        return this;
    }

    static String[] with(String[] more, String... first) {
        String[] all = java.util.Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }

    static String query(String... pairs) {
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            query.append(i == 0 ? "?" : "&")
                    .append(pairs[i])
                    .append('=')
                    .append(URLEncoder.encode(pairs[i + 1], StandardCharsets.UTF_8));
        }
        return query.toString();
    }

    /** Names and values in the query. */
    Answer get(String path, String... pairs) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path + query(pairs))));
    }

    /** The action in the query, all else in a JSON body. */
    Answer post(String path, String... pairs) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            body.put(pairs[i], pairs[i + 1]);
        }
        Object action = body.remove("action");
        return json(path + (action == null ? "" : "?action=" + action), body);
    }

    Answer call(Way way, String path, String... pairs) throws IOException, InterruptedException {
        return way == Way.GET ? get(path, pairs) : post(path, pairs);
    }

    Answer json(String target, Object body) throws IOException, InterruptedException {
        return body(target, "application/json", JsonMapper.shared().writeValueAsString(body));
    }

    Answer body(String target, String type, String body) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(uri(target)).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        request.header("X-Forwarded-For", address).header("User-Agent", agent);
        HttpRequest built = request.build();
        HttpResponse<String> response = CLIENT.send(built, HttpResponse.BodyHandlers.ofString());
        Answer answer = new Answer(response.statusCode(), response.body(), response);
        String query = String.valueOf(built.uri().getQuery());
        if (response.statusCode() != 200 || SECRETIVE.stream().noneMatch(query::contains)) {
            Written.text(response.body());
        } else if (query.contains("action=post")) {
            Written.secret(answer.json().get("editToken").asString());
        }
        return answer;
    }

    URI uri(String target) {
        return URI.create(site + target);
    }
}
