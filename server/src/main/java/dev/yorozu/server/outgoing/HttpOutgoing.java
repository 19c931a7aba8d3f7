package dev.yorozu.server.outgoing;

import dev.yorozu.oauth.Outgoing;
import dev.yorozu.store.Bytes;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Calls over HTTP. The time of a request bounds the exchange as a whole, from the connection to the last byte of the
 * answer; an answer that is too large counts as none. A redirect is an answer like any other and is not followed, so
 * that secrets go only where they were meant to.
 */
public final class HttpOutgoing implements Outgoing, AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(HttpOutgoing.class.getName());
    /** Token answers take a few KiB, sets of keys some more. */
    private static final int LARGEST_ANSWER = 256 * 1024;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private @Nullable HttpClient client;

    /** Made by the first call: a client reads all certificates that this platform believes. */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .connectTimeout(Duration.ofSeconds(5))
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .version(HttpClient.Version.HTTP_1_1)
                    .executor(threads)
                    .build();
        }
        return client;
    }

    @Override
    public Answer send(Request request) {
        HttpRequest http;
        try {
            http = http(request);
        } catch (IllegalArgumentException notForAHeader) {
            // The refusal quotes the value, which may be a token.
            LOGGER.warning(
                    () -> "A call to " + request.uri().getHost() + " was not made: no header can hold its values");
            return new Answer.Unreachable();
        }
        return switch (exchange(http, request.timeout(), LARGEST_ANSWER)) {
            case Exchanged.Answered answered ->
                new Answer.Response(
                        answered.response().statusCode(), answered.response().body());
            case Exchanged.TimedOut slow -> new Answer.TimedOut();
            case Exchanged.Unreachable broken -> new Answer.Unreachable();
        };
    }

    /**
     * Makes one call of any form, within the same bounds.
     *
     * @param largest how many bytes the body of an answer may have
     */
    public Exchanged exchange(HttpRequest request, Duration timeout, int largest) {
        String host = request.uri().getHost();
        if (!Destination.isSafe(request.uri())) {
            LOGGER.warning(() -> "A call was not made, because " + host + " is not asked over TLS");
            return new Exchanged.Unreachable();
        }
        CompletableFuture<HttpResponse<Bytes>> running = client().sendAsync(request, head -> new LimitedBody(largest));
        try {
            return new Exchanged.Answered(running.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException slow) {
            return new Exchanged.TimedOut();
        } catch (ExecutionException broken) {
            LOGGER.log(Level.WARNING, () -> "No usable answer of " + host + ": " + broken.getCause());
            return new Exchanged.Unreachable();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return new Exchanged.Unreachable();
        } finally {
            running.cancel(true);
        }
    }

    private static HttpRequest http(Request request) {
        HttpRequest.Builder http = HttpRequest.newBuilder(request.uri());
        request.headers().forEach(http::setHeader);
        http.setHeader("User-Agent", "Yorozu");
        request.body()
                .ifPresent(body -> http.setHeader("Content-Type", body.mediaType())
                        .method(request.method().name(), BodyPublishers.ofString(body.text())));
        return http.build();
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
            client.close();
        }
        threads.close();
    }
}
