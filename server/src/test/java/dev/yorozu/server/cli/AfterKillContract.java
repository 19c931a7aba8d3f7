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
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program, killed under clients that refresh and sign out: what they were answered holds afterwards. */
abstract class AfterKillContract {
    static final String PASSWORD = "correct horse battery";
    private static final int CLIENTS = 10;
    private static final int ANSWERS = 60;

    /** What is sent to a system, and where. */
    private final Wire wire;

    /** With a grace that outlasts the restart: an answer may be lost with the process, and its client asks again. */
    private final Map<String, String> settings;

    AfterKillContract(Wire wire, Map<String, String> settings) {
        this.wire = wire;
        this.settings = settings;
    }

    /**
     * How a system is spoken to.
     *
     * @param base what the paths below begin with
     * @param credentials the body that signs in
     * @param access the name of the access token in answers
     * @param refresh the name of the refresh token in answers and bodies
     * @param check a path that answers with 200 whoever is signed in
     */
    record Wire(String base, String login, String credentials, String access, String refresh, String check) {}

    @TempDir
    Path directory;

    private String data() {
        return directory.resolve("data").toString();
    }

    private Program.Serving serve() {
        return Program.Serving.start(directory, settings, "--data", data());
    }

    private enum Sign {
        IN,
        /** Asked to be signed out, and not answered. */
        UNCERTAIN,
        OUT
    }

    /** One device, and what it was answered last. */
    private static final class Client {
        private final Wire wire;
        private String access = "";
        private String refresh = "";
        private volatile Sign sign = Sign.IN;

        Client(Wire wire) {
            this.wire = wire;
        }

        void signIn(HttpClient http, URI server) throws IOException, InterruptedException {
            keep(post(http, server, wire.login(), wire.credentials()));
        }

        boolean refresh(HttpClient http, URI server) throws IOException, InterruptedException {
            HttpResponse<String> answer = post(http, server, "refresh", token());
            if (answer.statusCode() != 200) {
                return false;
            }
            keep(answer);
            return true;
        }

        void signOut(HttpClient http, URI server) throws IOException, InterruptedException {
            sign = Sign.UNCERTAIN;
            assertThat(post(http, server, "logout", token()).statusCode()).isIn(200, 204);
            sign = Sign.OUT;
        }

        boolean isIn(HttpClient http, URI server) throws IOException, InterruptedException {
            HttpRequest asked = request(server, wire.check()).build();
            return http.send(asked, HttpResponse.BodyHandlers.ofString()).statusCode() == 200;
        }

        private HttpResponse<String> post(HttpClient http, URI server, String path, String body)
                throws IOException, InterruptedException {
            HttpRequest request = request(server, path)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        }

        private HttpRequest.Builder request(URI server, String path) {
            return HttpRequest.newBuilder(URI.create(server + wire.base() + path))
                    .header("Authorization", "Bearer " + access);
        }

        private String token() {
            return "{\"" + wire.refresh() + "\":\"" + refresh + "\"}";
        }

        private void keep(HttpResponse<String> answer) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            Document pair = Document.parse(answer.body()).orElseThrow();
            access = pair.text(wire.access()).orElseThrow();
            refresh = pair.text(wire.refresh()).orElseThrow();
            Written.secret(access);
            Written.secret(refresh);
        }
    }

    @Test
    void whatWasAnsweredHoldsAfterTheProcessIsKilled() throws Exception {
        Commands.runWith(
                PASSWORD, "user", "create", "hana", "--email", "h@example.com", "--password-stdin", "--data", data());
        List<Client> clients = new ArrayList<>();
        for (int round = 0; round < Rounds.of(1, 20); round++) {
            try (Program.Serving server = serve();
                    HttpClient http = HttpClient.newHttpClient()) {
                for (int i = 0; i < CLIENTS; i++) {
                    Client client = new Client(wire);
                    client.signIn(http, server.url());
                    clients.add(client);
                }
                refreshUntilKilled(server, http, clients);
            }
            assertAnswersHold(clients);
            clients.removeIf(client -> client.sign != Sign.IN);
        }
    }

    /** Every third signs out on the way; the others refresh for as long as anybody answers. */
    private static void refreshUntilKilled(Program.Serving server, HttpClient http, List<Client> clients)
            throws InterruptedException {
        CountDownLatch answers = new CountDownLatch(ANSWERS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            Client client = clients.get(i);
            int leaves = i % 3 == 0 ? 1 + i / 3 : Integer.MAX_VALUE;
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    for (int turn = 0; turn < leaves && client.refresh(http, server.url()); turn++) {
                        answers.countDown();
                    }
                    if (leaves < Integer.MAX_VALUE) {
                        client.signOut(http, server.url());
                    }
                } catch (IOException killed) {
                    // Whatever was under way has no answer.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        answers.await();
        server.kill();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void assertAnswersHold(List<Client> clients) throws Exception {
        try (Program.Serving server = serve();
                HttpClient http = HttpClient.newHttpClient()) {
            for (Client client : clients) {
                if (client.sign == Sign.OUT) {
                    assertThat(client.isIn(http, server.url())).isFalse();
                    assertThat(client.refresh(http, server.url())).isFalse();
                } else if (client.sign == Sign.IN) {
                    assertThat(client.isIn(http, server.url())).isTrue();
                    assertThat(client.refresh(http, server.url())).isTrue();
                    assertThat(client.isIn(http, server.url())).isTrue();
                }
            }
            assertThat(clients).extracting(client -> client.sign).contains(Sign.IN, Sign.OUT);
        }
    }
}
