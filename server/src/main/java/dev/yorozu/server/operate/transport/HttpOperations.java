package dev.yorozu.server.operate.transport;

import dev.yorozu.server.config.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Operations on a running server, through its admin interface. Follows no redirect, so that the token goes nowhere else.
 */
public final class HttpOperations implements Operations, AutoCloseable {
    /** Where the admin interface of a server lies. */
    public static final String MOUNT = "/admin/api";

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final URI server;
    private final AdminToken token;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private HttpOperations(URI server, AdminToken token) {
        this.server = server;
        this.token = token;
    }

    /** Makes sure that the server answers and takes the token. */
    public static HttpOperations connect(URI server, AdminToken token) {
        HttpOperations operations = new HttpOperations(server, token);
        try {
            operations.download("/server").close();
            return operations;
        } catch (IOException | RuntimeException refused) {
            operations.close();
            throw refused instanceof RuntimeException fault ? fault : operations.broken();
        }
    }

    @Override
    public <Q, A> A call(Operation<Q, A> operation, Q request, Progress progress) {
        HttpResponse<InputStream> response = send(request(operation, OperateJson.tree(request)));
        if (response.statusCode() == 404 && operation.mayFindNothing()) {
            return operation.nothing();
        }
        try (InputStream body = required(response)) {
            return operation.answer(
                    operation.isWalking() ? result(body, progress) : OperateJson.parse(body.readAllBytes()));
        } catch (IOException | JacksonException broken) {
            throw broken();
        }
    }

    private HttpRequest request(Operation<?, ?> operation, JsonNode fields) {
        String accept = operation.isWalking() ? ProgressStream.TYPE : "application/json";
        if (operation.method().equals("GET")) {
            String query = fields.properties().stream()
                    .map(field -> field.getKey() + "="
                            + URLEncoder.encode(field.getValue().asString(), StandardCharsets.UTF_8))
                    .collect(Collectors.joining("&"));
            return request(operation.path() + (query.isEmpty() ? "" : "?" + query))
                    .header("Accept", accept)
                    .build();
        }
        return request(operation.path())
                .header("Content-Type", "application/json")
                .header("Accept", accept)
                .POST(BodyPublishers.ofString(fields.toString()))
                .build();
    }

    /** What lies at a path, as it comes. */
    public InputStream download(String path) {
        return required(send(request(path).build()));
    }

    /** Sends a piece of a file. */
    public void upload(String path, byte[] piece) {
        HttpRequest request = request(path)
                .header("Content-Type", "application/octet-stream")
                .PUT(BodyPublishers.ofByteArray(piece))
                .build();
        try (InputStream body = required(send(request))) {
            body.readAllBytes();
        } catch (IOException broken) {
            throw broken();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(MOUNT + path)).header("Authorization", token.authorization());
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

    private InputStream required(HttpResponse<InputStream> response) {
        if (response.statusCode() == 401) {
            throw new StartException("The server at " + server
                    + " does not accept the admin token: set YOROZU_ADMIN_TOKEN to the one it was started with.");
        }
        if (response.statusCode() >= 300) {
            throw new RemoteFault(message(response));
        }
        return response.body();
    }

    private static String message(HttpResponse<InputStream> response) {
        try (InputStream body = response.body()) {
            return OperateJson.parse(body.readAllBytes())
                    .path("message")
                    .stringValueOpt()
                    .orElse("The server answered with status " + response.statusCode());
        } catch (IOException | JacksonException unreadable) {
            return "The server answered with status " + response.statusCode();
        }
    }

    /** The last of the lines that a walk sends. */
    private JsonNode result(InputStream body, Progress progress) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode event = OperateJson.parse(line.getBytes(StandardCharsets.UTF_8));
            if (event.has("error")) {
                throw new RemoteFault(event.required("error").stringValue());
            }
            if (event.has("result")) {
                return event.required("result");
            }
            progress.keys(event.path("keys").asLong(0));
        }
        throw broken();
    }

    private RemoteFault broken() {
        return new RemoteFault("The connection to the server at " + server + " broke off before its answer was whole");
    }
}
