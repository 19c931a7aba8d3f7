package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The validators of the examples, with servers and validators that are killed while tokens are revoked: in the end each refuses every
 * token that was revoked, and accepts every other.
 */
class FeedAfterKillTest {
    /** Every other of these tokens is to be revoked before the next kill. */
    private static final int TOKENS = Rounds.of(24, 4_000);

    private static final int KILLS = Rounds.of(1, 50);
    private static final int CLIENTS = 8;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private enum Sign {
        IN,
        /** Was asked to be revoked, and nobody answered. */
        UNCERTAIN,
        OUT
    }

    private static final class Token {
        private final int number;
        private final String user;
        private final String access;
        private final String refresh;
        private volatile Sign sign = Sign.IN;

        Token(int number, String user, Document pair) {
            this.number = number;
            this.user = user;
            this.access = pair.text("access_token").orElseThrow();
            this.refresh = pair.text("refresh_token").orElseThrow();
            Written.secret(access);
            Written.secret(refresh);
        }

        /** By its id, with its login, or with all of its user. */
        void revoke(App app, URI server) throws IOException, InterruptedException {
            sign = Sign.UNCERTAIN;
            HttpResponse<String> answer = switch (number % 3) {
                case 0 -> app.post(server, "/tokens/revoke", "{\"access_token\":\"" + access + "\"}");
                case 1 -> app.post(server, "/tokens/revoke", "{\"refresh_token\":\"" + refresh + "\"}");
                default -> app.post(server, "/users/" + user + "/tokens/revoke", "{}");
            };
            if (answer.statusCode() == 200) {
                sign = Sign.OUT;
            }
        }
    }

    /** An app, by its credential. */
    private record App(String secret) {
        HttpResponse<String> post(URI server, String path, String body) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/v1/apps/shop" + path))
                    .header("Authorization", "Bearer " + secret)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body))
                    .build();
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        }

        Document made(URI server, String path, String body) throws IOException, InterruptedException {
            HttpResponse<String> answer = post(server, path, body);
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
            return Document.parse(answer.body()).orElseThrow();
        }

        /** Whether a token counts by what the server says. */
        boolean counts(URI server, Token token) throws IOException, InterruptedException {
            return made(server, "/tokens/verify", "{\"access_token\":\"" + token.access + "\"}")
                    .flag("active")
                    .orElseThrow();
        }

        List<Token> issue(URI server) throws IOException, InterruptedException {
            List<Token> issued = new ArrayList<>();
            for (int i = 0; i < TOKENS; i++) {
                String user = "user" + i;
                issued.add(new Token(i, user, made(server, "/tokens", "{\"user\":\"" + user + "\"}")));
            }
            return issued;
        }
    }

    private App created(String... where) {
        List<String> command = new ArrayList<>(List.of("app", "create", "shop"));
        command.addAll(List.of(where));
        Program.Ended made = Commands.run(command.toArray(String[]::new));
        String secret = made.out().lines().toList().getLast();
        assertThat(secret).as(made.err()).startsWith("yrz_shop_");
        Written.secret(secret);
        return new App(secret);
    }

    private static final Map<String, String> QUIET = Map.of("YOROZU_STATISTICS_EVERY", "off");

    /** Revokes every other token by many clients at once, and kills a server when half of that is answered. */
    private static void revokeUntilKilled(App app, List<Token> tokens, List<URI> servers, Program.Serving killed)
            throws InterruptedException {
        CountDownLatch answers = new CountDownLatch(TOKENS / 4);
        List<Thread> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            int first = client;
            clients.add(Thread.startVirtualThread(() -> {
                for (int i = first; i < TOKENS / 2; i += CLIENTS) {
                    try {
                        tokens.get(2 * i).revoke(app, servers.get(i % servers.size()));
                        answers.countDown();
                    } catch (IOException gone) {
                        continue;
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }));
        }
        answers.await();
        killed.kill();
        for (Thread client : clients) {
            client.join();
        }
    }

    /** What nobody answered has happened or not: the server says which, and every validator says the same. */
    private static void assertAgreed(App app, URI server, List<Token> tokens, ValidatorProgram... validators)
            throws Exception {
        for (Token token : tokens) {
            boolean counts = token.sign == Sign.UNCERTAIN ? app.counts(server, token) : token.sign == Sign.IN;
            for (ValidatorProgram validator : validators) {
                Poll.until(
                        "a validator says the same as the server",
                        () -> validator.judge(token.access).startsWith("accepted ") == counts);
            }
        }
        for (Token token : tokens) {
            boolean counts = app.counts(server, token);
            assertThat(token.sign).isNotEqualTo(counts ? Sign.OUT : Sign.IN);
            for (ValidatorProgram validator : validators) {
                assertThat(validator.judge(token.access))
                        .isEqualTo(counts ? "accepted " + token.user : "refused revoked");
            }
        }
    }

    /** By hand, and of a user whose name no key has as it is. */
    private static void assertEndedBefore(App app, URI server, String data, ValidatorProgram... validators)
            throws Exception {
        String user = "hanako@example.org";
        Token token = new Token(0, user, app.made(server, "/tokens", "{\"user\":\"" + user + "\"}"));
        String command = "SET %s %d EX 900\n"
                .formatted(
                        AppKeys.INVALID_BEFORE.key("shop", user).name(),
                        Instant.now().getEpochSecond() + 2);
        Program.Ended changed = Commands.runWith(command, "shell", "--force", "--data", data);
        assertThat(changed.out()).as(changed.err()).contains("OK");
        assertThat(app.counts(server, token)).isFalse();
        for (ValidatorProgram validator : validators) {
            Poll.until(
                    "a validator refuses what was issued before",
                    () -> validator.judge(token.access).equals("refused revoked"));
        }
    }

    @Test
    void onTheEmbeddedStoreNothingIsLostWhenServerAndClientsAreKilled() throws Exception {
        String data = directory.resolve("data").toString();
        App app = created("--data", data);
        Program.Serving server = Program.Serving.start(directory, QUIET, "--data", data);
        URI url = server.url();
        try (ValidatorProgram java = ValidatorProgram.java(url, app.secret(), "shop");
                ValidatorProgram node = ValidatorProgram.node(url, app.secret(), "shop")) {
            java.ready();
            node.ready();
            assertEndedBefore(app, url, data, java, node);
            for (int kill = 0; kill < KILLS; kill++) {
                List<Token> tokens = app.issue(url);
                tokens.get(1).revoke(app, url);
                revokeUntilKilled(app, tokens, List.of(url), server);
                server = Program.Serving.startAt(url, directory, QUIET, "--data", data);
                // One that begins anew has the snapshot, the other two go on.
                try (ValidatorProgram fresh =
                        ValidatorProgram.node(url, app.secret(), "shop").ready()) {
                    assertAgreed(app, url, tokens, java, node, fresh);
                    fresh.kill();
                }
            }
        } finally {
            server.close();
        }
    }

    @Test
    void withTwoServersOnOneRedisNothingIsLostWhenOneOfThemIsKilled() throws Exception {
        try (RedisProcess redis = RedisProcess.start()) {
            String[] one = {
                "--store", redis.url(), "--data", directory.resolve("one").toString()
            };
            String[] two = {
                "--store", redis.url(), "--data", directory.resolve("two").toString()
            };
            Map<String, String> shared = Map.of(
                    "YOROZU_STATISTICS_EVERY",
                    "off",
                    "YOROZU_SYSTEMS_APPS_SECRET",
                    "known to both of the servers here");
            App app = created(one);
            Program.Serving killed = Program.Serving.start(directory, shared, one);
            URI first = killed.url();
            try (Program.Serving other = Program.Serving.start(directory, shared, two);
                    ValidatorProgram java = ValidatorProgram.java(other.url(), app.secret(), "shop");
                    ValidatorProgram node = ValidatorProgram.node(other.url(), app.secret(), "shop")) {
                java.ready();
                node.ready();
                for (int kill = 0; kill < KILLS; kill++) {
                    List<Token> tokens = app.issue(other.url());
                    revokeUntilKilled(app, tokens, List.of(first, other.url()), killed);
                    assertAgreed(app, other.url(), tokens, java, node);
                    killed = Program.Serving.startAt(first, directory, shared, one);
                }
            } finally {
                killed.close();
            }
        }
    }
}
