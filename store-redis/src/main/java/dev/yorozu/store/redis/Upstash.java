package dev.yorozu.store.redis;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A database of Upstash, by its REST interface: each command is a POST of a JSON array, many together are one POST.
 *
 * <p>A POST is never repeated by the HTTP client. Strings come back in base64, so that any bytes are safe.
 */
final class Upstash implements Transport {
    private final HttpClient client;
    private final URI single;
    private final URI pipeline;
    private final String authorization;
    private final Duration timeout;

    Upstash(URI endpoint, String token, Duration timeout) {
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
        this.single = URI.create(endpoint + "/");
        this.pipeline = URI.create(endpoint + "/pipeline");
        this.authorization = "Bearer " + token;
        this.timeout = timeout;
    }

    @Override
    public Pending send(Command command) {
        CompletableFuture<HttpResponse<byte[]>> response = post(single, RestJson.request(RestText.of(command)));
        return deadline -> RestJson.reply(content(response, deadline));
    }

    @Override
    public List<Pending> sendAll(List<Command> commands) {
        List<List<String>> texts = commands.stream().map(RestText::of).toList();
        CompletableFuture<HttpResponse<byte[]>> response = post(pipeline, RestJson.requests(texts));
        List<Pending> pending = new ArrayList<>(commands.size());
        IntStream.range(0, commands.size())
                .forEach(i -> pending.add(deadline -> RestJson.reply(content(response, deadline), i)));
        return pending;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private CompletableFuture<HttpResponse<byte[]>> post(URI address, byte[] body) {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(timeout)
                .header("Authorization", authorization)
                .header("Content-Type", "application/json")
                .header("Upstash-Encoding", "base64")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        return client.sendAsync(request, BodyHandlers.ofByteArray());
    }

    /** The body of an answer that comes from Redis; a server in between that fails says nothing about the command. */
    private static byte[] content(CompletableFuture<HttpResponse<byte[]>> sent, long deadline) throws Failure {
        HttpResponse<byte[]> response = response(sent, deadline);
        int status = response.statusCode();
        if (status == 401) {
            throw new Failure.Refused("WRONGPASS The token is not accepted");
        }
        if (status == 429) {
            throw new Failure.Refused("LIMIT Too many requests");
        }
        if (status >= 500 || status == 408) {
            throw new Failure.Lost("Upstash answered with the HTTP status " + status, new IOException());
        }
        return response.body();
    }

    private static HttpResponse<byte[]> response(CompletableFuture<HttpResponse<byte[]>> sent, long deadline)
            throws Failure {
        try {
            return sent.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new Failure.Lost("Upstash did not answer in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Lost("Interrupted while waiting for Upstash", e);
        }
    }

    private static Failure failure(@Nullable Throwable cause) {
        Throwable known = cause == null ? new IOException() : cause;
        return known instanceof ConnectException || known instanceof HttpConnectTimeoutException
                ? new Failure.Unsent("Upstash is not reachable", known)
                : new Failure.Lost("The connection to Upstash was lost", known);
    }
}
