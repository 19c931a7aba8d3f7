package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program, killed under visitors: what they were answered holds afterwards, and nobody is counted twice. */
class NostalgicAfterKillTest {
    private static final String TOKEN = "owner-of-the-page";
    private static final int CLIENTS = 12;
    private static final int ANSWERS = 200;

    /** All visitors are behind one address here. */
    private static final Map<String, String> SETTINGS = Map.of(
            "YOROZU_SYSTEMS_NOSTALGIC_RATES_WRITE", "1000000",
            "YOROZU_SYSTEMS_NOSTALGIC_RATES_OWNER", "1000000",
            "YOROZU_SYSTEMS_NOSTALGIC_ADDRESSES_VISITS", "1000000",
            "YOROZU_SYSTEMS_NOSTALGIC_ADDRESSES_POSTS", "1000000",
            "YOROZU_SYSTEMS_NOSTALGIC_ADDRESSES_POSTS_PER_DAY", "1000000",
            "YOROZU_SYSTEMS_NOSTALGIC_ADDRESSES_SERVICES", "1000");

    @TempDir
    Path directory;

    /** Visitors that set out to the counter and to the board, and those that were answered. */
    private final AtomicInteger visitors = new AtomicInteger();

    private final Set<Integer> counted = ConcurrentHashMap.newKeySet();
    private final Set<String> posted = ConcurrentHashMap.newKeySet();
    /** A board on which each message pushes another out. */
    private volatile String narrow = "";

    private Program.Serving serve() {
        return Program.Serving.start(
                directory, SETTINGS, "--data", directory.resolve("data").toString());
    }

    @Test
    void whatWasAnsweredHoldsAfterTheProcessIsKilled() throws Exception {
        Written.secret(TOKEN);
        String counter = "";
        String board = "";
        for (int round = 0; round < Rounds.of(1, 10); round++) {
            try (Program.Serving server = serve();
                    HttpClient http = HttpClient.newHttpClient()) {
                counter = create(http, server.url(), "visit", "https://example.com/");
                board = create(http, server.url(), "bbs", "https://example.com/");
                narrow = create(http, server.url(), "bbs", "https://example.com/narrow", 3);
                useUntilKilled(server, http, counter, board);
            }
            assertAnswersHold(counter, board);
        }
        Program.Ended verified = Program.run(
                directory,
                SETTINGS,
                "verify",
                "--data",
                directory.resolve("data").toString());
        assertThat(verified.status()).as(verified.out() + verified.err()).isZero();
    }

    private void useUntilKilled(Program.Serving server, HttpClient http, String counter, String board)
            throws InterruptedException {
        CountDownLatch answers = new CountDownLatch(ANSWERS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    while (true) {
                        use(http, server.url(), counter, board, visitors.incrementAndGet());
                        answers.countDown();
                    }
                } catch (IOException killed) {
                    // Whatever was under way has no answer.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        assertThat(answers.await(2, TimeUnit.MINUTES)).isTrue();
        server.kill();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void use(HttpClient http, URI server, String counter, String board, int visitor)
            throws IOException, InterruptedException {
        if (visitor % 20 == 0) {
            create(http, server, "visit", "https://example.com/page" + visitor);
        } else if (visitor % 3 == 0) {
            posted.add(post(http, server, board, visitor));
            post(http, server, narrow, visitor);
        } else {
            visit(http, server, counter, visitor);
            counted.add(visitor);
        }
    }

    private static String post(HttpClient http, URI server, String board, int visitor)
            throws IOException, InterruptedException {
        Document answer = get(http, server, "bbs?action=post&id=" + board + "&message=hello" + visitor, visitor);
        Written.secret(answer.text("editToken").orElseThrow());
        return answer.text("messageId").orElseThrow();
    }

    /** Whether this visitor was counted before. */
    private static boolean visit(HttpClient http, URI server, String counter, int visitor)
            throws IOException, InterruptedException {
        return get(http, server, "visit?action=increment&id=" + counter, visitor)
                .document("data")
                .flatMap(data -> data.flag("duplicate"))
                .orElseThrow();
    }

    /** Everybody comes once more: whoever was answered is known, and in the end everybody is counted once. */
    private void assertAnswersHold(String counter, String board) throws Exception {
        try (Program.Serving server = serve();
                HttpClient http = HttpClient.newHttpClient()) {
            for (int visitor = 1; visitor <= visitors.get(); visitor++) {
                if (visitor % 20 == 0) {
                    create(http, server.url(), "visit", "https://example.com/page" + visitor);
                } else if (visitor % 3 != 0) {
                    boolean before = visit(http, server.url(), counter, visitor);
                    assertThat(before || !counted.contains(visitor)).isTrue();
                    counted.add(visitor);
                }
            }
            Document data = get(http, server.url(), "visit?action=get&id=" + counter, 1)
                    .document("data")
                    .orElseThrow();
            assertThat(data.number("total")).hasValue(counted.size());
            assertThat(data.number("today")).hasValue(counted.size());
            assertThat(messages(http, server.url(), board)).containsAll(posted);
        }
    }

    private static List<String> messages(HttpClient http, URI server, String board)
            throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        int pages = 1;
        for (int page = 1; page <= pages; page++) {
            Document data = get(http, server, "bbs?action=get&id=" + board + "&page=" + page, 1)
                    .document("data")
                    .orElseThrow();
            pages = (int) data.number("totalPages").orElseThrow();
            data.documents("messages")
                    .forEach(message -> ids.add(message.text("id").orElseThrow()));
        }
        assertThat(ids).doesNotHaveDuplicates();
        return ids;
    }

    private static String create(HttpClient http, URI server, String kind, String page)
            throws IOException, InterruptedException {
        return create(http, server, kind, page, 10_000);
    }

    private static String create(HttpClient http, URI server, String kind, String page, int most)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/api/" + kind + "?action=create"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + page + "\",\"token\":\"" + TOKEN
                        + "\",\"max\":" + most + ",\"messagesPerPage\":100}"))
                .build();
        return answered(http, request).text("id").orElseThrow();
    }

    private static Document get(HttpClient http, URI server, String call, int visitor)
            throws IOException, InterruptedException {
        return answered(
                http,
                HttpRequest.newBuilder(URI.create(server + "/api/" + call))
                        .header("User-Agent", "visitor " + visitor)
                        .build());
    }

    private static Document answered(HttpClient http, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Document.parse(answer.body()).orElseThrow();
    }
}
