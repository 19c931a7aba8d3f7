package dev.yorozu.bench.user;

import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.HttpDuel;
import dev.yorozu.bench.http.HttpWork;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.json.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the servers whose sessions, profiles and limits are measured.
 *
 * @param scratch where they write
 * @param users how many people are signed in
 */
record UserServers(Path scratch, int users) {
    private static final String PROFILE =
            "{\"first_name\":\"太郎\",\"last_name\":\"山田\",\"phone\":\"090-1234-5678\",\"address\":\"東京都渋谷区\"}";

    /** Access tokens outlive the run, and the limits are counted as ever, but are the highest that can be set. */
    private static final String SETTINGS = """
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
            """;

    /** A server at which everybody has signed up and told of themselves. */
    HttpDuel.Ready yorozu(String name, String url) throws IOException {
        ServerProcess server = ServerProcess.yorozu(scratch, name, url, SETTINGS);
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            tokens.add(signUp(server.port(), i));
        }
        return new HttpDuel.Ready(new Contender(name, server, List.of()), work(tokens));
    }

    private static List<HttpWork> work(List<String> tokens) {
        return List.of(
                work("session checked", tokens, "GET", "/users/auth/me", ""),
                work("profile read, cached", tokens, "GET", "/users/profile", ""),
                work(
                        "limit checked",
                        tokens,
                        "POST",
                        "/users/limits/check",
                        "{\"endpoint\":\"/api/documents/upload\"}"));
    }

    private static HttpWork work(String name, List<String> tokens, String method, String path, String json) {
        return HttpWork.inTurns(
                name,
                tokens.stream()
                        .map(token -> Visit.authorized(method, path, token, json))
                        .toList());
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
}
