package dev.yorozu.bench.session;

import dev.yorozu.bench.http.Visit;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Signs people in and gives the session check of each. */
final class SignIns {
    private static final int AT_ONCE = 64;

    private SignIns() {}

    private interface SignIn {
        /** The value of the cookie. */
        String sid(Person person) throws Exception;
    }

    /** Begins sessions as Yorozu does, in its own store. */
    static List<Visit> inStore(Store store, List<Person> people) {
        SessionLayout layout = SessionLayout.inSet(
                DiscordKeys.SESSION, DiscordKeys.USER_SESSIONS, Set.of("access_token", "refresh_token"));
        Duration life = Duration.ofDays(30);
        SessionPolicy policy = new SessionPolicy(
                life, life, Duration.ofDays(180), 5, SessionPolicy.AtCap.END_OLDEST, Duration.ofMinutes(1));
        InstantSource clock = InstantSource.system();
        Sessions sessions = new Sessions(store, layout, policy, Storage.DOCUMENTED, RandomTokens.secure(), clock);
        // Provider tokens that nobody has to renew during the run.
        long tokenEnd = clock.instant().plus(Duration.ofDays(7)).toEpochMilli();
        return all(people, person -> {
            Start start = sessions.start(person.id(), person.attributes(tokenEnd));
            if (start instanceof Start.Started started) {
                return started.session().sid().orElseThrow();
            }
            throw new IllegalStateException("Nobody else signs in here, but " + start);
        });
    }

    /** Lets the Spring application begin its own. */
    static List<Visit> atSpring(int port, List<Person> people) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return all(people, person -> signInAtSpring(client, port, person));
        }
    }

    private static String signInAtSpring(HttpClient client, int port, Person person)
            throws IOException, InterruptedException {
        String query = "id=" + encoded(person.id()) + "&name=" + encoded(person.name()) + "&avatar="
                + encoded(person.avatar());
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/sign-in?" + query))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        String cookie = client.send(request, HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        return cookie.substring("sid=".length(), cookie.indexOf(';'));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static List<Visit> all(List<Person> people, SignIn signIn) {
        Semaphore places = new Semaphore(AT_ONCE);
        List<Visit> checks = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Visit>> coming = new ArrayList<>();
            for (Person person : people) {
                coming.add(executor.submit(() -> {
                    places.acquire();
                    try {
                        return person.check(signIn.sid(person));
                    } finally {
                        places.release();
                    }
                }));
            }
            for (Future<Visit> check : coming) {
                checks.add(check.get());
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("Cannot sign in", e);
        }
        return checks;
    }
}
