package dev.yorozu.server.admin;

import dev.yorozu.server.backup.Progress;
import dev.yorozu.server.config.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Calls the admin interface of a server. Follows no redirect, so that the token goes nowhere else. */
final class AdminClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final URI server;
    private final AdminToken token;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    AdminClient(URI server, AdminToken token) {
        this.server = server;
        this.token = token;
    }

    JsonNode get(String path) {
        return json(send(request(path).GET().build()));
    }

    JsonNode post(String path, JsonNode body) {
        return json(send(post(path, body, "application/json")));
    }

    JsonNode put(String path, byte[] piece) {
        BodyPublisher body = BodyPublishers.ofByteArray(piece);
        return json(send(request(path)
                .header("Content-Type", "application/octet-stream")
                .PUT(body)
                .build()));
    }

    /** What the server knows under a name; empty when it says that there is nothing. */
    Optional<JsonNode> find(String path, JsonNode body) {
        HttpResponse<InputStream> response = send(post(path, body, "application/json"));
        return response.statusCode() == 404 ? Optional.empty() : Optional.of(json(response));
    }

    JsonNode walk(String path, Progress progress) {
        return events(request(path).header("Accept", Events.TYPE).GET().build(), progress);
    }

    JsonNode walk(String path, JsonNode body, Progress progress) {
        return events(post(path, body, Events.TYPE), progress);
    }

    InputStream download(String path) {
        HttpResponse<InputStream> response = send(request(path).GET().build());
        requireSuccess(response);
        return response.body();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(AdminModule.MOUNT + path))
                .header("Authorization", token.authorization());
    }

    private HttpRequest post(String path, JsonNode body, String accept) {
        return request(path)
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
    }

    private HttpResponse<InputStream> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException unreachable) {
            throw new StartException("The server at " + server + " does not answer: is it still running?");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RemoteFault("The call to the server was interrupted");
        }
    }

    private JsonNode json(HttpResponse<InputStream> response) {
        requireSuccess(response);
        try (InputStream body = response.body()) {
            return OperationsJson.MAPPER.readTree(body);
        } catch (IOException | JacksonException broken) {
            throw broken();
        }
    }

    private void requireSuccess(HttpResponse<InputStream> response) {
        if (response.statusCode() == 401) {
            throw new StartException("The server at " + server
                    + " does not accept the admin token: set YOROZU_ADMIN_TOKEN to the one it was started with.");
        }
        if (response.statusCode() >= 300) {
            throw new RemoteFault(message(response));
        }
    }

    private static String message(HttpResponse<InputStream> response) {
        try (InputStream body = response.body()) {
            return OperationsJson.MAPPER
                    .readTree(body)
                    .path("message")
                    .stringValueOpt()
                    .orElse("The server answered with status " + response.statusCode());
        } catch (IOException | JacksonException unreadable) {
            return "The server answered with status " + response.statusCode();
        }
    }

    private JsonNode events(HttpRequest request, Progress progress) {
        HttpResponse<InputStream> response = send(request);
        requireSuccess(response);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode event = OperationsJson.MAPPER.readTree(line);
                if (event.has("error")) {
                    throw new RemoteFault(event.required("error").stringValue());
                }
                if (event.has("result")) {
                    return event.required("result");
                }
                progress.keys(event.path("keys").asLong(0));
            }
        } catch (IOException | JacksonException broken) {
            throw broken();
        }
        throw broken();
    }

    private RemoteFault broken() {
        return new RemoteFault("The connection to the server at " + server + " broke off before its answer was whole");
    }
}
