package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole program on a Redis that goes away, hangs, and returns. */
final class OutageTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    @Test
    void theServerIsUnwellWhileRedisIsAwayOrHangsAndRecoversByItself() {
        try (RedisProcess redis = RedisProcess.start();
                Program.Serving serving = Program.Serving.start(
                        directory, "--data", directory.resolve("data").toString(), "--store", redis.url())) {
            URI health = serving.url().resolve("/healthz");
            assertThat(status(health)).isEqualTo(200);

            redis.kill();
            Poll.until("the server says that Redis is away", () -> status(health) == 503);
            assertThat(body(health)).contains("\"store\":\"unreachable\"").doesNotContain("Exception");
            redis.restart();
            Poll.until("the server has found Redis again", () -> status(health) == 200);

            redis.freeze();
            Poll.until("the server says that Redis hangs", () -> status(health) == 503);
            redis.thaw();
            Poll.until("the server has found Redis again", () -> status(health) == 200);
        }
    }

    private int status(URI address) {
        return send(address).statusCode();
    }

    private String body(URI address) {
        return send(address).body();
    }

    private HttpResponse<String> send(URI address) {
        try {
            return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("The server did not answer", e);
        } catch (InterruptedException e) {
            throw new AssertionError("Interrupted", e);
        }
    }
}
