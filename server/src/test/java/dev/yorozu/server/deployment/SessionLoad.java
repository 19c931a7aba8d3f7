package dev.yorozu.server.deployment;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Programs that make sessions, look at them and end every other one, and keep books on what was acknowledged. Each sends a
 * request that failed once more, with the same {@code Idempotency-Key}.
 */
final class SessionLoad implements AutoCloseable {
    private static final int PROGRAMS = 4;
    static final Pattern SESSION = Pattern.compile("\"session\":\"([^\"]+)\"");

    private final HttpClient client;
    private final String app;
    private final String secret;
    private final List<Thread> programs = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Queue<String> live = new ConcurrentLinkedQueue<>();
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger retried = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    /** @param app the address of the app */
    SessionLoad(HttpClient client, String app, String secret) {
        this.client = client;
        this.app = app;
        this.secret = secret;
        for (int i = 0; i < PROGRAMS; i++) {
            programs.add(Thread.ofVirtual().start(this::work));
        }
    }

    private void work() {
        for (int i = 0; !stopped.get(); i++) {
            Optional<String> made = send("/sessions", "{\"user\":\"" + UUID.randomUUID() + "\"}", 201);
            made.map(SESSION::matcher).filter(Matcher::find).ifPresent(this::use);
        }
    }

    private void use(Matcher made) {
        String session = made.group(1);
        send("/sessions/check", of(session), 200);
        if (done.get() % 2 == 0) {
            live.add(session);
        } else if (send("/sessions/end", of(session), 200).isPresent()) {
            ended.add(session);
        } // Else nobody knows whether it ended.
    }

    static String of(String session) {
        return "{\"session\":\"" + session + "\"}";
    }

    /** The answer, at the second try where the first failed; empty when that failed too. */
    private Optional<String> send(String path, String body, int wanted) {
        String key = UUID.randomUUID().toString();
        Optional<String> answer = attempt(path, body, wanted, key, false);
        if (answer.isEmpty()) {
            retried.incrementAndGet();
            answer = attempt(path, body, wanted, key, true);
        }
        answer.ifPresent(got -> done.incrementAndGet());
        return answer;
    }

    private Optional<String> attempt(String path, String body, int wanted, String key, boolean last) {
        String failure;
        try {
            HttpResponse<String> response = ask(path, body, key);
            if (response.statusCode() == wanted) {
                return Optional.of(response.body());
            }
            failure = path + " " + response.statusCode() + " " + response.body();
        } catch (IOException e) {
            failure = path + " " + e;
        }
        if (last) {
            failures.add(failure);
        }
        return Optional.empty();
    }

    HttpResponse<String> ask(String path, String body, String key) throws IOException {
        try {
            return client.send(
                    HttpRequest.newBuilder(URI.create(app + path))
                            .timeout(Duration.ofSeconds(15))
                            .header("Authorization", "Bearer " + secret)
                            .header("Content-Type", "application/json")
                            .header("Idempotency-Key", key)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
    }

    /** The requests that failed twice so far; forgets them. */
    List<String> takeFailures() {
        List<String> taken = new ArrayList<>();
        for (String failure = failures.poll(); failure != null; failure = failures.poll()) {
            taken.add(failure);
        }
        return taken;
    }

    int retried() {
        return retried.get();
    }

    int done() {
        return done.get();
    }

    /** Sessions that were acknowledged, and that nobody tried to end. */
    Queue<String> live() {
        return live;
    }

    /** Sessions whose end was acknowledged. */
    Queue<String> ended() {
        return ended;
    }

    @Override
    public void close() {
        stop();
    }

    void stop() {
        stopped.set(true);
        for (Thread program : programs) {
            try {
                program.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting", e);
            }
        }
    }
}
