package dev.yorozu.server.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.yorozu.server.bucket.BucketException.Reason;
import dev.yorozu.server.outgoing.HttpOutgoing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A storage that answers with these statuses in turn, and then lists nothing. */
class BucketFaultsTest {
    private static final int HANGS = 0;

    private final HttpOutgoing outgoing = new HttpOutgoing();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private final AtomicInteger asked = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> digests = new ConcurrentLinkedQueue<>();
    private HttpServer storage;

    @BeforeEach
    void start() throws IOException {
        storage = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        storage.setExecutor(threads);
        storage.createContext("/", this::answer);
        storage.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.incrementAndGet();
        digests.addAll(exchange.getRequestHeaders().getOrDefault("Content-MD5", List.of()));
        Integer next = statuses.poll();
        int status = next == null ? 200 : next;
        if (status == HANGS) {
            try {
                end.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("ETag", "a part");
        byte[] body = (status == 200
                        ? "<ListBucketResult><UploadId>upload</UploadId></ListBucketResult>"
                        : "<Error><Code>Code" + status + "</Code></Error>")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
        exchange.sendResponseHeaders(status == HANGS ? 500 : status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterEach
    void stop() {
        end.countDown();
        outgoing.close();
        storage.stop(0);
        threads.close();
    }

    private Bucket bucket(URI endpoint, Duration timeout) {
        return new Bucket(
                outgoing,
                new BucketAccess(endpoint, "us-east-1", "key", "the secret key"),
                new BucketAddress("backups", ""),
                new BucketPolicy(timeout, 3, Duration.ofMillis(1), 1024),
                InstantSource.system());
    }

    private Bucket bucket() {
        return bucket(URI.create("http://127.0.0.1:" + storage.getAddress().getPort()), Duration.ofSeconds(30));
    }

    private static void fails(Bucket bucket, Reason reason, String message) {
        assertThatThrownBy(bucket::list)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret")
                .satisfies(thrown ->
                        assertThat(((BucketException) thrown).reason()).isEqualTo(reason));
    }

    @Test
    void aStorageThatSaysToComeAgainIsAskedAgain() throws IOException {
        statuses.add(500);
        statuses.add(503);

        assertThat(bucket().list()).isEmpty();
        assertThat(asked).hasValue(3);
    }

    @Test
    void itIsAskedABoundedNumberOfTimes() {
        for (int i = 0; i < 9; i++) {
            statuses.add(500);
        }

        fails(bucket(), Reason.UNREACHABLE, "cannot work at the moment (status 500, Code500)");
        assertThat(asked).hasValue(3);
    }

    @Test
    void aRefusalIsFinal() {
        statuses.add(403);

        fails(bucket(), Reason.DENIED, "does not allow this with these keys in this region (status 403, Code403)");
        assertThat(asked).hasValue(1);
    }

    @Test
    void noRedirectIsFollowed() {
        statuses.add(307);

        fails(bucket(), Reason.REFUSED, "no redirect is followed");
        assertThat(asked).hasValue(1);
    }

    /** Without it Amazon refuses to write to a bucket with object lock. */
    @Test
    void whatIsWrittenHasADigestWithIt() throws IOException {
        for (int size : new int[] {0, 1025}) {
            try (BucketOutput out = bucket().write("file")) {
                out.write(new byte[size]);
                out.complete();
            }
        }

        // Of nothing, of a part of 1024 zeros, and of one.
        assertThat(digests)
                .containsExactly("1B2M2Y8AsgTpgAmY7PhCfg==", "DzQ7CTESaiDxM9Z8KwGKOw==", "k7iFrf4NoInN9jSQT9WfcQ==");
    }

    @Test
    void oneThatHangsIsGivenUp() {
        statuses.add(HANGS);
        statuses.add(HANGS);
        statuses.add(HANGS);

        fails(
                bucket(URI.create("http://127.0.0.1:" + storage.getAddress().getPort()), Duration.ofMillis(100)),
                Reason.UNREACHABLE,
                "did not answer in time");
    }

    @Test
    void secretsGoToNoOtherMachineInTheClear() {
        fails(bucket(URI.create("http://192.0.2.1"), Duration.ofSeconds(30)), Reason.UNREACHABLE, "cannot be reached");
        assertThat(asked).hasValue(0);
    }
}
