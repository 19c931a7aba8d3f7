package dev.yorozu.bench;

import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.json.Document;
import dev.yorozu.server.backup.OwnerOnly;
import dev.yorozu.server.cli.Yorozu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Starts the servers whose sessions, profiles and limits are measured.
 *
 * @param scratch where they write
 * @param users how many people are signed in
 */
record UserServers(Path scratch, int users) {
    private static final String PROFILE =
            "{\"first_name\":\"太郎\",\"last_name\":\"山田\",\"phone\":\"090-1234-5678\",\"address\":\"東京都渋谷区\"}";

    /** A server at which everybody has signed up and told of themselves. */
    HttpDuel.Ready yorozu(String name, String url) throws IOException {
        Path data = OwnerOnly.directory(scratch.resolve(name));
        List<String> serve = ServerProcess.main(
                Yorozu.class.getName(),
                "serve",
                "--port",
                "0",
                "--store",
                url,
                "--config",
                settings(data).toString());
        ServerProcess server = ServerProcess.start(serve, scratch.resolve(name + ".log"));
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            tokens.add(signUp(server.port(), i));
        }
        return new HttpDuel.Ready(new Contender(name, server, List.of()), work(tokens));
    }

    private static List<HttpWork> work(List<String> tokens) {
        return List.of(
                new HttpWork("session checked", by(tokens, "GET", "/users/auth/me", "")),
                new HttpWork("profile read, cached", by(tokens, "GET", "/users/profile", "")),
                new HttpWork(
                        "limit checked",
                        by(tokens, "POST", "/users/limits/check", "{\"endpoint\":\"/api/documents/upload\"}")));
    }

    /** The requests are made once, one for each of the people. */
    private static LongFunction<byte[]> by(List<String> tokens, String method, String path, String json) {
        List<byte[]> requests = tokens.stream()
                .map(token -> Visit.authorized(method, path, token, json))
                .toList();
        return number -> requests.get((int) (number % requests.size()));
    }

    private static String signUp(int port, int number) throws IOException {
        byte[] request = Visit.post(
                "/users/auth/signup",
                "{\"email\":\"user" + number + "@bench.example\",\"password\":\"correct horse battery\"}");
        String body = Visit.sample(port, HttpWork.once(request)).getFirst();
        String token = Document.parse(body)
                .flatMap(answer -> answer.text("access_token"))
                .orElseThrow(() -> new IllegalStateException("Nobody was signed up: " + body));
        Visit.sample(port, HttpWork.once(Visit.authorized("POST", "/users/profile", token, PROFILE)));
        return token;
    }

    /** Access tokens outlive the run, and the limits are counted as ever, but are the highest that can be set. */
    private static Path settings(Path data) throws IOException {
        return Files.writeString(OwnerOnly.temporaryFile(data.resolve("yorozu"), ".yaml"), """
                data: %s
                log:
                  access: off
                systems:
                  users:
                    jwt:
                      life: 1d
                    cache:
                      life: 1d
                    rates:
                      signup: 1000000
                    limits:
                      profile: 1000000
                      upload: 1000000
                """.formatted(data));
    }
}
