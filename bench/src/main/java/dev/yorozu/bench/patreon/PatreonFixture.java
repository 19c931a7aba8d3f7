package dev.yorozu.bench.patreon;

import dev.yorozu.bench.http.Answer;
import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.http.Visitors;
import dev.yorozu.bench.measure.Together;
import dev.yorozu.json.Document;
import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Patrons who are signed in and hold a signed token. Signing in asks Patreon, so that it is done at the server. */
public final class PatreonFixture implements Fixture {
    private static final String REDIRECT = "http://127.0.0.1/app";
    /** So that every number has as many digits, and every answer is as long. */
    private static final int FIRST = 10_000_000;

    private final int users;
    private final PatreonStandIn patreon = new PatreonStandIn();
    private final List<byte[]> validations = new ArrayList<>();
    private final List<byte[]> quotas = new ArrayList<>();

    /** The requests of one patron. */
    private record Patron(byte[] validation, byte[] quota) {}

    public PatreonFixture(int users) throws IOException {
        this.users = users;
    }

    @Override
    public List<Row> rows() {
        return List.of(
                Row.ofUsers("patreon validate", users, validations::get, "{\""),
                Row.ofUsers("patreon token + quota", users, quotas::get, "{\""));
    }

    @Override
    public String settings() {
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
                """.formatted(REDIRECT, patreon.url());
    }

    @Override
    public void seed(Store store, Settings settings) {}

    @Override
    public void prepare(int port) {
        for (Patron patron : Together.make(users, number -> signIn(port, number))) {
            validations.add(patron.validation());
            quotas.add(patron.quota());
        }
    }

    private static Patron signIn(int port, int number) throws IOException {
        String code = "{\"code\":\"" + (FIRST + number) + "\",\"redirect_uri\":\"" + REDIRECT + "\"}";
        String session = asked(port, Requests.post("/patreon/api/patreon/exchange", code), "session_token");
        String token = asked(
                port,
                Requests.post("/patreon/api/auth/token", "{}", "Authorization: Bearer " + session),
                "accessToken");
        return new Patron(
                Requests.post("/patreon/api/session/validate", "{\"session_token\":\"" + session + "\"}"),
                Requests.get("/patreon/api/quota/status", "Authorization: Bearer " + token));
    }

    private static String asked(int port, byte[] request, String field) throws IOException {
        Answer answer = Visitors.sample(port, Talk.of(() -> request, "{\""));
        return Document.parse(answer.body())
                .flatMap(body -> body.text(field))
                .orElseThrow(() -> new IllegalStateException("Nobody was signed in: " + answer));
    }

    @Override
    public void close() {
        patreon.close();
    }
}
