package dev.yorozu.bench.patreon;

import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.HttpDuel;
import dev.yorozu.bench.http.HttpWork;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visit;
import dev.yorozu.json.Document;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the servers whose patrons are measured.
 *
 * @param scratch where they write
 * @param users how many people are signed in
 * @param patreon in whose place something answers
 */
record PatreonServers(Path scratch, int users, URI patreon) {
    private static final String REDIRECT = "http://127.0.0.1/app";
    /** So that every number has as many digits, and every answer is as long. */
    private static final int FIRST = 10_000_000;

    /** The rates are counted as ever, but are the highest that can be set. */
    private String settings() {
        return """
                systems:
                  patreon:
                    clientId: bench
                    clientSecret: a secret of the benchmark
                    redirectUris: %s
                    apiUrl: %s
                    jwtSecret: at least thirty-two bytes of the benchmark
                    campaignId: 1
                    rates:
                      signIn: 1000000
                      quota: 1000000
                """.formatted(REDIRECT, patreon);
    }

    /** A server at which everybody has signed in and holds a signed token. */
    HttpDuel.Ready yorozu(String name, String url) throws IOException {
        ServerProcess server = ServerProcess.yorozu(scratch, name, url, settings());
        List<byte[]> validations = new ArrayList<>();
        List<byte[]> checks = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            String session = asked(
                    server.port(),
                    Visit.post(
                            "/patreon/api/patreon/exchange",
                            "{\"code\":\"" + (FIRST + i) + "\",\"redirect_uri\":\"" + REDIRECT + "\"}"),
                    "session_token");
            String token = asked(
                    server.port(), Visit.authorized("POST", "/patreon/api/auth/token", session, "{}"), "accessToken");
            validations.add(Visit.post("/patreon/api/session/validate", "{\"session_token\":\"" + session + "\"}"));
            checks.add(Visit.authorized("GET", "/patreon/api/quota/status", token, ""));
        }
        List<HttpWork> work = List.of(
                HttpWork.inTurns("session validated", validations),
                HttpWork.inTurns("signed token checked, quota read", checks));
        return new HttpDuel.Ready(new Contender(name, server, List.of()), work);
    }

    private static String asked(int port, byte[] request, String field) throws IOException {
        String body = Visit.sample(port, HttpWork.once(request)).getFirst();
        return Document.parse(body)
                .flatMap(answer -> answer.text(field))
                .orElseThrow(() -> new IllegalStateException("Nobody was signed in: " + body));
    }
}
