package dev.yorozu.bench.door;

import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.measure.Together;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Sessions as the document's Worker keeps them, each read by its key. */
public final class DoorsFixture implements Fixture {
    private static final String SESSION =
            "{\"accessToken\":\"%s\",\"refreshToken\":\"%s\",\"expiresAt\":1,\"userId\":\"1\"}";

    private final int users;
    private List<String> sessions = List.of();
    private String bearer = "";

    public DoorsFixture(int users) {
        this.users = users;
    }

    @Override
    public List<Row> rows() {
        return List.of(
                new Row("door upstash GET", () -> Talk.of(this::upstash, "{\"result\":\"{\\\"accessToken\\\":")),
                new Row("door cloudflare GET", () -> Talk.of(this::cloudflare, "{\"accessToken\":")));
    }

    private byte[] upstash() {
        return Requests.post("/upstash", "[\"GET\",\"" + any() + "\"]", bearer);
    }

    private byte[] cloudflare() {
        return Requests.get("/kv/binding/SESSIONS/" + any() + "?urlencoded=true", bearer);
    }

    private String any() {
        return sessions.get(ThreadLocalRandom.current().nextInt(sessions.size()));
    }

    @Override
    public String settings() {
        return """
                doors:
                  upstash:
                    enabled: on
                  cloudflare:
                    enabled: on
                """;
    }

    @Override
    public void seed(Store store, Settings settings) {
        Credentials credentials = new Credentials(store, RandomTokens.secure(), InstantSource.system());
        Rights rights = new Rights(List.of("*"), EnumSet.of(Permission.READ));
        Credentials.Creation made = credentials.create("bench", rights);
        bearer = "Authorization: Bearer "
                + ((Credentials.Creation.Created) made).secret().text();
        sessions = Together.make(users, number -> {
            String token = UUID.randomUUID().toString();
            Bytes session = Bytes.of(SESSION.formatted(UUID.randomUUID(), UUID.randomUUID()));
            store.apply(
                    Batch.builder().put(PatreonKeys.SESSION.key(token), session, Expiry.after(Duration.ofDays(30))));
            return token;
        });
    }
}
