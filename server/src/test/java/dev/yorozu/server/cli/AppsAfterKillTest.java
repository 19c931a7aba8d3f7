package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real program, killed under an app that uses all that is one-time or counted: what was answered is there afterwards, what
 * was given once is not given again, and what was ended does not live.
 */
class AppsAfterKillTest {
    private static final int CLIENTS = 8;
    private static final int ANSWERS = 80;

    @TempDir
    Path directory;

    /** What the answers so far promise. */
    private final Queue<Promise> promises = new ConcurrentLinkedQueue<>();

    private final Queue<AssertionError> wrongs = new ConcurrentLinkedQueue<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger added = new AtomicInteger();
    private final AtomicInteger counted = new AtomicInteger();

    /** What an answer promises, held against a server that was started again. */
    @FunctionalInterface
    private interface Promise {
        void holds(Caller caller) throws IOException, InterruptedException;
    }

    private record Caller(HttpClient http, URI server, String secret) {
        Document post(String path, String body, String... headers) throws IOException, InterruptedException {
            HttpRequest.Builder request =
                    request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            return send(request);
        }

        Document get(String path) throws IOException, InterruptedException {
            return send(request(path));
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(server + "/v1/apps/shop" + path))
                    .header("Authorization", "Bearer " + secret);
        }

        private Document send(HttpRequest.Builder request) throws IOException, InterruptedException {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
            return Document.parse(answer.body()).orElseThrow();
        }
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private Program.Serving serve() {
        return Program.Serving.start(directory, Map.of(), "--data", data());
    }

    @Test
    void whatWasAnsweredHoldsAfterTheProcessIsKilled() throws Exception {
        String secret = Commands.run("app", "create", "shop", "--data", data())
                .out()
                .lines()
                .filter(line -> line.startsWith("yrz_"))
                .findFirst()
                .orElseThrow();
        Written.secret(secret);
        for (int round = 0; round < Rounds.of(1, 20); round++) {
            try (Program.Serving server = serve();
                    HttpClient http = HttpClient.newHttpClient()) {
                useUntilKilled(server, new Caller(http, server.url(), secret));
            }
            try (Program.Serving server = serve();
                    HttpClient http = HttpClient.newHttpClient()) {
                Caller caller = new Caller(http, server.url(), secret);
                for (Promise promise : promises) {
                    promise.holds(caller);
                }
                assertThat(caller.get("/counters/all").number("count").orElseThrow())
                        .isBetween((long) counted.get(), (long) added.get());
            }
            promises.clear();
        }
    }

    private void useUntilKilled(Program.Serving server, Caller caller) throws InterruptedException {
        CountDownLatch answers = new CountDownLatch(ANSWERS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    while (true) {
                        use(caller, turns.incrementAndGet());
                        answers.countDown();
                    }
                } catch (IOException killed) {
                    // Whatever was under way has no answer.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (AssertionError wrong) {
                    wrongs.add(wrong);
                    answers.countDown();
                }
            }));
        }
        assertThat(answers.await(2, TimeUnit.MINUTES)).isTrue();
        server.kill();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrongs).isEmpty();
    }

    private void use(Caller caller, int turn) throws IOException, InterruptedException {
        switch (turn % 8) {
            case 0 -> count(caller);
            case 1 -> claim(caller, turn);
            case 2 -> take(caller, turn);
            case 3 -> session(caller, turn);
            case 4 -> token(caller, turn);
            case 5 -> like(caller, turn);
            case 6 -> rankAndPost(caller, turn);
            default -> lock(caller, turn);
        }
    }

    /** A count that has no answer may have been made or not; one that has is there. Sent again with its key it is not made twice. */
    private void count(Caller caller) throws IOException, InterruptedException {
        String key = "key-" + added.incrementAndGet();
        Document first = caller.post("/counters/all/add", "{}", "Idempotency-Key", key);
        counted.incrementAndGet();
        promises.add(again -> assertThat(again.post("/counters/all/add", "{}", "Idempotency-Key", key))
                .isEqualTo(first));
    }

    private void claim(Caller caller, int turn) throws IOException, InterruptedException {
        String claim = "{\"kind\":\"hook\",\"id\":\"%d\",\"life\":86400}".formatted(turn);
        assertThat(caller.post("/once/claim", claim).flag("first")).contains(true);
        promises.add(again ->
                assertThat(again.post("/once/claim", claim).flag("first")).contains(false));
    }

    /** Of two codes one is taken before the end, and the other after it. */
    private void take(Caller caller, int turn) throws IOException, InterruptedException {
        for (String kind : List.of("taken", "kept")) {
            caller.post(
                    "/once",
                    "{\"kind\":\"%s\",\"id\":\"%d\",\"code\":\"123456\",\"value\":\"v\",\"life\":86400}"
                            .formatted(kind, turn));
        }
        String take = "{\"kind\":\"%s\",\"id\":\"" + turn + "\",\"code\":\"123456\"}";
        promises.add(again -> {
            assertThat(again.post("/once/take", take.formatted("kept")).text("value"))
                    .contains("v");
            assertThat(again.post("/once/take", take.formatted("kept")).flag("taken"))
                    .contains(false);
        });
        assertThat(caller.post("/once/take", take.formatted("taken")).flag("taken"))
                .contains(true);
        promises.add(again -> assertThat(
                        again.post("/once/take", take.formatted("taken")).flag("taken"))
                .contains(false));
    }

    private void session(Caller caller, int turn) throws IOException, InterruptedException {
        String user = "{\"user\":\"user %d\"}".formatted(turn);
        String stays = session(caller.post("/sessions", user));
        promises.add(again ->
                assertThat(again.post("/sessions/check", stays).flag("active")).contains(true));
        String ends = session(caller.post("/sessions", user));
        caller.post("/sessions/end", ends);
        promises.add(again ->
                assertThat(again.post("/sessions/check", ends).flag("active")).contains(false));
    }

    private static String session(Document started) {
        String secret = started.text("session").orElseThrow();
        Written.secret(secret);
        return "{\"session\":\"%s\"}".formatted(secret);
    }

    private void token(Caller caller, int turn) throws IOException, InterruptedException {
        Document pair = caller.post("/tokens", "{\"user\":\"user %d\"}".formatted(turn));
        String access =
                "{\"access_token\":\"%s\"}".formatted(pair.text("access_token").orElseThrow());
        Written.secret(pair.text("refresh_token").orElseThrow());
        if (turn % 16 == 4) {
            promises.add(
                    again -> assertThat(again.post("/tokens/verify", access).flag("active"))
                            .contains(true));
        } else {
            caller.post(
                    "/tokens/revoke",
                    "{\"refresh_token\":\"%s\"}"
                            .formatted(pair.text("refresh_token").orElseThrow()));
            promises.add(
                    again -> assertThat(again.post("/tokens/verify", access).flag("active"))
                            .contains(false));
        }
    }

    private void like(Caller caller, int turn) throws IOException, InterruptedException {
        String visitor = "{\"visitor\":\"%d\"}".formatted(turn);
        caller.post("/likes/photo/toggle", visitor);
        promises.add(
                again -> assertThat(again.post("/likes/photo/check", visitor).flag("liked"))
                        .contains(true));
        caller.post("/likes/other/like", visitor);
        caller.post("/likes/other/unlike", visitor);
        promises.add(
                again -> assertThat(again.post("/likes/other/check", visitor).flag("liked"))
                        .contains(false));
    }

    private void rankAndPost(Caller caller, int turn) throws IOException, InterruptedException {
        caller.post("/rankings/points/" + turn + "/submit", "{\"name\":\"a\",\"score\":%d}".formatted(turn));
        promises.add(again -> assertThat(
                        again.get("/rankings/points/" + turn + "/names/a").number("score"))
                .hasValue(turn));
        Document posted = caller.post("/boards/guests/messages", "{\"author\":\"a\",\"text\":\"%d\"}".formatted(turn));
        promises.add(again -> assertThat(
                        again.get("/boards/guests/messages/" + posted.text("id").orElseThrow()))
                .isEqualTo(posted));
    }

    /** A lock that was released has another owner afterwards, with a greater fence. */
    private void lock(Caller caller, int turn) throws IOException, InterruptedException {
        String name = "{\"name\":\"lock %d\",\"life\":60}".formatted(turn);
        Document held = caller.post("/locks/acquire", name);
        caller.post(
                "/locks/release",
                "{\"name\":\"lock %d\",\"owner\":\"%s\"}"
                        .formatted(turn, held.text("owner").orElseThrow()));
        long fence = held.number("fence").orElseThrow();
        promises.add(again -> assertThat(
                        again.post("/locks/acquire", name).number("fence").orElseThrow())
                .isGreaterThan(fence));
    }
}
