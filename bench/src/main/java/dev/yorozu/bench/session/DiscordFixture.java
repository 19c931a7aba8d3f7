package dev.yorozu.bench.session;

import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.measure.Together;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.config.Settings;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

/** People who signed in with Discord, and the session check. */
public final class DiscordFixture implements Fixture {
    static final String ME = "/discord/api/discord/me";
    private static final String BEGINNING = "{\"ok\":true,\"loggedIn\":true,\"user\":{\"id\":\"";

    private final int users;
    private List<String> sids = List.of();

    public DiscordFixture(int users) {
        this.users = users;
    }

    @Override
    public List<Row> rows() {
        SessionPeers peers = new SessionPeers(users);
        return List.of(Row.ofUsers("discord /me", users, user -> check(sids.get(user)), BEGINNING)
                .beside(peers.spring(), peers.express(), peers.fastify()));
    }

    /** A client that checks any of these sessions each time. */
    static Talk checks(List<String> sids) {
        return checks(sids.size(), sids::get);
    }

    /**
     * A client that checks any of so many sessions each time.
     *
     * @param sids the session of each number
     */
    public static Talk checks(int count, IntFunction<String> sids) {
        return Talk.of(() -> check(sids.apply(ThreadLocalRandom.current().nextInt(count))), BEGINNING);
    }

    private static byte[] check(String sid) {
        return Requests.get(ME, "Cookie: sid=" + sid);
    }

    @Override
    public String settings() {
        return """
                systems:
                  discord:
                    clientId: bench
                    clientSecret: bench
                    rates:
                      me: 1000000
                """;
    }

    @Override
    public void seed(Store store, Settings settings) {
        SessionLayout layout = SessionLayout.inSet(
                DiscordKeys.SESSION, DiscordKeys.USER_SESSIONS, Set.of("access_token", "refresh_token"));
        Duration life = Duration.ofDays(30);
        SessionPolicy policy = new SessionPolicy(
                life, life, Duration.ofDays(180), 5, SessionPolicy.AtCap.END_OLDEST, Duration.ofMinutes(1));
        InstantSource clock = InstantSource.system();
        Sessions sessions = new Sessions(store, layout, policy, Storage.DOCUMENTED, RandomTokens.secure(), clock);
        // Provider tokens that nobody has to renew during the run.
        long tokenEnd = clock.instant().plus(Duration.ofDays(7)).toEpochMilli();
        sids = Together.make(users, number -> {
            Person person = Person.of(number);
            Start start = sessions.start(person.id(), person.attributes(tokenEnd));
            if (start instanceof Start.Started started) {
                return started.session().sid().orElseThrow();
            }
            throw new IllegalStateException("Nobody else signs in here, but " + start);
        });
    }
}
