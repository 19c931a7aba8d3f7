package dev.yorozu.session;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A walk over the sessions of all users, a page at a time, by the names of their keys: also those that another program
 * wrote are met. For counts that are kept, never to serve a request.
 */
public final class SessionWalk {
    private static final int PAGE = 500;

    private final Store store;
    private final SessionLayout layout;
    private final Sessions sessions;

    /** @param layout one whose keys begin with the user */
    public SessionWalk(Store store, SessionLayout layout, Sessions sessions) {
        if (!layout.byUser()) {
            throw new IllegalArgumentException("A session is found by its key where that begins with the user");
        }
        this.store = store;
        this.layout = layout;
        this.sessions = sessions;
    }

    /** Shows each session that lives; one may be shown twice. Those past a limit are ended. */
    public void all(Consumer<Session> visitor) {
        Scan scan = Scan.of(layout.session().prefix(), PAGE);
        while (true) {
            Scan.Page page = store.scan(scan);
            show(page.keys().stream().flatMap(key -> lookup(key).stream()).toList(), visitor);
            if (page.last()) {
                return;
            }
            scan = scan.from(page.next());
        }
    }

    private Optional<Sessions.Lookup> lookup(Key key) {
        return layout.session().match(key.name()).flatMap(parts -> sessions.lookup(parts.getFirst(), parts.getLast()));
    }

    private void show(List<Sessions.Lookup> lookups, Consumer<Session> visitor) {
        List<Read<Optional<Bytes>>> questions =
                lookups.stream().map(Sessions.Lookup::question).toList();
        try {
            List<Optional<Bytes>> answers = store.readAll(questions);
            for (int i = 0; i < answers.size(); i++) {
                lookups.get(i).found(answers.get(i)).ifPresent(visitor);
            }
        } catch (StoreException.WrongType garbage) {
            // One key holds something else than a session: ask each by itself, and leave that one out.
            if (lookups.size() > 1) {
                lookups.forEach(each -> show(List.of(each), visitor));
            }
        }
    }
}
