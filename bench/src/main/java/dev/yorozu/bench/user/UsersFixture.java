package dev.yorozu.bench.user;

import dev.yorozu.account.Role;
import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.NodePeer;
import dev.yorozu.bench.http.RenewingTalk;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.measure.Accounts;
import dev.yorozu.bench.measure.Together;
import dev.yorozu.bench.session.SessionPeers;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.server.systems.users.UsersSystem;
import dev.yorozu.store.Store;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.TokenSessions;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;

/** Users who are signed in and have told of themselves. */
public final class UsersFixture implements Fixture {
    private static final String BEGINNING = "{\"";

    private final int users;
    private final List<String> accessTokens = new ArrayList<>();
    private final Deque<String> refreshTokens = new ArrayDeque<>();

    public UsersFixture(int users) {
        this.users = users;
    }

    @Override
    public List<Row> rows() {
        return List.of(
                row("users /auth/me", user -> Requests.get("/users/auth/me", bearer(user)))
                        .beside(new SessionPeers(users).fastify()),
                row("users profile, cached", user -> Requests.get("/users/profile", bearer(user))),
                row("users limit", user -> check(bearer(user))),
                new Row("users hot limit", () -> Talk.of(() -> check(bearer(0)), BEGINNING))
                        .beside(new NodePeer(
                                "rate-limiter-flexible",
                                "rate-limiter",
                                port -> () -> Talk.of(() -> check("X-Nobody: 1"), BEGINNING))),
                RenewingTalk.row("users refresh, RS256", "/users/auth/refresh", "refresh_token", refreshTokens));
    }

    private Row row(String name, IntFunction<byte[]> request) {
        return Row.ofUsers(name, users, request, BEGINNING);
    }

    private static byte[] check(String header) {
        return Requests.post("/users/limits/check", "{\"endpoint\":\"/api/documents/upload\"}", header);
    }

    private String bearer(int user) {
        return "Authorization: Bearer " + accessTokens.get(user);
    }

    /** Access tokens and what is cached outlive the run. */
    @Override
    public String settings() {
        return """
                systems:
                  users:
                    jwt:
                      life: 1d
                    cache:
                      life: 1d
                    rates:
                      refresh: 1000000
                    limits:
                      profile: 1000000
                      upload: 1000000
                """;
    }

    @Override
    public void seed(Store store, Settings settings) {
        InstantSource clock = InstantSource.system();
        List<Accounts.Person> people = Accounts.make(settings, users);
        IssuerKeys keys = UsersSettings.keys(settings, settings.value(StoreSettings.DATA), clock);
        TokenSessions logins = UsersSystem.logins(settings, store, keys, RandomTokens.secure(), clock);
        List<Issued> signedIn = Together.make(users, number -> signIn(logins, people.get(number)));
        signedIn.forEach(login -> accessTokens.add(login.accessToken()));
        signedIn.forEach(login -> refreshTokens.add(login.refreshToken()));
    }

    private static Issued signIn(TokenSessions logins, Accounts.Person person) {
        Document attributes = Document.empty()
                .with("ip_address", "127.0.0.1")
                .with("user_agent", "yorozu-bench")
                .with(
                        "device_info",
                        Document.empty()
                                .with("device_type", "desktop")
                                .with("os", "Linux")
                                .with("browser", "bench"));
        Document said = Document.empty().with("scope", Role.USER).with("roles", List.of(Role.USER));
        return logins.signIn(false, attributes, new Claims(person.uuid().toString(), said))
                .orElseThrow();
    }
}
