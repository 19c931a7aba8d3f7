package dev.yorozu.server.systems.apps.feed;

import dev.yorozu.credential.Credential;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Scope;
import dev.yorozu.feed.Cursor;
import dev.yorozu.feed.FeedAnswer;
import dev.yorozu.feed.RevocationFeed;
import dev.yorozu.json.Document;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.credential.CredentialGate;
import dev.yorozu.server.config.RevocationSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Revocations for programs that check tokens by themselves: as an answer that waits until there are some, or as server-sent events,
 * each of which has what such an answer has. A credential reads the realms that it has the scope for.
 */
public final class RevocationRoutes {
    private static final String ACTION = "revocations";
    private static final String EVENTS = "text/event-stream";
    private static final int MOST = 1000;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration USUAL_WAIT = Duration.ofSeconds(20);
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");

    private final RevocationFeed feed;
    private final CredentialGate gate;
    private final Function<String, Optional<Duration>> lives;
    private final Readers readers;
    private final String misplaced;

    /**
     * @param lives how long access tokens of a realm live; empty for what is none
     * @param misplaced what is said where a key holds what it should not
     */
    public RevocationRoutes(
            RevocationFeed feed,
            CredentialGate gate,
            Function<String, Optional<Duration>> lives,
            Settings settings,
            String misplaced) {
        this.feed = feed;
        this.gate = gate;
        this.lives = lives;
        this.readers = new Readers(
                settings.value(RevocationSettings.READERS), settings.value(RevocationSettings.READERS_PER_CREDENTIAL));
        this.misplaced = misplaced;
    }

    public void declare(Routes routes) {
        routes.get("/revocations", Gate.sound(misplaced, this::answer));
    }

    private Reply answer(Call call) throws InterruptedException {
        Credential credential = gate.identify(call);
        List<String> realms = realms(call, credential);
        Optional<Cursor> after = after(call);
        int limit = number(call, "limit", FeedErrors.WRONG_LIMIT).orElse(MOST);
        if (limit < 1 || limit > MOST) {
            throw FeedErrors.WRONG_LIMIT.exception();
        }
        Cursor cursor = after.orElse(Cursor.start());
        if (call.header("Accept").orElse("").contains(EVENTS)) {
            page(feed.read(cursor, realms, 1));
            readers.requireRoom(credential.name());
            return Reply.stream(200, EVENTS, out -> stream(call, credential, cursor, limit, out))
                    .unkept();
        }
        Duration wait = wait(call, after);
        if (wait.isZero()) {
            return reply(page(feed.read(cursor, realms, limit)));
        }
        readers.enter(credential.name());
        try {
            FeedAnswer.Page page = page(feed.await(cursor, realms, limit, wait));
            if (!realms(call, gate.identify(call)).containsAll(realms)) {
                throw FeedErrors.FORBIDDEN.exception();
            }
            return reply(page);
        } finally {
            readers.leave(credential.name());
        }
    }

    /** Who begins is answered at once: it needs a cursor. */
    private static Duration wait(Call call, Optional<Cursor> after) {
        Optional<Duration> asked = number(call, "wait", FeedErrors.WRONG_WAIT).map(Duration::ofSeconds);
        if (asked.filter(wait -> wait.compareTo(LONGEST_WAIT) > 0).isPresent()) {
            throw FeedErrors.WRONG_WAIT.exception();
        }
        return after.isEmpty() ? Duration.ZERO : asked.orElse(USUAL_WAIT);
    }

    private static Optional<Integer> number(Call call, String name, Problem otherwise) {
        return call.query(name).map(text -> {
            if (!NUMBER.matcher(text).matches()) {
                throw otherwise.exception();
            }
            return Integer.parseInt(text);
        });
    }

    /** A client that lost its connection says itself how far it had come. */
    private static Optional<Cursor> after(Call call) {
        return call.header("Last-Event-ID")
                .or(() -> call.query("after"))
                .filter(text -> !text.isEmpty())
                .map(text -> Cursor.of(text).orElseThrow(FeedErrors.WRONG_CURSOR::exception));
    }

    /** Those that are asked for, else all that the credential may read. */
    private List<String> realms(Call call, Credential credential) {
        List<String> granted = granted(credential);
        List<String> asked =
                call.query("realms").map(text -> List.of(text.split(",", -1))).orElse(granted);
        if (asked.isEmpty() || !Set.copyOf(granted).containsAll(asked)) {
            throw FeedErrors.FORBIDDEN.exception();
        }
        for (String realm : asked) {
            if (lives.apply(realm)
                    .filter(life -> life.compareTo(feed.policy().keep()) > 0)
                    .isPresent()) {
                throw FeedErrors.SHORT_LIVED.exception();
            }
        }
        return asked.stream().distinct().sorted().toList();
    }

    private List<String> granted(Credential credential) {
        if (!credential.rights().permits(Set.of(Permission.READ))) {
            return List.of();
        }
        return credential.rights().scopes().stream()
                .map(Scope::realm)
                .distinct()
                .filter(realm -> credential.rights().grants(new Scope(realm, ACTION)))
                .filter(realm -> lives.apply(realm).isPresent())
                .toList();
    }

    private static FeedAnswer.Page page(FeedAnswer answer) {
        return switch (answer) {
            case FeedAnswer.Page page -> page;
            case FeedAnswer.Outdated outdated -> throw FeedErrors.OUTDATED.exception();
            case FeedAnswer.Incomplete incomplete ->
                throw FeedErrors.incomplete(incomplete.until()).exception();
        };
    }

    private Reply reply(FeedAnswer.Page page) {
        return Reply.unkeptJson(200, json(page).json());
    }

    private Document json(FeedAnswer.Page page) {
        List<Document> events = page.told().stream()
                .map(told -> Document.empty().with("realm", told.realm()).withAll(told.event()))
                .toList();
        return Document.empty()
                .withAll("events", events)
                .with("cursor", page.next().toString())
                .with("more", page.more())
                .with("since", page.since())
                .with("keep", feed.policy().keep().toSeconds());
    }

    /** Goes on until the client goes, its credential loses the right, the feed begins anew, or the server stops. */
    private void stream(Call call, Credential credential, Cursor from, int limit, OutputStream out) throws IOException {
        readers.enter(credential.name());
        try {
            write(out, "retry: 1000\n\n");
            List<String> realms = realms(call, credential);
            FeedAnswer.Page page = page(feed.read(from, realms, limit));
            write(out, event(page));
            while (!feed.isClosed()) {
                page = page(feed.await(page.next(), realms, limit, HEARTBEAT));
                if (!realms(call, gate.identify(call)).equals(realms)) {
                    return; // Who comes again is told what it may read by then.
                }
                write(out, page.told().isEmpty() ? ":\n\n" : event(page));
            }
        } catch (ProblemException over) {
            return; // Who comes again is told why.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            readers.leave(credential.name());
        }
    }

    private String event(FeedAnswer.Page page) {
        return "id: " + page.next() + "\nevent: revocations\ndata: "
                + json(page).bytes().text() + "\n\n";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
